// Models and tensors in ONNX's format, as the corpus makes and reads them.
#include "corpus/model.h"

#include <doctest/doctest.h>

using namespace onemodel::corpus;

TEST_CASE("a one-node model is one that the library reads") {
  const std::optional<Tensor> data = make_zeros(OM_FLOAT16, {2, 3});
  const ModelHandle model =
      one_node_model("Slice", 13, {{"axes", std::vector<int64_t>{1}}}, {data, std::nullopt, data}, 1);
  const std::string bytes = write_onnx_model(*model);
  om_model* raw = nullptr;
  check([&](om_error** error) {
    return om_model_read(nullptr, bytes.data(), static_cast<int64_t>(bytes.size()), nullptr, &raw, error);
  });
  const ModelHandle read(raw);
  CHECK(write_onnx_model(*read) == bytes);
  CHECK_THROWS_AS(one_node_model("Slice", 0, {}, {}, 1), CallFailed);
}

TEST_CASE("a tensor is read from a TensorProto") {
  // dims [2], int8, raw_data
  const Tensor tensor = read_onnx_tensor(std::string_view("\x08\x02\x10\x03\x4a\x02\x05\xff", 8));
  CHECK(tensor == Tensor{OM_INT8, {2}, {5, 255}, {}});
  CHECK_THROWS_AS(read_onnx_tensor("x"), CallFailed);
}
