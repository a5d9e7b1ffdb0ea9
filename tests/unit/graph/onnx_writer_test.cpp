// A model is read as it was written.
#include "graph/onnx_writer.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "graph/onnx_reader.h"
#include "messages.h"

using namespace onemodel;

namespace {

void check_equal(const std::vector<ValueInfo>& actual, const std::vector<ValueInfo>& expected) {
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    CHECK(actual[i].name == expected[i].name);
    CHECK(actual[i].type == expected[i].type);
    REQUIRE(actual[i].shape.has_value() == expected[i].shape.has_value());
    if (!expected[i].shape) continue;
    CHECK(std::ranges::equal(*actual[i].shape, *expected[i].shape, [](const Dimension& a, const Dimension& b) {
      return a.extent == b.extent && a.symbol == b.symbol;
    }));
  }
}

void check_equal(const Attribute& actual, const Attribute& expected) {
  CHECK(actual.name == expected.name);
  CHECK(actual.kind == expected.kind);
  CHECK(actual.integer == expected.integer);
  CHECK(std::bit_cast<uint32_t>(actual.real) == std::bit_cast<uint32_t>(expected.real));
  CHECK(std::ranges::equal(actual.integers, expected.integers));
  CHECK(std::ranges::equal(actual.reals, expected.reals));
  CHECK(actual.text == expected.text);
  CHECK(std::ranges::equal(actual.texts, expected.texts));
  REQUIRE((actual.tensor == nullptr) == (expected.tensor == nullptr));
  if (expected.tensor != nullptr) CHECK(equal(*actual.tensor, *expected.tensor));
}

om_model example_model() {
  om_model model;
  model.ir_version = 9;
  model.graph_name = "name";
  model.opsets = {{"", 13}, {"other", 2}};
  model.inputs = {{"plain", OM_FLOAT16, std::nullopt},
                  {"scalar", OM_STRING, std::vector<Dimension>{}},
                  {"shape", OM_INT2, std::vector<Dimension>{{3, ""}, {-1, "N"}, {-1, ""}, {0, ""}}}};
  model.outputs = {{"output_0", 0, std::nullopt}, {"output_1", 0, std::vector<Dimension>{{-1, "N"}}}};
  model.values = {{"between", OM_BOOL, std::vector<Dimension>{{1, ""}}}};
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    model.initializers.push_back(
        {text_of("of ", element_type_row(type).name), Reference<const Tensor>::adopt(example(type, {2, 3}).detach())});
  }
  ModelNode node;
  node.name = std::string("a\0\xff\n", 4);
  node.op = "Slice";
  node.domain = "other";
  node.inputs = {"plain", "", "shape"};
  node.outputs = {"", "output_1"};
  const auto named = [](const char* name) { return om_attributes::Owned{name}; };
  node.attributes.add(named("int"), OM_ATTRIBUTE_INT, -5);
  node.attributes.add(named("zero"), OM_ATTRIBUTE_INT, 0);
  om_attributes::Owned integers = named("ints");
  integers.integers = {1, INT64_MIN, INT64_MAX};
  node.attributes.add(std::move(integers), OM_ATTRIBUTE_INTS);
  node.attributes.add(named("no ints"), OM_ATTRIBUTE_INTS);
  node.attributes.add(named("float"), OM_ATTRIBUTE_FLOAT, 0, -0.0F);
  om_attributes::Owned reals = named("floats");
  reals.reals = {1.5F, -0.0F};
  node.attributes.add(std::move(reals), OM_ATTRIBUTE_FLOATS);
  node.attributes.add(named("no floats"), OM_ATTRIBUTE_FLOATS);
  om_attributes::Owned text = named("string");
  text.text = std::string("a\0b", 3);
  node.attributes.add(std::move(text), OM_ATTRIBUTE_STRING);
  node.attributes.add(named("no string"), OM_ATTRIBUTE_STRING);
  om_attributes::Owned texts = named("strings");
  texts.texts = {"", "x"};
  node.attributes.add(std::move(texts), OM_ATTRIBUTE_STRINGS);
  om_attributes::Owned tensor = named("tensor");
  tensor.tensor = example(OM_STRING, {2});
  node.attributes.add(std::move(tensor), OM_ATTRIBUTE_TENSOR);
  model.nodes.push_back(std::move(node));
  model.nodes.emplace_back().op = "Identity";
  return model;
}

}  // namespace

TEST_CASE("a model is read as it was written") {
  const om_model written = example_model();
  const om_model model = read_onnx_model(default_context(), write_onnx_model(written), nullptr);
  CHECK(model.ir_version == written.ir_version);
  CHECK(model.graph_name == written.graph_name);
  CHECK(model.opsets == written.opsets);
  check_equal(model.inputs, written.inputs);
  check_equal(model.outputs, written.outputs);
  check_equal(model.values, written.values);
  REQUIRE(model.initializers.size() == written.initializers.size());
  for (size_t i = 0; i < written.initializers.size(); ++i) {
    CHECK(model.initializers[i].name == written.initializers[i].name);
    CHECK(equal(*model.initializers[i].tensor, *written.initializers[i].tensor));
  }
  REQUIRE(model.nodes.size() == written.nodes.size());
  for (size_t i = 0; i < written.nodes.size(); ++i) {
    const ModelNode& actual = model.nodes[i];
    const ModelNode& expected = written.nodes[i];
    CHECK(actual.name == expected.name);
    CHECK(actual.op == expected.op);
    CHECK(actual.domain == expected.domain);
    CHECK(actual.inputs == expected.inputs);
    CHECK(actual.outputs == expected.outputs);
    CHECK(actual.other_attributes.empty());
    REQUIRE(actual.attributes.all().size() == expected.attributes.all().size());
    for (size_t j = 0; j < expected.attributes.all().size(); ++j) {
      check_equal(actual.attributes.all()[j], expected.attributes.all()[j]);
    }
  }
}

TEST_CASE("a model that ends too early is refused") {
  const std::string whole = write_onnx_model(example_model());
  for (size_t size = 0; size < whole.size(); ++size) {
    try {
      read_onnx_model(default_context(), whole.substr(0, size), nullptr);
      // The opsets come last, and are not needed to read a model.
      CHECK(size > whole.size() - 30);
    } catch (const Failure& failure) {
      CHECK(failure.reason() != Reason::internal_failure);
    }
  }
}

TEST_CASE("what was not kept cannot be written") {
  om_model model = example_model();
  model.nodes.back().other_attributes = {"body"};
  model.nodes.back().name = "n";
  CHECK(refusal_of([&] { write_onnx_model(model); }) ==
        "model.unsupported: body: node 'n' (Identity) has an attribute of a kind that is not kept");
}
