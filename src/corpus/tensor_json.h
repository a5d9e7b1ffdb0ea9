// Tensors and elements as JSON; the format is in conformance/README.md.
#pragma once

#include <string>

#include "corpus/json.h"
#include "corpus/tensor.h"

namespace onemodel::corpus {

// A tensor together with how the corpus writes its elements.
struct WrittenTensor {
  Tensor tensor;          // without elements if sha256 is given
  std::string sha256;     // of the bytes, instead of the elements; else ""
  std::string generator;  // {"iota": ...}, {"fill": ...} or {"random": ...} as text; "" if the elements are listed

  bool operator==(const WrittenTensor&) const = default;
};

// The most elements that a tensor of a case may have.
inline constexpr int64_t kMaxElements = int64_t{1} << 24;

enum class AllowDigest { no, yes };

// Reads a tensor. Throws JsonError.
WrittenTensor read_tensor(const JsonCursor& cursor, AllowDigest allow_digest);

// Writes a tensor with its elements listed, or as it was written.
Json write_tensor(const Tensor& tensor);
Json write_tensor(const WrittenTensor& tensor);

// Reads and writes one element of a type: int64, uint64, float32, string, ... (not complex for the bits form).
int64_t read_int64(const JsonCursor& cursor);
float read_float32(const JsonCursor& cursor);
std::string read_bytes(const JsonCursor& cursor);
Json write_int64(int64_t value);
Json write_float32(float value);
Json write_bytes(const std::string& bytes);

// Element `index` as JSON.
Json write_element(const Tensor& tensor, int64_t index);

// The SHA-256 of the tensor's bytes, in hexadecimal.
std::string tensor_sha256(const Tensor& tensor);

}  // namespace onemodel::corpus
