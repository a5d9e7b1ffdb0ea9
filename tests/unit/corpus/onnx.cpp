// ONNX's protobuf: what is written is read again, and what is malformed is refused.
#include <doctest/doctest.h>

#include <protozero/pbf_builder.hpp>

#include "corpus/onnx_fields.h"
#include "corpus/onnx_reader.h"
#include "corpus/onnx_writer.h"
#include "corpus/split_mix.h"

using namespace onemodel::corpus;

namespace {

using Field = onnx::TensorProto;
using Builder = protozero::pbf_builder<Field>;

Tensor example(om_type type, const std::vector<int64_t>& shape) {
  if (type == OM_STRING) {
    Tensor tensor = make_zeros(type, shape);
    for (size_t i = 0; i < tensor.strings.size(); ++i)
      tensor.strings[i] = std::string("a\0\xff", 3) + std::to_string(i);
    return tensor;
  }
  const int64_t bytes = byte_count(type, element_count(shape).value()).value();
  return from_little_endian_bytes(type, shape, split_mix_bytes(7, static_cast<size_t>(bytes)));
}

// A TensorProto of this type and these dims, to which `add` gives the data.
template <class Add>
std::string tensor_proto(int32_t type, const std::vector<int64_t>& dims, Add add) {
  std::string bytes;
  Builder builder(bytes);
  for (const int64_t dim : dims) builder.add_int64(Field::dims, dim);
  builder.add_int32(Field::data_type, type);
  add(builder);
  return bytes;
}

std::string read_error(const std::string& bytes) {
  try {
    read_tensor_proto(bytes);
  } catch (const OnnxError& error) {
    return error.what();
  }
  return "";
}

void add_int32_data(Builder& builder, const std::vector<int32_t>& values) {
  builder.add_packed_int32(Field::int32_data, values.begin(), values.end());
}

}  // namespace

TEST_CASE("a tensor of each type is read as it was written") {
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    for (const std::vector<int64_t>& shape : {std::vector<int64_t>{}, {3}, {2, 3}, {0, 5}, {1, 1, 7}}) {
      CAPTURE(om_type_name(type));
      const Tensor tensor = example(type, shape);
      const NamedTensor read = read_tensor_proto(write_tensor_proto("x", tensor));
      CHECK(read.name == "x");
      CHECK(read.tensor == tensor);
    }
  }
}

TEST_CASE("elements are read from the typed fields") {
  const auto read = [](const std::string& bytes) { return read_tensor_proto(bytes).tensor; };
  const auto int32_data = [](std::vector<int32_t> values) {
    return [values](Builder& builder) { add_int32_data(builder, values); };
  };
  CHECK(read(tensor_proto(OM_INT8, {3}, int32_data({-128, 127, -1}))).bytes == std::vector<uint8_t>{0x80, 0x7f, 0xff});
  CHECK(read(tensor_proto(OM_UINT16, {1}, int32_data({65535}))).bytes == std::vector<uint8_t>{0xff, 0xff});
  CHECK(read(tensor_proto(OM_BOOL, {3}, int32_data({0, 1, 5}))).bytes == std::vector<uint8_t>{0, 1, 1});
  CHECK(component_bits(read(tensor_proto(OM_FLOAT16, {1}, int32_data({0x7e01}))), 0) == 0x7e01);
  // Packed elements: one byte to an entry, signed or not; unused bits are cleared.
  CHECK(read(tensor_proto(OM_INT4, {3}, int32_data({0x21, 0xf3}))).bytes == std::vector<uint8_t>{0x21, 0x03});
  CHECK(read(tensor_proto(OM_INT4, {2}, int32_data({-1}))).bytes == std::vector<uint8_t>{0xff});
  CHECK(read(tensor_proto(OM_UINT2, {5}, int32_data({0xe4, 0xff}))).bytes == std::vector<uint8_t>{0xe4, 0x03});
  const std::vector<float> floats = {1.0F, -0.0F};
  const Tensor complex = read(tensor_proto(OM_COMPLEX64, {1}, [&](Builder& builder) {
    builder.add_packed_float(Field::float_data, floats.begin(), floats.end());
  }));
  CHECK(component_bits(complex, 0) == 0x3f800000);
  CHECK(component_bits(complex, 1) == 0x80000000);
  // Numbers that are not packed, as older writers have them.
  const Tensor int64s = read(tensor_proto(OM_INT64, {2}, [](Builder& builder) {
    builder.add_int64(Field::int64_data, -1);
    builder.add_int64(Field::int64_data, 2);
  }));
  CHECK(component_bits(int64s, 0) == ~uint64_t{0});
  CHECK(component_bits(int64s, 1) == 2);
}

TEST_CASE("a tensor whose data are not what its dims say is refused before memory is taken") {
  const auto raw = [](size_t size) {
    return [size](Builder& builder) { builder.add_bytes(Field::raw_data, std::string(size, 'x')); };
  };
  const auto nothing = [](Builder&) {};
  CHECK(read_error(tensor_proto(OM_INT64, {4}, raw(16))) ==
        "tensor '' has 16 entries in raw_data, but its dims ask for 32");
  CHECK(read_error(tensor_proto(OM_INT64, {1}, raw(4096))) ==
        "tensor '' has 4096 entries in raw_data, but its dims ask for 8");
  CHECK(read_error(tensor_proto(OM_INT8, {128}, nothing)) ==
        "tensor '' has 0 entries in int32_data, but its dims ask for 128");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {int64_t{1} << 40}, nothing)) ==
        "tensor '' has 0 entries in float_data, but its dims ask for 1099511627776");
  CHECK(read_error(tensor_proto(OM_STRING, {2}, nothing)) ==
        "tensor '' has 0 entries in string_data, but its dims ask for 2");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {-1}, nothing)) == "tensor '' has the negative extent -1");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {int64_t{1} << 32, int64_t{1} << 32}, nothing)) ==
        "tensor '' has more than 2^63-1 elements");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {int64_t{1} << 62}, nothing)) == "tensor '' has more than 2^63-1 bytes");
  CHECK(read_error(tensor_proto(0, {}, nothing)) == "tensor '' has the data type 0, which is none");
  CHECK(read_error(tensor_proto(27, {}, nothing)) == "tensor '' has the data type 27, which is none");
  CHECK(read_error(tensor_proto(OM_STRING, {}, raw(1))) == "tensor '' has strings in raw_data");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {1}, [](Builder& builder) { builder.add_int64(Field::int64_data, 1); })) ==
        "tensor '' has data in int64_data, but float_data is what is read");
  CHECK(read_error(tensor_proto(OM_INT8, {1}, [](Builder& builder) { add_int32_data(builder, {128}); })) ==
        "tensor '' has 128 in int32_data, which is no int8");
  CHECK(read_error(tensor_proto(OM_UINT32, {1}, [](Builder& builder) {
          builder.add_uint64(Field::uint64_data, uint64_t{1} << 32);
        })) == "tensor '' has 4294967296 in uint64_data, which is no uint32");
  CHECK(read_error(tensor_proto(OM_FLOAT32, {1}, [](Builder& builder) {
          builder.add_enum(Field::data_location, 1);
        })) == "tensor '' has its data in another file, which is not read here");
}

TEST_CASE("bytes that end too early or are no protobuf are refused") {
  const std::string whole = write_tensor_proto("x", example(OM_INT64, {4}));
  for (size_t size = 1; size < whole.size(); ++size)
    CHECK_THROWS_AS(read_tensor_proto(whole.substr(0, size)), OnnxError);
  CHECK_THROWS_AS(read_model(std::string(20, '\xff')), OnnxError);
  CHECK_THROWS_AS(read_model(""), OnnxError);
}

TEST_CASE("a model of one node is read as it was written") {
  const Tensor data = example(OM_FLOAT16, {2, 3});
  const Tensor axes = example(OM_INT64, {1});
  const std::vector<Attribute> attributes = {{"an_int", int64_t{-5}},
                                             {"ints", std::vector<int64_t>{1, -2}},
                                             {"a_float", 0.5F},
                                             {"floats", std::vector<float>{1.5F, -0.0F}},
                                             {"text", std::string("a\0b", 3)},
                                             {"texts", std::vector<std::string>{"", "x"}},
                                             {"value", WrittenTensor{example(OM_STRING, {2}), {}, {}}}};
  for (const InputsAs inputs_as : {InputsAs::graph_inputs, InputsAs::initializers}) {
    const OnnxModel written = one_node_model("Slice", 13, attributes, {data, std::nullopt, axes}, 2, inputs_as);
    const OnnxModel model = read_model(write_model(written));
    CHECK(opset_of(model) == 13);
    REQUIRE(model.nodes.size() == 1);
    const OnnxNode& node = model.nodes.front();
    CHECK(node.op_type == "Slice");
    CHECK(node.domain.empty());
    CHECK(node.inputs == std::vector<std::string>{"input_0", "", "input_2"});
    CHECK(node.outputs == std::vector<std::string>{"output_0", "output_1"});
    CHECK(node.other_attributes.empty());
    REQUIRE(node.attributes.size() == attributes.size());
    for (size_t i = 0; i < attributes.size(); ++i) {
      CHECK(node.attributes[i].name == attributes[i].name);
      CHECK(node.attributes[i].value == attributes[i].value);
    }
    CHECK(model.outputs.size() == 2);
    if (inputs_as == InputsAs::graph_inputs) {
      REQUIRE(model.inputs.size() == 2);
      CHECK(model.inputs[0].element_type == OM_FLOAT16);
      CHECK(model.initializers.empty());
    } else {
      REQUIRE(model.initializers.size() == 2);
      CHECK(model.initializers[0].tensor == data);
      CHECK(model.initializers[1].tensor == axes);
    }
  }
}
