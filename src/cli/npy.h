// NumPy's file format for arrays, versions 1.0 to 3.0.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "corpus/tensor.h"

namespace onemodel::cli {

// Bytes that are no .npy file, or an array of a type that a tensor cannot have. what() is one line.
class NpyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads an array of booleans, integers, floating-point or complex numbers, in C or Fortran order, of either byte order.
// Throws NpyError.
corpus::Tensor read_npy(std::string_view bytes);

// Writes a tensor of a type that NumPy has, in C order and little-endian. Throws NpyError.
std::string write_npy(const corpus::Tensor& tensor);

}  // namespace onemodel::cli
