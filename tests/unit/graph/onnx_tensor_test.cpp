// TensorProto: every type in every field it may stand in, and what is refused.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "graph/onnx_reader.h"
#include "graph/onnx_tensor_reader.h"
#include "graph/onnx_writer.h"
#include "messages.h"

using namespace onemodel;

namespace {

namespace fs = std::filesystem;
using Field = onnx::TensorProto;

Reference<Tensor> read(const std::string& message) { return read_onnx_tensor(default_context(), message); }
std::string refusal(const std::string& message) {
  return refusal_of([&] { read(message); });
}

void nothing(TensorBuilder&) {}

auto raw(std::string bytes) {
  return [bytes](TensorBuilder& builder) { builder.add_bytes(Field::raw_data, bytes); };
}

auto int32_data(std::vector<int32_t> values) {
  return
      [values](TensorBuilder& builder) { builder.add_packed_int32(Field::int32_data, values.begin(), values.end()); };
}

using Bytes = std::vector<uint8_t>;

// The numbers of a tensor, as its typed field has them.
template <class Number>
std::vector<Number> numbers_of(const Tensor& tensor) {
  const Bytes bytes = bytes_of(tensor);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

template <class Number, class Entry>
std::vector<Entry> entries_of(const Tensor& tensor) {
  const std::vector<Number> numbers = numbers_of<Number>(tensor);
  return {numbers.begin(), numbers.end()};
}

// Adds the tensor's elements to the typed field that ONNX has for them, all in one field or one to a field.
void add_typed(const Tensor& tensor, bool packed, TensorBuilder& builder) {
  const auto add = [&](const auto& entries, auto add_packed, auto add_one) {
    if (packed) {
      add_packed(entries.begin(), entries.end());
    } else {
      for (const auto entry : entries) add_one(entry);
    }
  };
  const auto add_int32 = [&](const std::vector<int32_t>& entries) {
    add(
        entries, [&](auto first, auto last) { builder.add_packed_int32(Field::int32_data, first, last); },
        [&](int32_t entry) { builder.add_int32(Field::int32_data, entry); });
  };
  const auto add_uint64 = [&](const std::vector<uint64_t>& entries) {
    add(
        entries, [&](auto first, auto last) { builder.add_packed_uint64(Field::uint64_data, first, last); },
        [&](uint64_t entry) { builder.add_uint64(Field::uint64_data, entry); });
  };
  switch (tensor.type()) {
    case OM_FLOAT32:
    case OM_COMPLEX64:
      return add(
          numbers_of<uint32_t>(tensor),
          [&](auto first, auto last) { builder.add_packed_fixed32(Field::float_data, first, last); },
          [&](uint32_t entry) { builder.add_fixed32(Field::float_data, entry); });
    case OM_FLOAT64:
    case OM_COMPLEX128:
      return add(
          numbers_of<uint64_t>(tensor),
          [&](auto first, auto last) { builder.add_packed_fixed64(Field::double_data, first, last); },
          [&](uint64_t entry) { builder.add_fixed64(Field::double_data, entry); });
    case OM_INT64:
      return add(
          numbers_of<int64_t>(tensor),
          [&](auto first, auto last) { builder.add_packed_int64(Field::int64_data, first, last); },
          [&](int64_t entry) { builder.add_int64(Field::int64_data, entry); });
    case OM_UINT32:
      return add_uint64(entries_of<uint32_t, uint64_t>(tensor));
    case OM_UINT64:
      return add_uint64(numbers_of<uint64_t>(tensor));
    case OM_STRING:
      for (const std::string& string : strings_of(tensor)) builder.add_bytes(Field::string_data, string);
      return;
    case OM_INT8:
      return add_int32(entries_of<int8_t, int32_t>(tensor));
    case OM_INT16:
      return add_int32(entries_of<int16_t, int32_t>(tensor));
    case OM_INT32:
      return add_int32(numbers_of<int32_t>(tensor));
    case OM_UINT16:
    case OM_FLOAT16:
    case OM_BFLOAT16:
      return add_int32(entries_of<uint16_t, int32_t>(tensor));
    default:
      return add_int32(entries_of<uint8_t, int32_t>(tensor));
  }
}

const std::vector<Shape> shapes = {{}, {3}, {2, 3}, {0, 5}, {1, 1, 7}, {1, 1, 1, 1, 1, 1, 1, 2}};

// A folder for one test, in the folder for such things.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(fs::temp_directory_path() / ("onemodel_unit_" + name)) {
    fs::remove_all(path_);
    fs::create_directories(path_ / "model");
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path model() const { return path_ / "model"; }
  void write(const std::string& name, const std::string& content) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
  }

 private:
  fs::path path_;
};

// A TensorProto of external data with these entries.
std::string external_message(om_type type, const std::vector<int64_t>& dims,
                             const std::vector<std::pair<std::string, std::string>>& entries) {
  return tensor_message(type, dims, [&](TensorBuilder& builder) {
    for (const auto& [key, value] : entries) {
      Builder<onnx::StringStringEntryProto> entry(builder, Field::external_data);
      entry.add_string(onnx::StringStringEntryProto::key, key);
      entry.add_string(onnx::StringStringEntryProto::value, value);
    }
    builder.add_enum(Field::data_location, onnx::EXTERNAL);
  });
}

}  // namespace

TEST_CASE("a tensor of each type is read as it was written") {
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    for (const Shape& shape : shapes) {
      CAPTURE(element_type_row(type).name);
      const Reference<Tensor> tensor = example(type, shape);
      CHECK(equal(*read(write_onnx_tensor("x", *tensor)), *tensor));
    }
  }
}

TEST_CASE("a tensor of each type is read from its typed field, packed and not") {
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    for (const Shape& shape : shapes) {
      for (const bool packed : {true, false}) {
        CAPTURE(element_type_row(type).name);
        CAPTURE(packed);
        const Reference<Tensor> tensor = example(type, shape);
        const std::string message = tensor_message(
            type, {shape.begin(), shape.end()}, [&](TensorBuilder& builder) { add_typed(*tensor, packed, builder); });
        CHECK(equal(*read(message), *tensor));
      }
    }
  }
}

TEST_CASE("dims may be packed, and a field in several pieces") {
  const std::vector<int64_t> dims = {2, 2};
  const std::string message = message_of<Field>([&](TensorBuilder& builder) {
    int32_data({1, -2})(builder);
    builder.add_packed_int64(Field::dims, dims.begin(), dims.end());
    builder.add_int32(Field::int32_data, 3);
    builder.add_int32(Field::data_type, OM_INT8);
    int32_data({4})(builder);
  });
  CHECK(read(message)->shape() == Shape{2, 2});
  CHECK(bytes_of(*read(message)) == Bytes{1, 0xfe, 3, 4});
}

TEST_CASE("elements are canonical, however they were written") {
  CHECK(bytes_of(*read(tensor_message(OM_BOOL, {4}, int32_data({0, 1, 5, 256})))) == Bytes{0, 1, 1, 1});
  CHECK(bytes_of(*read(tensor_message(OM_BOOL, {3}, raw(std::string("\0\1\xff", 3))))) == Bytes{0, 1, 1});
  // Packed elements: one byte to an entry, signed or not; unused bits are cleared.
  CHECK(bytes_of(*read(tensor_message(OM_INT4, {3}, int32_data({0x21, 0xf3})))) == Bytes{0x21, 0x03});
  CHECK(bytes_of(*read(tensor_message(OM_INT4, {2}, int32_data({-1})))) == Bytes{0xff});
  CHECK(bytes_of(*read(tensor_message(OM_UINT2, {5}, int32_data({0xe4, 0xff})))) == Bytes{0xe4, 0x03});
  CHECK(bytes_of(*read(tensor_message(OM_UINT4, {1}, raw("\xff")))) == Bytes{0x0f});
}

TEST_CASE("fields of another wire type, and unknown ones, are skipped") {
  const std::string message = tensor_message(OM_INT8, {1}, [](TensorBuilder& builder) {
    int32_data({7})(builder);
    builder.add_fixed64(Field::raw_data, 1);
    builder.add_string(Field::data_location, "x");
    builder.add_string(static_cast<Field>(99), "x");
  });
  CHECK(bytes_of(*read(message)) == Bytes{7});
}

TEST_CASE("a tensor whose data are not what its dims say is refused before memory is taken") {
  CHECK(refusal(tensor_message(OM_INT64, {4}, raw(std::string(16, 'x')))) ==
        "model.tensor: x: there are 16 bytes in raw_data, but type and dims need 32");
  CHECK(refusal(tensor_message(OM_INT64, {1}, raw(std::string(4096, 'x')))) ==
        "model.tensor: x: there are 4096 bytes in raw_data, but type and dims need 8");
  CHECK(refusal(tensor_message(OM_INT64, {0}, raw("x"))) ==
        "model.tensor: x: there are 1 bytes in raw_data, but type and dims need 0");
  CHECK(refusal(tensor_message(OM_INT8, {128}, nothing)) ==
        "model.tensor: x: there are 0 entries in int32_data, but type and dims need 128");
  CHECK(refusal(tensor_message(OM_INT8, {1}, int32_data({1, 2}))) ==
        "model.tensor: x: there are 2 entries in int32_data, but type and dims need 1");
  CHECK(refusal(tensor_message(OM_FLOAT32, {int64_t{1} << 40}, nothing)) ==
        "model.tensor: x: there are 0 entries in float_data, but type and dims need 1099511627776");
  CHECK(refusal(tensor_message(OM_STRING, {2}, nothing)) ==
        "model.tensor: x: there are 0 strings, but type and dims need 2");
  CHECK(refusal(tensor_message(OM_FLOAT32, {3, -1}, nothing)) ==
        "model.tensor: x: the extent -1 of axis 1 is negative");
  CHECK(refusal(tensor_message(OM_FLOAT32, {int64_t{1} << 32, int64_t{1} << 32}, nothing)) ==
        "model.tensor: x: the extents [4294967296, 4294967296] multiply to more than 2^63-1");
  CHECK(refusal(tensor_message(OM_FLOAT32, {int64_t{1} << 62}, nothing)) ==
        "model.tensor: x: a size of 4611686018427387904 x 4 exceeds 2^63-1");
  CHECK(refusal(tensor_message(OM_STRING, {int64_t{1} << 62}, nothing)) ==
        "model.tensor: x: there are 0 strings, but type and dims need 4611686018427387904");
  CHECK(refusal(tensor_message(0, {}, nothing)) == "model.tensor: x: the data type 0 is none");
  CHECK(refusal(tensor_message(27, {}, nothing)) == "model.tensor: x: the data type 27 is none");
  CHECK(refusal(tensor_message(-1, {}, nothing)) == "model.tensor: x: the data type -1 is none");
  CHECK(refusal("") == "model.tensor: : the data type 0 is none");
  CHECK(refusal(tensor_message(OM_FLOAT32, std::vector<int64_t>(9, 1), nothing)) ==
        "shape.rank_limit: x: a tensor has at most 8 axes here");
  // Extents whose product is 0 may be as large as they like.
  CHECK(refusal(tensor_message(OM_FLOAT32, {0, std::numeric_limits<int64_t>::max(), 3}, raw(""))).empty());
}

TEST_CASE("values that the type does not have, and data in the wrong field, are refused") {
  CHECK(refusal(tensor_message(OM_STRING, {}, raw("x"))) == "model.tensor: x: there are strings in raw_data");
  CHECK(refusal(tensor_message(OM_FLOAT32, {1}, [](TensorBuilder& builder) {
          builder.add_int64(Field::int64_data, 1);
        })) == "model.tensor: x: there is data in int64_data, but float_data is what is read");
  CHECK(refusal(tensor_message(OM_INT8, {1}, [](TensorBuilder& builder) {
          int32_data({1})(builder);
          raw("x")(builder);
        })) == "model.tensor: x: there is data in int32_data, but raw_data is what is read");
  const std::pair<om_type, std::vector<int32_t>> outside[] = {
      {OM_INT8, {-129, 128}},     {OM_UINT8, {-1, 256}},     {OM_INT16, {-32769, 32768}},
      {OM_UINT16, {-1, 65536}},   {OM_FLOAT16, {-1, 65536}}, {OM_BFLOAT16, {-1, 65536}},
      {OM_FLOAT8E5M2, {-1, 256}}, {OM_INT4, {-129, 256}},    {OM_UINT2, {-129, 256}}};
  for (const auto& [type, values] : outside) {
    for (const int32_t value : values) {
      CHECK(refusal(tensor_message(type, {1}, int32_data({value}))) ==
            text_of("model.tensor: x: ", value, " in int32_data is no ", element_type_row(type).name));
    }
  }
  CHECK(refusal(tensor_message(OM_UINT32, {1}, [](TensorBuilder& builder) {
          builder.add_uint64(Field::uint64_data, uint64_t{1} << 32);
        })) == "model.tensor: x: 4294967296 in uint64_data is no uint32");
  CHECK(refusal(tensor_message(OM_INT8, {}, [](TensorBuilder& builder) {
          builder.add_enum(Field::data_location, 2);
        })) == "model.tensor: x: the data location 2 is none");
  CHECK(refusal(tensor_message(OM_INT8, {}, [](TensorBuilder& builder) {
          builder.add_message(Field::segment, std::string());
        })) == "model.tensor: x: the data is in segments, which are not read");
}

TEST_CASE("bytes that end too early or are no protobuf are refused") {
  const std::string whole = write_onnx_tensor("x", *example(OM_INT64, {4}));
  for (size_t size = 1; size < whole.size(); ++size) CHECK_FALSE(refusal(whole.substr(0, size)).empty());
  CHECK(refusal(std::string(20, '\xff')).starts_with("model.malformed: : this is no TensorProto"));
  // A packed field that ends inside of a number.
  CHECK(refusal(tensor_message(OM_INT64, {1}, [](TensorBuilder& builder) {
          builder.add_bytes(Field::int64_data, "\x01\x80");
        })).starts_with("model.malformed"));
  CHECK(refusal(tensor_message(OM_FLOAT32, {1}, [](TensorBuilder& builder) {
          builder.add_bytes(Field::float_data, "12345");
        })).starts_with("model.malformed"));
}

TEST_CASE("the memory limit bounds tensors and the bytes of strings") {
  const om_context context = make_context(8);
  const auto refusal_under_limit = [&](const std::string& message) {
    return refusal_of([&] { read_onnx_tensor(context, message); });
  };
  CHECK(refusal_under_limit(write_onnx_tensor("x", *example(OM_INT64, {1}))).empty());
  CHECK(refusal_under_limit(write_onnx_tensor("x", *example(OM_INT64, {2}))).starts_with("memory.exhausted: x: "));
  CHECK(refusal_under_limit(tensor_message(OM_STRING, {1}, [](TensorBuilder& builder) {
          builder.add_bytes(Field::string_data, "x");
        })).starts_with("memory.exhausted: x: "));
}

TEST_CASE("external data are read from the model's folder") {
  const Folder folder("external");
  folder.write("model/weights/a.bin", "0123456789");
  const fs::path model = folder.model();
  const auto read_here = [&](om_type type, const std::vector<int64_t>& dims,
                             const std::vector<std::pair<std::string, std::string>>& entries) {
    return OnnxTensorReader(default_context(), &model).read(external_message(type, dims, entries), "");
  };
  CHECK(bytes_of(*read_here(OM_UINT8, {3}, {{"location", "weights/a.bin"}})) == Bytes{'0', '1', '2'});
  CHECK(bytes_of(*read_here(OM_UINT8, {2},
                            {{"location", "./weights/a.bin"}, {"offset", "8"}, {"length", "2"}, {"checksum", "x"}})) ==
        Bytes{'8', '9'});
  CHECK(read_here(OM_UINT8, {0}, {{"location", "weights/a.bin"}, {"offset", "10"}})->element_count() == 0);
  CHECK(bytes_of(*read_here(OM_BOOL, {2}, {{"location", "weights/a.bin"}})) == Bytes{1, 1});
}

TEST_CASE("external data that lead out of the folder, or are not there, are refused") {
  const Folder folder("external_refused");
  folder.write("outside.bin", "0123456789");
  folder.write("model_too/outside.bin", "0123456789");
  folder.write("model/a.bin", "0123456789");
  const fs::path model = folder.model();
  fs::create_symlink("../outside.bin", model / "link.bin");
  fs::create_directory_symlink("../model_too", model / "link_folder");
  fs::create_symlink("a.bin", model / "good_link.bin");
  fs::create_directory(model / "folder");
  using Entries = std::vector<std::pair<std::string, std::string>>;
  const auto refusal_here = [&](const Entries& entries) {
    return refusal_of(
        [&] { OnnxTensorReader(default_context(), &model).read(external_message(OM_UINT8, {4}, entries), ""); });
  };
  const auto refused = [&](const Entries& entries) {
    const std::string refusal = refusal_here(entries);
    CAPTURE(refusal);
    CHECK(refusal.starts_with("model.external_data: x: "));
  };
  CHECK(refusal_here({{"location", "a.bin"}}).empty());
  CHECK(refusal_here({{"location", "good_link.bin"}}).empty());
  refused({});
  refused({{"location", ""}});
  refused({{"location", "../outside.bin"}});
  refused({{"location", "folder/../../outside.bin"}});
  refused({{"location", "folder/../a.bin"}});
  refused({{"location", ".."}});
  refused({{"location", (model / "a.bin").string()}});
  refused({{"location", "link.bin"}});
  refused({{"location", "link_folder/outside.bin"}});
  refused({{"location", "..\\outside.bin"}});
  refused({{"location", std::string("a.bin\0", 6)}});
  refused({{"location", "missing.bin"}});
  refused({{"location", "folder"}});
  refused({{"location", "."}});
  refused({{"location", "a.bin"}, {"offset", "7"}});
  refused({{"location", "a.bin"}, {"offset", "11"}});
  refused({{"location", "a.bin"}, {"offset", "9223372036854775807"}});
  for (const char* number : {"-1", "", " 1", "1 ", "+1", "0x1", "1.0", "9223372036854775808"}) {
    refused({{"location", "a.bin"}, {"offset", number}});
    refused({{"location", "a.bin"}, {"length", number}});
  }
  refused({{"location", "a.bin"}, {"length", "3"}});
  refused({{"location", "a.bin"}, {"length", "5"}});
  refused({{"location", "a.bin"}, {"location", "a.bin"}});

  // Without a folder; strings; and data both here and there.
  CHECK(refusal(external_message(OM_UINT8, {4}, {{"location", "a.bin"}})).starts_with("model.external_data: x: "));
  const auto refusal_of_message = [&](const std::string& message) {
    return refusal_of([&] { OnnxTensorReader(default_context(), &model).read(message, ""); });
  };
  CHECK(refusal_of_message(external_message(OM_STRING, {4}, {{"location", "a.bin"}})) ==
        "model.tensor: x: strings cannot be external data");
  CHECK(refusal_of_message(external_message(OM_UINT8, {4}, {{"location", "a.bin"}}) + message_of<Field>(raw("abcd"))) ==
        "model.tensor: x: there is data in raw_data, but external_data is what is read");
  // The file is looked at before memory is taken.
  CHECK(refusal_of_message(external_message(OM_UINT8, {int64_t{1} << 62}, {{"location", "a.bin"}}))
            .starts_with("model.external_data: x: "));
  // All of them together are bounded as a file is.
  const om_context context = make_context(7);
  OnnxTensorReader reader(context, &model);
  const std::string message = external_message(OM_UINT8, {4}, {{"location", "a.bin"}});
  CHECK(reader.read(message, "")->element_count() == 4);
  CHECK(refusal_of([&] { reader.read(message, ""); }).starts_with("memory.exhausted: x: "));
}
