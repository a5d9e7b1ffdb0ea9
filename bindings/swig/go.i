// How Go passes the patterns of onemodel.i. A handle is a uintptr: an address of C, in which Go's garbage collector has no
// part. Memory that may be Go's is a typed pointer, which keeps it alive through the call.

// The enumerations are constants of the layer written by hand.
%rename("$ignore", %$isenumitem) "";

// SWIG passes pointers as void*, and cgo searches what a void* leads to for pointers of Go, at every call. What is passed
// here holds none, and a char* says so.
%insert(cgo_comment_typedefs) %{
#cgo pkg-config: onemodel
typedef char *onemodel_memory;
#define swig_voidp onemodel_memory
%}

%typemap(gotype) int32_t "int32"
%typemap(in) int32_t %{ $1 = $input; %}
%typemap(out) int32_t %{ $result = $1; %}

%typemap(gotype) void *HANDLE, void *FUNCTION, om_release_callback "uintptr"
%typemap(in) void *HANDLE, void *FUNCTION, om_release_callback %{ $1 = ($1_ltype)$input; %}
%typemap(out) void *HANDLE %{ $result = $1; %}

%define %onemodel_go_pointer(PATTERN, GOTYPE)
%typemap(gotype) PATTERN "GOTYPE"
%typemap(imtype) PATTERN "unsafe.Pointer"
%typemap(goin) PATTERN %{ $result = unsafe.Pointer($input) %}
%typemap(goout) PATTERN %{ $result = (GOTYPE)($input) %}
%typemap(in) PATTERN %{ $1 = ($1_ltype)$input; %}
%typemap(out) PATTERN %{ $result = ($1_ltype)$1; %}
%typemap(freearg) PATTERN ""
%enddef

%onemodel_go_pointer(void **HANDLE_OUT, *uintptr)
%onemodel_go_pointer(void **TENSOR_OUT, *Result)
%onemodel_go_pointer(void **HANDLES, *uintptr)
%onemodel_go_pointer(void **HANDLES_OUT, *uintptr)
%onemodel_go_pointer(int64_t *INTS, *int64)
%onemodel_go_pointer(float *FLOATS, *float32)
%onemodel_go_pointer(int64_t *INT_OUT, *int64)
%onemodel_go_pointer(char *TEXT, *byte)
%onemodel_go_pointer(void *DATA, *byte)

// What is asked of every result crosses with it.
%{
typedef struct {
  om_tensor *tensor;
  int64_t bytes;
} onemodel_result;
%}
%typemap(argout) void **HANDLES, void **HANDLES_OUT ""
%typemap(argout) void **TENSOR_OUT %{ if ($1 != NULL) ((onemodel_result *)$1)->bytes = om_tensor_byte_count(*$1); %}

// A call that can fail takes along a value that was closed, and releases it first: that needs no call of its own.
%{
typedef struct {
  om_error *error;
  om_value *closed;
} onemodel_failure;

static om_error **onemodel_begin(void *input) {
  onemodel_failure *failure = input;
  if (failure->closed != NULL) om_value_release(failure->closed);
  failure->closed = NULL;
  return &failure->error;
}
%}
%onemodel_go_pointer(void **FAILURE, *Failure)
%typemap(in) void **FAILURE %{ $1 = onemodel_begin($input); %}

// Several texts cross as one piece of memory, since C must not read pointers of Go that lie in memory of Go: the number
// of texts, the offset of each, and their bytes. nil is NULL.
%onemodel_go_pointer(char **TEXTS, *int64)
%typemap(in) char **TEXTS (char *few[16]) %{ $1 = onemodel_texts((const int64_t *)$input, few); %}
%typemap(freearg) char **TEXTS %{ if ($1 != few$argnum) free($1); %}
%{
// The pointers to the texts of a block, in `few` where they fit. NULL without memory, which the callee refuses.
static char **onemodel_texts(const int64_t *block, char **few) {
  if (block == NULL) return NULL;
  const int64_t count = block[0];
  char **texts = count <= 16 ? few : malloc((size_t)count * sizeof *texts);
  if (texts == NULL) return NULL;
  for (int64_t i = 0; i < count; ++i) texts[i] = (char *)block + block[1 + i];
  return texts;
}
%}
