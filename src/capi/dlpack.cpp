// om_tensor_from_dlpack, om_tensor_to_dlpack.
#include "tensor/dlpack.h"

#include <algorithm>
#include <memory>

#include "capi/handles.h"
#include "kernels/strided_copy.h"
#include "tensor/make_tensor.h"

using namespace onemodel;

namespace {

struct TypeRow {
  om_type type;
  dlpack::Code code;
  uint8_t bits;
};

constexpr TypeRow exchanged_types[] = {
    {OM_BOOL, dlpack::boolean, 8},
    {OM_INT8, dlpack::signed_integer, 8},
    {OM_INT16, dlpack::signed_integer, 16},
    {OM_INT32, dlpack::signed_integer, 32},
    {OM_INT64, dlpack::signed_integer, 64},
    {OM_UINT8, dlpack::unsigned_integer, 8},
    {OM_UINT16, dlpack::unsigned_integer, 16},
    {OM_UINT32, dlpack::unsigned_integer, 32},
    {OM_UINT64, dlpack::unsigned_integer, 64},
    {OM_FLOAT16, dlpack::floating, 16},
    {OM_FLOAT32, dlpack::floating, 32},
    {OM_FLOAT64, dlpack::floating, 64},
    {OM_BFLOAT16, dlpack::bfloat, 16},
    {OM_COMPLEX64, dlpack::complex, 64},
    {OM_COMPLEX128, dlpack::complex, 128},
    {OM_FLOAT8E4M3FN, dlpack::float8_e4m3fn, 8},
    {OM_FLOAT8E4M3FNUZ, dlpack::float8_e4m3fnuz, 8},
    {OM_FLOAT8E5M2, dlpack::float8_e5m2, 8},
    {OM_FLOAT8E5M2FNUZ, dlpack::float8_e5m2fnuz, 8},
    {OM_FLOAT8E8M0, dlpack::float8_e8m0fnu, 8},
};

om_type type_of(const dlpack::DataType& type) {
  const auto row = std::ranges::find_if(
      exchanged_types, [&](const TypeRow& r) { return r.code == type.code && r.bits == type.bits && type.lanes == 1; });
  if (row == std::end(exchanged_types)) {
    throw Failure(Reason::dlpack_unsupported, text_of("the DLPack type of code ", int{type.code}, ", ", int{type.bits},
                                                      " bits and ", type.lanes, " lanes is not exchanged"));
  }
  return row->type;
}

const TypeRow& row_of(om_type type) {
  const auto row = std::ranges::find_if(exchanged_types, [&](const TypeRow& r) { return r.type == type; });
  if (row == std::end(exchanged_types)) {
    throw Failure(Reason::dlpack_unsupported,
                  text_of("DLPack does not exchange ", element_type_row(type).name, " tensors here"));
  }
  return *row;
}

void delete_managed(DLManagedTensorVersioned* managed) {
  if (managed->deleter != nullptr) managed->deleter(managed);
}

// Only axes that are walked along matter: those of extent 1, and all of an empty tensor, may have any stride.
bool is_row_major(const dlpack::Tensor& tensor, const Shape& shape) {
  if (tensor.strides == nullptr || shape.element_count() == 0) return true;
  int64_t expected[OM_MAX_RANK];
  row_major_strides(shape.extents(), expected);
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] != 1 && tensor.strides[axis] != expected[axis]) return false;
  }
  return true;
}

// A row-major copy of a tensor with any strides.
Reference<Tensor> gathered(const om_context& context, om_type type, const Shape& shape, const int64_t* strides,
                           const std::byte* data) {
  Reference<Tensor> tensor = Tensor::allocate(context, type, shape);
  StridedCopy copy;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) copy.append_axis(shape[axis], strides[axis], 0);
  set_row_major_target(&copy);
  strided_copy(*context.workers, storage_bits(type), copy, data, tensor->mutable_data());
  return canonical(std::move(tensor));
}

Reference<Tensor> from_dlpack(const om_context& context, DLManagedTensorVersioned* managed) {
  require_pointer(managed, "managed");
  if (managed->version.major != dlpack::major_version) {
    throw Failure(Reason::dlpack_unsupported, text_of("DLPack version ", managed->version.major, " is not known here"));
  }
  const dlpack::Tensor& tensor = managed->tensor;
  if (tensor.device.type != dlpack::cpu) {
    throw Failure(Reason::dlpack_unsupported, text_of("device type ", tensor.device.type, " is not the CPU"));
  }
  if (tensor.rank < 0 || (tensor.rank > 0 && tensor.shape == nullptr)) {
    throw Failure(Reason::argument_dlpack, text_of("the tensor of rank ", tensor.rank, " has no shape"));
  }
  const om_type type = type_of(tensor.type);
  const Shape shape = shape_of(tensor.shape, tensor.rank);
  const int64_t bytes = storage_bytes(type, shape.element_count());
  if (bytes > 0 && tensor.data == nullptr) throw Failure(Reason::argument_dlpack, "the tensor has no data");

  const std::byte* data = bytes > 0 ? static_cast<const std::byte*>(tensor.data) + tensor.byte_offset : nullptr;
  if (!is_row_major(tensor, shape)) {
    Reference<Tensor> copy = gathered(context, type, shape, tensor.strides, data);
    delete_managed(managed);
    return copy;
  }
  if (!is_aligned(type, data)) {
    Reference<Tensor> copy = copied(context, type, shape, data, bytes);
    delete_managed(managed);
    return copy;
  }
  const auto release = [](void* user_data) { delete_managed(static_cast<DLManagedTensorVersioned*>(user_data)); };
  return borrowed(context, type, shape, data, bytes, release, managed);
}

// What om_tensor_to_dlpack hands out, with what it points at.
struct Exported {
  DLManagedTensorVersioned managed;
  Reference<Tensor> tensor;
  int64_t shape[OM_MAX_RANK];
  int64_t strides[OM_MAX_RANK];
};

}  // namespace

OM_EXPORT om_status om_tensor_from_dlpack(const om_context* context, struct DLManagedTensorVersioned* managed,
                                          om_tensor** tensor, om_error** error) {
  return guarded(error, [&] {
    require_pointer(tensor, "tensor");
    *tensor = nullptr;
    *tensor = from_dlpack(context_or_default(context), managed).detach();
  });
}

OM_EXPORT om_status om_tensor_to_dlpack(const om_tensor* tensor, struct DLManagedTensorVersioned** managed,
                                        om_error** error) {
  return guarded(error, [&] {
    require_pointer(managed, "managed");
    *managed = nullptr;
    const Tensor* source = tensor_of(tensor, "tensor");
    require_elements(source, "tensor");
    const TypeRow& type = row_of(source->type());

    auto exported = std::make_unique<Exported>();
    exported->tensor = Reference<Tensor>::share(const_cast<Tensor*>(source));
    std::ranges::copy(source->shape().extents(), exported->shape);
    row_major_strides(source->shape().extents(), exported->strides);
    exported->managed.version = {dlpack::major_version, 0};
    exported->managed.manager_context = exported.get();
    exported->managed.deleter = [](DLManagedTensorVersioned* self) {
      delete static_cast<Exported*>(self->manager_context);
    };
    exported->managed.flags = dlpack::read_only;
    exported->managed.tensor = {const_cast<std::byte*>(source->data()),
                                {dlpack::cpu, 0},
                                static_cast<int32_t>(source->shape().rank()),
                                {type.code, type.bits, 1},
                                exported->shape,
                                exported->strides,
                                0};
    *managed = &exported.release()->managed;
  });
}
