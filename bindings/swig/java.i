// How Java passes the patterns of onemodel.i.
//
// Handles are long. So are arrays of int64 and of handles, read or written: the address of native memory, of which each thread
// has a piece to copy them to and from (Scratch.java), as one call back into Java for an array takes as long as a small
// operator. Text is UTF-8 in byte[]: a String would go through Java's own variant of UTF-8, which is another for characters
// outside the basic plane. A function that can fail returns the handle that it makes, if there is one, and throws an
// OneModelException when it fails, so that no call looks at a status.

%{
#include "arguments.h"
%}

// The module class is Raw (named so on SWIG's command line), in a package that the module does not export.
%javaconst(1);
%pragma(java) moduleclassmodifiers="public final class"
%pragma(java) jniclassclassmodifiers="final class"
%pragma(java) jniclasscode=%{
  static {
    NativeLibrary.load();
  }
%}

%define %passed_as(JNI, JAVA, PATTERN)
%typemap(jni) PATTERN "JNI"
%typemap(jtype) PATTERN "JAVA"
%typemap(jstype) PATTERN "JAVA"
%typemap(javain) PATTERN "$javainput"
%typemap(javaout) PATTERN { return $jnicall; }
%enddef

// ---- Failures ----

%passed_as(jlong, long, om_status)
%typemap(out) om_status %{ $result = 0; %}
%apply int32_t { om_status status, om_status om_error_status, om_status om_reason_status };

%typemap(in, numinputs=0) om_error **error (om_error *failure) %{
  failure = nullptr;
  $1 = &failure;
%}
%typemap(argout) om_error **error %{
  if (result != OM_OK) onemodel_java::throw_failure(jenv, result, *$1);
%}

// ---- Handles ----

%passed_as(jlong, long, void *HANDLE)
%typemap(in) void *HANDLE %{ $1 = reinterpret_cast<$1_ltype>($input); %}
%typemap(out) void *HANDLE %{ $result = reinterpret_cast<jlong>($1); %}

// The function's result in Java.
%typemap(in, numinputs=0) void **HANDLE_OUT ($*1_ltype made) %{
  made = nullptr;
  $1 = &made;
%}
%typemap(argout) void **HANDLE_OUT %{ $result = reinterpret_cast<jlong>(*$1); %}

%apply void *HANDLE { void **HANDLES, void **HANDLES_OUT };

// A second handle goes to an address, which is null if it is not wanted.
%apply void *HANDLE { om_tensor **mask, om_tensor **indices };
%typemap(argout) om_tensor **mask, om_tensor **indices ""

// SWIG's C++ mode takes the word struct of onemodel.i for a part of the name, but not that of the header.
%apply void *HANDLE { DLManagedTensorVersioned *managed };
%apply void **HANDLE_OUT { DLManagedTensorVersioned **managed };

// ---- Numbers ----

%apply void *HANDLE { int64_t *INTS };

// As a result: an array of Java, whose length another function tells.
%define %returns_ints(FUNCTION, COUNT)
%passed_as(jlongArray, long[], const int64_t *FUNCTION)
%typemap(out) const int64_t *FUNCTION %{ $result = onemodel_java::new_int64s(jenv, $1, COUNT); %}
%enddef
%returns_ints(om_tensor_shape, om_tensor_rank(arg1))
%returns_ints(om_session_input_shape, om_session_input_rank(arg1, arg2))
%returns_ints(om_session_output_shape, om_session_output_rank(arg1, arg2))
%returns_ints(om_plan_node_output_shape, om_plan_node_output_rank(arg1, arg2, arg3))

%passed_as(jfloatArray, float[], float *FLOATS)
%typemap(in) float *FLOATS (onemodel_java::Floats floats) %{
  if (!onemodel_java::read(jenv, $input, floats)) return $null;
  $1 = floats.data();
%}

// ---- Text ----

%passed_as(jbyteArray, byte[], char *TEXT)
%typemap(in) char *TEXT (onemodel_java::Bytes text) %{
  if (!onemodel_java::read(jenv, $input, text)) return $null;
  $1 = text.data();
%}
%typemap(freearg) char *TEXT ""
%typemap(out) char *TEXT %{ $result = onemodel_java::new_bytes(jenv, $1); %}

%passed_as(jobjectArray, byte[][], char **TEXTS)
%typemap(in) char **TEXTS (onemodel_java::Texts texts) %{
  if (!texts.read(jenv, $input)) return $null;
  $1 = const_cast<$1_ltype>(texts.data());
%}

// The length that belongs to a text that is the result.
%typemap(in, numinputs=0) int64_t *INT_OUT (int64_t length) %{ $1 = &length; %}
%typemap(argout) int64_t *INT_OUT %{ $result = onemodel_java::new_bytes(jenv, result, *$1); %}
%passed_as(jbyteArray, byte[], const char *om_tensor_string)
%typemap(out) const char *om_tensor_string ""

// ---- Memory ----

// A direct buffer, or an array of a primitive type.
%passed_as(jobject, Object, void *DATA)
%typemap(in) void *DATA (onemodel_java::Memory memory) %{ memory.read(jenv, $input); %}
%typemap(check) void *DATA %{ $1 = memory$argnum.pin(jenv); %}
%typemap(argout) void *DATA %{ memory$argnum.unpin(jenv); %}

// Reading a model may open files: the collector must not wait for that, and so an array is copied.
%passed_as(jobject, Object, const void *bytes)
%typemap(in) const void *bytes (onemodel_java::Bytes copy) %{
  $1 = jenv->GetDirectBufferAddress($input);
  if ($1 == nullptr) {
    if (!onemodel_java::read(jenv, static_cast<jbyteArray>($input), copy)) return $null;
    $1 = copy.data();
  }
%}
%typemap(check) const void *bytes ""
%typemap(argout) const void *bytes ""

%apply void *HANDLE { const void *om_tensor_data };

// The object whose memory is borrowed: it is reachable for as long as the memory is needed. So a callback is never passed
// alone, as the pattern of its own would.
%passed_as(jlong, long, void *FUNCTION)
%typemap(jni) (om_release_callback release, void *user_data) "jobject"
%typemap(jtype) (om_release_callback release, void *user_data) "Object"
%typemap(jstype) (om_release_callback release, void *user_data) "Object"
%typemap(javain) (om_release_callback release, void *user_data) "$javainput"
%typemap(in) (om_release_callback release, void *user_data) %{
  $1 = onemodel_java::forget;
  $2 = jenv->NewGlobalRef($input);
  if ($2 == nullptr) {
    onemodel_java::throw_out_of_memory(jenv);
    return $null;
  }
%}
%typemap(argout) (om_release_callback release, void *user_data) %{
  if (result != OM_OK) jenv->DeleteGlobalRef(static_cast<jobject>($2));
%}

// Memory of the library as a direct buffer, and copied into an array of a primitive type; and where a direct buffer is.
%typemap(in, numinputs=0) JNIEnv *env %{ $1 = jenv; %}
%typemap(jtype) jobject buffer "java.nio.ByteBuffer"
%typemap(jstype) jobject buffer "java.nio.ByteBuffer"
%apply void *HANDLE { void *address, void *address_of };
%inline %{
jobject buffer(JNIEnv *env, void *address, int64_t byte_count) { return env->NewDirectByteBuffer(address, byte_count); }

void *address_of(JNIEnv *env, jobject buffer) { return env->GetDirectBufferAddress(buffer); }

void copy(JNIEnv *env, void *address, jobject array, int64_t byte_count) {
  onemodel_java::copy_to_array(env, address, static_cast<jarray>(array), byte_count);
}
%}
