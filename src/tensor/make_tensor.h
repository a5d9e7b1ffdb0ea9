// Tensors from memory that comes from outside.
#pragma once

#include <span>
#include <string_view>

#include "tensor/tensor.h"

namespace onemodel {

// A tensor with a copy of `data`, which has exactly the bytes the shape needs. Not for strings.
Reference<Tensor> copied(const om_context& context, om_type type, const Shape& shape, const void* data,
                         int64_t byte_count);

// A string tensor with copies of the strings, which are as many as the shape needs. The limit holds for their bytes,
// too.
Reference<Tensor> copied_strings(const om_context& context, const Shape& shape,
                                 std::span<const std::string_view> strings);

// A tensor over `data`, which is aligned; or over a copy, with `data` released, if its bytes are not canonical.
Reference<Tensor> borrowed(const om_context& context, om_type type, const Shape& shape, const void* data,
                           int64_t byte_count, om_release_callback release, void* user_data);

// Makes a tensor that nobody else has seen canonical: bools are 0 or 1, and the unused bits of the last byte 0, so that
// equal tensors have equal bytes.
Reference<Tensor> canonical(Reference<Tensor> tensor);

// Whether typed access to elements at `data` is allowed.
bool is_aligned(om_type type, const void* data);

}  // namespace onemodel
