// The raw layer in C#: static functions over nint, long and pointers, which .NET hands to C as they are. Nothing is allocated,
// no text is converted and no exception is thrown here. All of it is internal to the assembly.
//
// The helpers with which SWIG would throw exceptions and make strings are left out: SWIG and the C compiler are both given
// SWIG_CSHARP_NO_EXCEPTION_HELPER, SWIG_CSHARP_NO_STRING_HELPER and SWIG_CSHARP_NO_IMCLASS_STATIC_CONSTRUCTOR.
%pragma(csharp) imclassclassmodifiers="internal static unsafe class"
%pragma(csharp) moduleclassmodifiers="internal static unsafe class"
%csconst(1);

%define %onemodel_csharp_type(PATTERN, CSTYPE)
%typemap(ctype) PATTERN "void *"
%typemap(imtype, outattributes="[global::System.Runtime.InteropServices.SuppressGCTransition]") PATTERN "CSTYPE"
%typemap(cstype) PATTERN "CSTYPE"
%typemap(csin) PATTERN "$csinput"
%typemap(in) PATTERN "$1 = ($1_ltype)$input;"
%typemap(out) PATTERN "$result = (void *)$1;"
%typemap(csout, excode="") PATTERN { return $imcall; }
%enddef

%onemodel_csharp_type(void *HANDLE, nint)
%onemodel_csharp_type(void **HANDLE_OUT, nint*)
%onemodel_csharp_type(void **HANDLES, nint*)
%onemodel_csharp_type(void **HANDLES_OUT, nint*)
%onemodel_csharp_type(int64_t *INTS, long*)
%onemodel_csharp_type(float *FLOATS, float*)
%onemodel_csharp_type(int64_t *INT_OUT, long*)
%onemodel_csharp_type(char *TEXT, byte*)
%onemodel_csharp_type(char **TEXTS, byte**)
%onemodel_csharp_type(void *DATA, void*)
%onemodel_csharp_type(void *FUNCTION, nint)

// A function that gives a number or a pointer only reads what is there: it neither waits nor calls back, and is called without
// telling the garbage collector. One that does something gives a status, or nothing, and is called in full.
%typemap(imtype, outattributes="[global::System.Runtime.InteropServices.SuppressGCTransition]") int32_t "int"
%typemap(imtype, outattributes="[global::System.Runtime.InteropServices.SuppressGCTransition]") int64_t "long"
%typemap(imtype) om_status "int"
