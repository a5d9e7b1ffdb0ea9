#include "graph/onnx_tensor_reader.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "graph/byte_order.h"
#include "graph/external_data.h"
#include "graph/onnx_fields.h"
#include "graph/onnx_reader.h"
#include "graph/protobuf.h"
#include "tensor/make_tensor.h"

namespace onemodel {
namespace {

using Field = onnx::TensorProto;

// The fields that have one entry for each number, and how errors call them.
constexpr std::pair<Field, const char*> typed_fields[] = {
    {Field::float_data, "float_data"}, {Field::int32_data, "int32_data"},   {Field::string_data, "string_data"},
    {Field::int64_data, "int64_data"}, {Field::double_data, "double_data"}, {Field::uint64_data, "uint64_data"}};

// The one of them in which the elements of a type stand.
std::pair<Field, const char*> typed_field(om_type type) {
  switch (type) {
    case OM_FLOAT32:
    case OM_COMPLEX64:
      return typed_fields[0];
    case OM_STRING:
      return typed_fields[2];
    case OM_INT64:
      return typed_fields[3];
    case OM_FLOAT64:
    case OM_COMPLEX128:
      return typed_fields[4];
    case OM_UINT32:
    case OM_UINT64:
      return typed_fields[5];
    default:
      return typed_fields[1];
  }
}

// What a TensorProto says, with the data still in it.
struct Description {
  std::string_view name;
  std::array<int64_t, OM_MAX_RANK> dims{};
  int64_t rank = 0;  // may be more than there are dims
  int64_t data_type = 0;
  std::array<int64_t, 16> entries{};  // of each field, where it is a typed one
  std::string_view raw_data;
  bool has_segment = false;
  int64_t data_location = onnx::DEFAULT;
  ExternalLocation external;
  bool repeats_external = false;

  int64_t& entries_of(Field field) { return entries[static_cast<size_t>(field)]; }
  int64_t entries_of(Field field) const { return entries[static_cast<size_t>(field)]; }
  void add_dim(int64_t dim) {
    if (rank < OM_MAX_RANK) dims[static_cast<size_t>(rank)] = dim;
    ++rank;
  }
};

void read_external_entry(std::string_view message_bytes, Description& description) {
  using Entry = onnx::StringStringEntryProto;
  const std::string_view key = find_bytes(message_bytes, Entry::key);
  ExternalLocation& external = description.external;
  std::optional<std::string_view>* const place = key == "location" ? &external.location
                                                 : key == "offset" ? &external.offset
                                                 : key == "length" ? &external.length
                                                                   : nullptr;
  if (place == nullptr) return;
  description.repeats_external = description.repeats_external || place->has_value();
  *place = find_bytes(message_bytes, Entry::value);
}

// Repeated numbers come packed into one field or one to a field; a reader takes both.
Description describe(std::string_view message_bytes) {
  Description description;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    const Field field = message.tag();
    const auto count_one = [&] {
      ++description.entries_of(field);
      message.skip();
    };
    const auto count_packed = [&](const auto& range) {
      description.entries_of(field) += static_cast<int64_t>(range.size());
    };
    switch (message.tag_and_type()) {
      case varint(Field::dims):
        description.add_dim(message.get_int64());
        break;
      case bytes(Field::dims):
        for (const int64_t dim : message.get_packed_int64()) description.add_dim(dim);
        break;
      case varint(Field::data_type):
        description.data_type = message.get_int64();
        break;
      case bytes(Field::segment):
        description.has_segment = true;
        message.skip();
        break;
      case fixed32(Field::float_data):
      case varint(Field::int32_data):
      case bytes(Field::string_data):
      case varint(Field::int64_data):
      case fixed64(Field::double_data):
      case varint(Field::uint64_data):
        count_one();
        break;
      case bytes(Field::float_data):
        count_packed(message.get_packed_fixed32());
        break;
      case bytes(Field::int32_data):
        count_packed(message.get_packed_int32());
        break;
      case bytes(Field::int64_data):
        count_packed(message.get_packed_int64());
        break;
      case bytes(Field::double_data):
        count_packed(message.get_packed_fixed64());
        break;
      case bytes(Field::uint64_data):
        count_packed(message.get_packed_uint64());
        break;
      case bytes(Field::name):
        description.name = view_of(message);
        break;
      case bytes(Field::raw_data):
        description.raw_data = view_of(message);
        break;
      case bytes(Field::external_data):
        read_external_entry(view_of(message), description);
        break;
      case varint(Field::data_location):
        description.data_location = message.get_int64();
        break;
      default:
        message.skip();
    }
  });
  return description;
}

template <class... Parts>
void require(bool holds, const Parts&... otherwise) {
  if (!holds) throw Failure(Reason::model_tensor, text_of(otherwise...));
}

// Refuses elements in a field that is not the one they are read from.
void require_no_other_data(const Description& description, std::string_view used) {
  for (const auto& [field, name] : typed_fields) {
    require(name == used || description.entries_of(field) == 0, "there is data in ", name, ", but ", used,
            " is what is read");
  }
  require(used == "raw_data" || description.raw_data.empty(), "there is data in raw_data, but ", used,
          " is what is read");
}

void require_size(std::string_view what, int64_t actual, int64_t needed) {
  require(actual == needed, "there are ", actual, " ", what, ", but type and dims need ", needed);
}

om_type type_of(const Description& description) {
  const int64_t type = description.data_type;
  require(type >= OM_FLOAT32 && type <= OM_INT2, "the data type ", type, " is none");
  return static_cast<om_type>(type);
}

Shape shape_of(const Description& description) {
  Shape shape;
  for (int64_t axis = 0; axis < description.rank; ++axis) {
    // One axis too many is refused before its extent is looked for.
    const int64_t extent = axis < OM_MAX_RANK ? description.dims[static_cast<size_t>(axis)] : 0;
    require(extent >= 0, "the extent ", extent, " of axis ", axis, " is negative");
    shape.append(extent);
  }
  return shape;
}

// Sizes that overflow are a fault of the file here.
template <class Size>
int64_t size_that_fits(Size&& size) {
  try {
    return size();
  } catch (const Failure& failure) {
    throw Failure(Reason::model_tensor, failure.text());
  }
}

// The values that an int32_data entry may have: those of the element, or of a byte of packed elements. A packed byte is
// found signed and unsigned, and true as any number but 0. Elements that are larger stand in other fields.
std::pair<int64_t, int64_t> int32_data_range(om_type type) {
  const int64_t bits = storage_bits(type);
  if (type == OM_BOOL || bits > 32) return {INT32_MIN, INT32_MAX};
  if (bits < 8) return {INT8_MIN, UINT8_MAX};
  const int64_t values = int64_t{1} << bits;
  const bool is_signed = type == OM_INT8 || type == OM_INT16 || type == OM_INT32;
  return is_signed ? std::pair{-values / 2, values / 2 - 1} : std::pair{int64_t{0}, values - 1};
}

// Writes numbers one after the other, each from the low bytes of what it is given.
class NumberWriter {
 public:
  NumberWriter(om_type type, std::byte* data) : next_(data), size_(number_bytes(type)) {}
  void write(uint64_t value) {
    switch (size_) {
      case 1:
        return copy(static_cast<uint8_t>(value));
      case 2:
        return copy(static_cast<uint16_t>(value));
      case 4:
        return copy(static_cast<uint32_t>(value));
      default:
        return copy(value);
    }
  }

 private:
  template <class Number>
  void copy(Number number) {
    std::memcpy(next_, &number, sizeof number);
    next_ += sizeof number;
  }

  std::byte* next_;
  int64_t size_;
};

// Fills the tensor from its typed field, which is the only one with entries and has as many as are needed.
void fill_from_typed_field(std::string_view message_bytes, Tensor& tensor) {
  const om_type type = tensor.type();
  NumberWriter writer(type, tensor.mutable_data());
  const auto [smallest, largest] = int32_data_range(type);
  const auto put = [&](auto value) { writer.write(static_cast<uint64_t>(value)); };
  const auto put_int32 = [&, smallest = smallest, largest = largest](int32_t value) {
    require(value >= smallest && value <= largest, value, " in int32_data is no ", element_type_row(type).name);
    put(type == OM_BOOL ? int32_t{value != 0} : value);
  };
  const auto put_uint64 = [&](uint64_t value) {
    require(type == OM_UINT64 || value <= UINT32_MAX, value, " in uint64_data is no uint32");
    put(value);
  };
  const auto put_all = [](const auto& range, const auto& put_one) {
    for (const auto value : range) put_one(value);
  };
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case fixed32(Field::float_data):
        put(message.get_fixed32());
        break;
      case bytes(Field::float_data):
        put_all(message.get_packed_fixed32(), put);
        break;
      case varint(Field::int32_data):
        put_int32(message.get_int32());
        break;
      case bytes(Field::int32_data):
        put_all(message.get_packed_int32(), put_int32);
        break;
      case varint(Field::int64_data):
        put(message.get_int64());
        break;
      case bytes(Field::int64_data):
        put_all(message.get_packed_int64(), put);
        break;
      case fixed64(Field::double_data):
        put(message.get_fixed64());
        break;
      case bytes(Field::double_data):
        put_all(message.get_packed_fixed64(), put);
        break;
      case varint(Field::uint64_data):
        put_uint64(message.get_uint64());
        break;
      case bytes(Field::uint64_data):
        put_all(message.get_packed_uint64(), put_uint64);
        break;
      default:
        message.skip();
    }
  });
}

Reference<Tensor> read_strings(const om_context& context, std::string_view message_bytes,
                               const Description& description, const Shape& shape, int64_t count) {
  require(description.data_location == onnx::DEFAULT, "strings cannot be external data");
  require(description.raw_data.empty(), "there are strings in raw_data");
  require_no_other_data(description, "string_data");
  require_size("strings", description.entries_of(Field::string_data), count);
  std::vector<std::string_view> strings;
  strings.reserve(static_cast<size_t>(count));
  for_each_field<Field>(message_bytes, [&](auto& message) {
    if (message.tag_and_type() == bytes(Field::string_data)) {
      strings.push_back(view_of(message));
    } else {
      message.skip();
    }
  });
  return copied_strings(context, shape, strings);
}

Reference<Tensor> read_external(const om_context& context, const std::filesystem::path* folder,
                                const Description& description, om_type type, const Shape& shape, int64_t byte_count,
                                int64_t* external_bytes) {
  require_no_other_data(description, "external_data");
  if (description.repeats_external) {
    throw Failure(Reason::model_external_data, "location, offset or length of external data is given twice");
  }
  ExternalData data(folder, description.external, byte_count);
  if (byte_count > context.memory_limit - *external_bytes) {
    throw Failure(Reason::memory_exhausted,
                  text_of("the model's external data are more than the limit of ", context.memory_limit, " bytes"));
  }
  *external_bytes += byte_count;
  Reference<Tensor> tensor = Tensor::allocate(context, type, shape);
  data.read(reinterpret_cast<char*>(tensor->mutable_data()));
  swap_little_endian(type, tensor->mutable_data(), byte_count);
  return canonical(std::move(tensor));
}

Reference<Tensor> read_raw(const om_context& context, const Description& description, om_type type, const Shape& shape,
                           int64_t byte_count) {
  require_no_other_data(description, "raw_data");
  require_size("bytes in raw_data", static_cast<int64_t>(description.raw_data.size()), byte_count);
  Reference<Tensor> tensor = copied(context, type, shape, description.raw_data.data(), byte_count);
  swap_little_endian(type, tensor->mutable_data(), byte_count);
  return tensor;
}

Reference<Tensor> read_typed(const om_context& context, std::string_view message_bytes, const Description& description,
                             om_type type, const Shape& shape, int64_t byte_count) {
  const auto [field, name] = typed_field(type);
  require_no_other_data(description, name);
  require_size(text_of("entries in ", name), description.entries_of(field), byte_count / number_bytes(type));
  Reference<Tensor> tensor = Tensor::allocate(context, type, shape);
  fill_from_typed_field(message_bytes, *tensor);
  return canonical(std::move(tensor));
}

}  // namespace

Reference<Tensor> OnnxTensorReader::read(std::string_view message_bytes, std::string_view name) {
  const Description description = describe(message_bytes);
  try {
    require(!description.has_segment, "the data is in segments, which are not read");
    const om_type type = type_of(description);
    const Shape shape = shape_of(description);
    const int64_t count = size_that_fits([&] { return shape.element_count(); });
    if (type == OM_STRING) return read_strings(context_, message_bytes, description, shape, count);
    const int64_t byte_count = size_that_fits([&] { return storage_bytes(type, count); });
    if (description.data_location == onnx::EXTERNAL) {
      return read_external(context_, folder_, description, type, shape, byte_count, &external_bytes_);
    }
    require(description.data_location == onnx::DEFAULT, "the data location ", description.data_location, " is none");
    if (!description.raw_data.empty()) return read_raw(context_, description, type, shape, byte_count);
    return read_typed(context_, message_bytes, description, type, shape, byte_count);
  } catch (const Failure& failure) {
    throw Failure(failure.reason(), failure.text(), description.name.empty() ? name : description.name);
  }
}

Reference<Tensor> read_onnx_tensor(const om_context& context, std::string_view message_bytes) {
  return read_message("TensorProto", [&] { return OnnxTensorReader(context, nullptr).read(message_bytes, ""); });
}

}  // namespace onemodel
