// The raw layer of every binding: each function of onemodel.h under its own name, over plain values and pointers. What a
// pointer means is said here once, by applying one of the patterns below to it; the file of the target language says how it
// passes each pattern. The layer is internal to its package: the layer written by hand is what users see.
//
//   void *HANDLE        an opaque handle; also as a result
//   void **HANDLE_OUT   receives one handle
//   void **HANDLES      an array of handles that is read
//   void **HANDLES_OUT  an array that receives handles
//   int64_t *INTS       an array of int64 that is read; as a result one that the library owns
//   float *FLOATS       an array of float32 that is read
//   int64_t *INT_OUT    receives one int64
//   char *TEXT          bytes that are read: text ended by a zero byte, or with a length beside it; as a result text that the
//                       library owns
//   char **TEXTS        an array of pointers to such bytes
//   void *DATA          memory that is read; as a result memory that the library owns
//   void *FUNCTION      a C function, and the pointer it is called with
%module onemodel

%{
#include <onemodel.h>
%}

// SWIG's own stdint.i takes int64_t for long, and pointers to it for pointers to nothing it knows.
%apply int { int32_t };
%apply long long { int64_t };

#if defined(SWIGCSHARP)
%include "csharp.i"
#elif defined(SWIGJAVA)
%include "java.i"
#elif defined(SWIGGO)
%include "go.i"
#endif

%define %onemodel_handle(TYPE)
%apply void *HANDLE { TYPE *, const TYPE * };
%apply void **HANDLE_OUT { TYPE ** };
%enddef

%onemodel_handle(om_value)
%onemodel_handle(om_tensor)
%onemodel_handle(om_attributes)
%onemodel_handle(om_context)
%onemodel_handle(om_error)
%onemodel_handle(om_operator)
%onemodel_handle(om_model)
%onemodel_handle(om_session)
%onemodel_handle(om_plan)
%onemodel_handle(struct DLManagedTensorVersioned)

#if defined(SWIGGO)
%apply void **TENSOR_OUT { om_tensor ** };
%apply void **FAILURE { om_error ** };
#endif

%apply void **HANDLES { const om_value *const *inputs, const om_tensor *const *inputs, om_tensor *const *outputs };
%apply void **HANDLES_OUT { om_value **outputs, om_tensor **outputs };
%apply int64_t *INTS { const int64_t * };
%apply float *FLOATS { const float * };
%apply int64_t *INT_OUT { int64_t *length };
%apply char *TEXT { const char * };
%apply char **TEXTS { const char *const * };
%apply void *DATA { const void * };
%apply void *FUNCTION { om_release_callback, void *user_data };

%include <onemodel.h>
