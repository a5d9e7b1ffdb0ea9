// What is looked up once, when Java loads the library.
#include "arguments.h"

namespace onemodel_java {

JavaVM* machine = nullptr;
jclass exception_class = nullptr;
jmethodID exception_constructor = nullptr;

}  // namespace onemodel_java

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void*) {
  using namespace onemodel_java;
  void* found = nullptr;
  if (vm->GetEnv(&found, JNI_VERSION_10) != JNI_OK) return JNI_ERR;
  auto* env = static_cast<JNIEnv*>(found);
  const jclass exception = env->FindClass("org/onemodel/OneModelException");
  if (exception == nullptr) return JNI_ERR;
  exception_constructor = env->GetMethodID(exception, "<init>", "(IJ)V");
  exception_class = static_cast<jclass>(env->NewGlobalRef(exception));
  machine = vm;
  return exception_constructor != nullptr && exception_class != nullptr ? JNI_VERSION_10 : JNI_ERR;
}
