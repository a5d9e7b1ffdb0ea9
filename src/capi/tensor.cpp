// om_tensor_*, om_value_*, om_type_*.
#include "tensor/tensor.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "capi/handles.h"
#include "tensor/make_tensor.h"

using namespace onemodel;

namespace {

void require_type(om_type type) {
  if (!is_element_type(type)) throw Failure(Reason::argument_type, text_of(type, " is not an element type"), "type");
}

void require_plain_type(om_type type) {
  require_type(type);
  if (type == OM_STRING) {
    throw Failure(Reason::argument_type, "string tensors are made by om_tensor_create_strings", "type");
  }
}

void require_bytes(om_type type, const Shape& shape, const void* data, int64_t byte_count) {
  require_array(data, byte_count, "data");
  const int64_t needed = storage_bytes(type, shape.element_count());
  if (byte_count != needed) {
    throw Failure(Reason::argument_bytes,
                  text_of(byte_count, " bytes are given, ", element_type_row(type).name, " of shape ",
                          list_text(shape.extents()), " needs ", needed),
                  "byte_count");
  }
}

Reference<Tensor> string_tensor(const om_context& context, const Shape& shape, const char* const* strings,
                                const int64_t* lengths, int64_t count) {
  require_array(strings, count, "strings");
  if (count != shape.element_count()) {
    throw Failure(
        Reason::argument_bytes,
        text_of(count, " strings are given, the shape ", list_text(shape.extents()), " needs ", shape.element_count()),
        "count");
  }
  std::vector<std::string_view> views;
  views.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    if (lengths == nullptr) {
      require_pointer(strings[i], "strings");
      views.emplace_back(strings[i]);
    } else {
      require_array(strings[i], lengths[i], "lengths");
      views.emplace_back(strings[i], static_cast<size_t>(lengths[i]));
    }
  }
  return copied_strings(context, shape, views);
}

// What all makers of tensors share.
template <class Make>
om_status make_tensor(om_tensor** tensor, om_error** error, Make&& make) {
  return guarded(error, [&] {
    require_pointer(tensor, "tensor");
    *tensor = nullptr;
    *tensor = make().detach();
  });
}

const Tensor* tensor_or_null(const om_tensor* tensor) { return static_cast<const Tensor*>(tensor); }

}  // namespace

OM_EXPORT const char* om_type_name(om_type type) {
  return is_element_type(type) ? element_type_row(type).name : nullptr;
}

OM_EXPORT om_type om_type_from_name(const char* name) {
  if (name == nullptr) return 0;
  for (const ElementTypeRow& row : element_types) {
    if (std::strcmp(row.name, name) == 0) return row.type;
  }
  return 0;
}

OM_EXPORT int64_t om_type_bits(om_type type) { return is_element_type(type) ? element_type_row(type).bits : 0; }

OM_EXPORT om_status om_tensor_create(const om_context* context, om_type type, const int64_t* shape, int64_t rank,
                                     const void* data, int64_t byte_count, om_tensor** tensor, om_error** error) {
  return make_tensor(tensor, error, [&] {
    require_plain_type(type);
    const Shape extents = shape_of(shape, rank);
    require_bytes(type, extents, data, byte_count);
    return copied(context_or_default(context), type, extents, data, byte_count);
  });
}

OM_EXPORT om_status om_tensor_borrow(const om_context* context, om_type type, const int64_t* shape, int64_t rank,
                                     const void* data, int64_t byte_count, om_release_callback release, void* user_data,
                                     om_tensor** tensor, om_error** error) {
  return make_tensor(tensor, error, [&] {
    require_plain_type(type);
    const Shape extents = shape_of(shape, rank);
    require_bytes(type, extents, data, byte_count);
    if (!is_aligned(type, data)) {
      throw Failure(Reason::argument_bytes,
                    text_of("the memory is not aligned to elements of type ", element_type_row(type).name), "data");
    }
    return borrowed(context_or_default(context), type, extents, data, byte_count, release, user_data);
  });
}

OM_EXPORT om_status om_tensor_create_strings(const om_context* context, const int64_t* shape, int64_t rank,
                                             const char* const* strings, const int64_t* lengths, int64_t count,
                                             om_tensor** tensor, om_error** error) {
  return make_tensor(tensor, error, [&] {
    return string_tensor(context_or_default(context), shape_of(shape, rank), strings, lengths, count);
  });
}

OM_EXPORT om_status om_tensor_describe(om_type type, const int64_t* shape, int64_t rank, om_tensor** tensor,
                                       om_error** error) {
  return make_tensor(tensor, error, [&] {
    require_type(type);
    return Tensor::describe(type, shape_of(shape, rank));
  });
}

OM_EXPORT om_type om_tensor_type(const om_tensor* tensor) {
  return tensor != nullptr ? tensor_or_null(tensor)->type() : 0;
}

OM_EXPORT int64_t om_tensor_rank(const om_tensor* tensor) {
  return tensor != nullptr ? tensor_or_null(tensor)->shape().rank() : 0;
}

OM_EXPORT const int64_t* om_tensor_shape(const om_tensor* tensor) {
  return tensor != nullptr ? tensor_or_null(tensor)->shape().data() : nullptr;
}

OM_EXPORT int64_t om_tensor_element_count(const om_tensor* tensor) {
  return tensor != nullptr ? tensor_or_null(tensor)->element_count() : 0;
}

OM_EXPORT int64_t om_tensor_byte_count(const om_tensor* tensor) {
  const Tensor* t = tensor_or_null(tensor);
  return om_tensor_data(tensor) != nullptr ? storage_bytes(t->type(), t->element_count()) : 0;
}

OM_EXPORT const void* om_tensor_data(const om_tensor* tensor) {
  return tensor != nullptr && tensor_or_null(tensor)->type() != OM_STRING ? tensor_or_null(tensor)->data() : nullptr;
}

OM_EXPORT const char* om_tensor_string(const om_tensor* tensor, int64_t index, int64_t* length) {
  if (length != nullptr) *length = 0;
  const Tensor* t = tensor_or_null(tensor);
  if (t == nullptr || t->type() != OM_STRING || !t->has_elements() || index < 0 || index >= t->element_count()) {
    return nullptr;
  }
  const std::string_view string = t->strings()[index].view();
  if (length != nullptr) *length = static_cast<int64_t>(string.size());
  return string.data();
}

OM_EXPORT void om_value_retain(om_value* value) {
  if (value != nullptr) value->retain();
}

OM_EXPORT void om_value_release(om_value* value) {
  if (value != nullptr) value->release();
}

OM_EXPORT void om_tensor_retain(om_tensor* tensor) { om_value_retain(tensor); }

OM_EXPORT void om_tensor_release(om_tensor* tensor) { om_value_release(tensor); }
