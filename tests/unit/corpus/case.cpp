// Case files: the canonical layout, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>

#include "corpus/case_file.h"
#include "corpus/lint.h"

using namespace onemodel::corpus;

namespace {

// A file with this one case.
std::string file_with(const std::string& one_case) {
  return "{\n  \"$schema\": \"../schema/operators.schema.json\",\n  \"operator\": \"Slice\",\n  \"cases\": [\n    " +
         one_case + "\n  ]\n}\n";
}

std::string problems_text(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    text += to_string(problem) + '\n';
  }
  return text;
}

std::string canonical(const std::string& one_case) {
  std::vector<Problem> problems;
  const std::string text = canonical_text("slice.json", file_with(one_case), problems);
  return problems.empty() ? text : problems_text(problems);
}

std::string refusal(const std::string& one_case) {
  std::vector<Problem> problems;
  parse_case_file("slice.json", file_with(one_case), problems);
  return problems_text(problems);
}

}  // namespace

TEST_CASE("a canonical file comes back as it is") {
  const std::string one_case =
      R"({"id": "slice/everything", "opset": 13, "rules": ["end-sentinel", "axes"], "basis": "spec",
     "note": "Shows every member.",
     "attributes": {"a": {"int": "9223372036854775807"}, "b": {"ints": [1, -2]}, "c": {"float": "0x3dcccccd"},
                    "d": {"floats": [0.5]}, "e": {"string": "x"}, "f": {"strings": ["x", {"hex": "ff"}]},
                    "g": {"tensor": {"type": "int8", "shape": [], "data": [1]}}},
     "inputs": {"data": {"type": "float32", "shape": [3], "data": [1, -2.5, "0x80000000"]},
                "starts": null},
     "outputs": {"output": {"type": "float32", "shape": [3], "data": [1, -2.5, "0x80000000"]}},
     "onnxruntime": {"differs": "Gives something else.", "error": "INVALID_ARGUMENT"}})";
  const std::string with_attributes_broken = canonical(one_case);
  CHECK(with_attributes_broken.find(R"("d": {"floats": [0.5]},)") != std::string::npos);
  std::vector<Problem> problems;
  CHECK(canonical_text("slice.json", with_attributes_broken, problems) == with_attributes_broken);
  CHECK(problems.empty());
}

TEST_CASE("inputs are put in ONNX's order, and gaps are null") {
  CHECK(canonical(R"({"opset": 13, "id": "slice/a", "basis": "onnx", "output_count": 2,
    "error": {"reason": "slice.step_zero", "status": "InvalidModel"}, "rules": [],
    "inputs": {"+1": {"type": "int64", "shape": [1], "data": [0]},
               "steps": {"type": "int64", "shape": [1], "data": [0]},
               "data": {"type": "float32", "shape": [1], "data": [1]}}})") ==
        file_with(R"({"id": "slice/a", "opset": 13, "basis": "onnx",
     "inputs": {"data": {"type": "float32", "shape": [1], "data": [1]},
                "starts": null,
                "ends": null,
                "axes": null,
                "steps": {"type": "int64", "shape": [1], "data": [0]},
                "+1": {"type": "int64", "shape": [1], "data": [0]}},
     "error": {"status": "InvalidModel", "reason": "slice.step_zero"},
     "output_count": 2})"));
}

TEST_CASE("elements that fit into a line of their own have one") {
  CHECK(canonical(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "outputs": {}, "inputs": {"data":
    {"type": "string", "shape": [3], "data": ["a text of some length", "a text of some length", "a text of some"]}}})") ==
        file_with(R"({"id": "slice/a", "opset": 13, "basis": "onnx",
     "inputs": {"data": {"type": "string", "shape": [3],
                         "data": ["a text of some length", "a text of some length", "a text of some"]}},
     "outputs": {}})"));
}

TEST_CASE("a long tensor fills lines") {
  std::string elements;
  for (int i = 0; i < 100; ++i) {
    elements += (i == 0 ? "" : ",") + std::to_string(i);
  }
  const std::string text = canonical(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {"data":
    {"type": "int64", "shape": [100], "data": [)" +
                                     elements + R"(]}}, "outputs": {}})");
  CHECK(text.find(R"(     "inputs": {"data": {"type": "int64", "shape": [100], "data": [
                  0, 1, 2, 3,)") != std::string::npos);
  CHECK(text.find("98, 99\n                ]}},\n     \"outputs\": {}}") != std::string::npos);
  size_t longest = 0;
  for (size_t start = 0; start < text.size();) {
    const size_t end = text.find('\n', start);
    longest = std::max(longest, end - start);
    start = end + 1;
  }
  CHECK(longest <= 120);
}

TEST_CASE("malformed cases are refused with file, case and place") {
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {}})").empty());
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {"data": {"type": "int8", "shape": [1],
                   "data": [300]}}, "outputs": {}})") ==
        "slice.json: slice/a: inputs.data.data[0]: 300 is not between -128 and 127\n");
  CHECK(refusal(R"({"id": "gather/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {}})") ==
        "slice.json: gather/a: id: expected \"slice/\" and words of a-z and 0-9 joined by -\n");
  CHECK(refusal(R"({"id": "slice/a--b", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {}})") ==
        "slice.json: slice/a--b: id: expected \"slice/\" and words of a-z and 0-9 joined by -\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "me", "inputs": {}, "outputs": {}})") ==
        "slice.json: slice/a: basis: expected onnx, onnxruntime or spec\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}})") ==
        "slice.json: slice/a: expected outputs or error\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {}, "output_count": 1})") ==
        "slice.json: slice/a: output_count: the outputs that are listed are asked for\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "input": {}, "outputs": {}})") ==
        "slice.json: slice/a: the member \"inputs\" is missing\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": -0, "basis": "onnx", "inputs": {}, "outputs": {}})") ==
        "slice.json: slice/a: opset: -0 is not allowed\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {},
                   "attributes": {"axis": 1}})") == "slice.json: slice/a: attributes.axis: expected an object\n");
  CHECK(
      refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {},
                   "attributes": {"axis": {"int": 1, "ints": [1]}}})") ==
      "slice.json: slice/a: attributes.axis: expected an object with one of int, ints, float, floats, string, strings, "
      "tensor\n");
  CHECK(refusal(R"({"id": "slice/a", "opset": 13, "basis": "onnx", "inputs": {}, "outputs": {},
                   "onnxruntime": {"no_kernel": "None.", "error": "x"}})") ==
        "slice.json: slice/a: onnxruntime: the member \"error\" is not known here\n");
  CHECK(refusal("3") == "slice.json: cases[0]: expected an object\n");
}

TEST_CASE("a file is named after its operator") {
  CHECK(case_file_stem("Slice") == "slice");
  CHECK(case_file_stem("GatherND") == "gather_nd");
  CHECK(case_file_stem("TopK") == "topk");
  CHECK(case_file_stem("OneHot") == "one_hot");
  CHECK(case_file_stem("NonZero") == "non_zero");
  CHECK(case_file_stem("ConstantOfShape") == "constant_of_shape");
  std::vector<Problem> problems;
  parse_case_file("gather.json", R"({"operator": "Slice", "cases": []})", problems);
  CHECK(problems_text(problems) == "gather.json: operator: the cases of Slice belong into slice.json\n");
}
