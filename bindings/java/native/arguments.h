// What the generated code needs to pass Java's arrays, buffers and exceptions to and from C.
#pragma once

#include <jni.h>
#include <onemodel.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace onemodel_java {

// Set when the library is loaded.
extern JavaVM* machine;
extern jclass exception_class;           // OneModelException
extern jmethodID exception_constructor;  // (status, error): takes the error over

inline void throw_out_of_memory(JNIEnv* env) {
  if (const jclass error = env->FindClass("java/lang/OutOfMemoryError")) {
    env->ThrowNew(error, "an argument cannot be copied");
  }
}

// A call failed: throws an OneModelException, which takes the error over.
inline void throw_failure(JNIEnv* env, om_status status, om_error* error) {
  const jobject exception =
      env->NewObject(exception_class, exception_constructor, static_cast<jint>(status), reinterpret_cast<jlong>(error));
  if (exception != nullptr) env->Throw(static_cast<jthrowable>(exception));
}

// An array as C takes it: on the stack where it is short. Null until it is filled.
template <class Element>
class Array {
 public:
  // Room for `count` elements. Throws in Java and gives false if there is none.
  bool resize(JNIEnv* env, int64_t count) {
    data_ = few_;
    if (count > most_on_stack) {
      many_.reset(new (std::nothrow) Element[static_cast<size_t>(count)]);
      data_ = many_.get();
      if (data_ == nullptr) throw_out_of_memory(env);
    }
    return data_ != nullptr;
  }

  Element* data() { return data_; }

 private:
  static constexpr int64_t most_on_stack = sizeof(Element) == 1 ? 128 : 16;

  Element few_[most_on_stack];
  std::unique_ptr<Element[]> many_;
  Element* data_ = nullptr;
};

using Floats = Array<float>;
using Bytes = Array<char>;

// Each `read` leaves the array null where Java's is, and gives false if it has thrown.

inline bool read(JNIEnv* env, jfloatArray from, Floats& to) {
  if (from == nullptr) return true;
  const jsize count = env->GetArrayLength(from);
  if (!to.resize(env, count)) return false;
  env->GetFloatArrayRegion(from, 0, count, to.data());
  return true;
}

// The bytes, and a zero byte after them.
inline bool read(JNIEnv* env, jbyteArray from, Bytes& to) {
  if (from == nullptr) return true;
  const jsize count = env->GetArrayLength(from);
  if (!to.resize(env, int64_t{count} + 1)) return false;
  env->GetByteArrayRegion(from, 0, count, reinterpret_cast<jbyte*>(to.data()));
  to.data()[count] = 0;
  return true;
}

// An array of texts, each with a zero byte after it; null where Java's is.
class Texts {
 public:
  bool read(JNIEnv* env, jobjectArray from) {
    if (from == nullptr) return true;
    const jsize count = env->GetArrayLength(from);
    int64_t bytes = 0;
    const auto for_each = [&](auto&& use) {
      for (jsize i = 0; i < count; ++i) {
        const auto text = static_cast<jbyteArray>(env->GetObjectArrayElement(from, i));
        use(i, text, text == nullptr ? 0 : env->GetArrayLength(text));
        env->DeleteLocalRef(text);
      }
    };
    for_each([&](jsize, jbyteArray text, jsize length) { bytes += text == nullptr ? 0 : int64_t{length} + 1; });
    if (!pointers_.resize(env, count) || !bytes_.resize(env, bytes)) return false;
    char* end = bytes_.data();
    for_each([&](jsize i, jbyteArray text, jsize length) {
      pointers_.data()[i] = text == nullptr ? nullptr : end;
      if (text == nullptr) return;
      env->GetByteArrayRegion(text, 0, length, reinterpret_cast<jbyte*>(end));
      end[length] = 0;
      end += length + 1;
    });
    return true;
  }

  const char** data() { return pointers_.data(); }

 private:
  Array<const char*> pointers_;
  Bytes bytes_;
};

// Memory that is read during one call: that of a direct buffer, or of an array of a primitive type. An array is not
// copied, but it holds up the collector: between pin and unpin nothing of Java may be called.
class Memory {
 public:
  void read(JNIEnv* env, jobject memory) {
    data_ = memory == nullptr ? nullptr : env->GetDirectBufferAddress(memory);
    array_ = data_ == nullptr ? static_cast<jarray>(memory) : nullptr;
  }

  void* pin(JNIEnv* env) {
    if (array_ != nullptr) data_ = env->GetPrimitiveArrayCritical(array_, nullptr);
    return data_;
  }

  void unpin(JNIEnv* env) {
    if (array_ != nullptr) env->ReleasePrimitiveArrayCritical(array_, data_, JNI_ABORT);
  }

 private:
  void* data_ = nullptr;
  jarray array_ = nullptr;
};

// Copies memory into an array of a primitive type, in pieces, so that the collector never waits for long.
inline void copy_to_array(JNIEnv* env, const void* from, jarray to, int64_t byte_count) {
  constexpr int64_t piece = 1 << 20;
  for (int64_t done = 0; done < byte_count; done += piece) {
    void* elements = env->GetPrimitiveArrayCritical(to, nullptr);
    if (elements == nullptr) return throw_out_of_memory(env);
    std::memcpy(static_cast<char*>(elements) + done, static_cast<const char*>(from) + done,
                static_cast<size_t>(std::min(piece, byte_count - done)));
    env->ReleasePrimitiveArrayCritical(to, elements, 0);
  }
}

inline jbyteArray new_bytes(JNIEnv* env, const char* bytes, int64_t count) {
  if (bytes == nullptr) return nullptr;
  const jbyteArray array = env->NewByteArray(static_cast<jsize>(count));
  if (array != nullptr) {
    env->SetByteArrayRegion(array, 0, static_cast<jsize>(count), reinterpret_cast<const jbyte*>(bytes));
  }
  return array;
}

inline jbyteArray new_bytes(JNIEnv* env, const char* text) {
  return text == nullptr ? nullptr : new_bytes(env, text, static_cast<int64_t>(std::strlen(text)));
}

inline jlongArray new_int64s(JNIEnv* env, const int64_t* values, int64_t count) {
  if (values == nullptr) return nullptr;
  const jlongArray array = env->NewLongArray(static_cast<jsize>(count));
  if (array != nullptr) {
    env->SetLongArrayRegion(array, 0, static_cast<jsize>(count), reinterpret_cast<const jlong*>(values));
  }
  return array;
}

// An om_release_callback: lets go of the object whose memory was borrowed, on whichever thread that happens.
inline void forget(void* kept) {
  void* env = nullptr;
  if (machine->GetEnv(&env, JNI_VERSION_10) == JNI_OK) {
    static_cast<JNIEnv*>(env)->DeleteGlobalRef(static_cast<jobject>(kept));
  } else if (machine->AttachCurrentThreadAsDaemon(&env, nullptr) == JNI_OK) {
    static_cast<JNIEnv*>(env)->DeleteGlobalRef(static_cast<jobject>(kept));
    machine->DetachCurrentThread();
  }
}

}  // namespace onemodel_java
