// Comparing results with cases, and running cases.
#include "corpus/compare.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "corpus/results.h"
#include "corpus/runner.h"
#include "corpus/sha256.h"

using namespace onemodel::corpus;

namespace {

WrittenTensor tensor(const std::string& text) {
  const Json json = parse_json(text);
  return read_tensor(JsonCursor(json), AllowDigest::yes);
}

Case read_case(const std::string& text) {
  std::vector<Problem> problems;
  CaseFile file = parse_case_file("slice.json", R"({"operator": "Slice", "cases": [)" + text + "]}", problems);
  REQUIRE(problems.empty());
  return file.cases.front();
}

constexpr const char* kReverse =
    R"({"id": "slice/a", "opset": 13, "basis": "spec",
        "inputs": {"data": {"type": "float32", "shape": [3], "data": [1, 2, "0x7fc00001"]},
                   "starts": {"type": "int64", "shape": [1], "data": [-1]},
                   "ends": {"type": "int64", "shape": [1], "data": [-9]},
                   "axes": null,
                   "steps": {"type": "int64", "shape": [1], "data": [-1]}},
        "outputs": {"output": {"type": "float32", "shape": [3], "data": ["0x7fc00001", 2, 1]}}})";

std::vector<Mismatch> compare_line(const Case& one_case, const std::string& line) {
  std::vector<Problem> problems;
  const auto results = parse_results("results.jsonl", line, problems);
  REQUIRE(problems.empty());
  REQUIRE(results.size() == 1);
  return compare_result(one_case, results.front());
}

}  // namespace

TEST_CASE("types, shapes and bits are compared") {
  const WrittenTensor expected = tensor(R"({"type": "float32", "shape": [2], "data": [0, 1]})");
  CHECK_FALSE(compare_tensors("y", expected, expected.tensor));
  const auto negative_zero =
      compare_tensors("y", expected, tensor(R"({"type": "float32", "shape": [2], "data": ["0x80000000", 1]})").tensor);
  REQUIRE(negative_zero);
  CHECK(negative_zero->what == "y: element [0] (1 of 2 differ)");
  CHECK(negative_zero->expected == "float32 [2] [0, 1]");
  CHECK(negative_zero->actual == "float32 [2] [\"0x80000000\", 1]");
  CHECK(compare_tensors("y", expected, tensor(R"({"type": "float32", "shape": [2, 1], "data": [0, 1]})").tensor));
  CHECK(compare_tensors("y", expected, tensor(R"({"type": "int32", "shape": [2], "data": [0, 1]})").tensor));
}

TEST_CASE("SHA-256") {
  CHECK(sha256_hex({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::string text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  CHECK(sha256_hex({text.begin(), text.end()}) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("a case passes, and fails where it says otherwise") {
  Case one_case = read_case(kReverse);
  CHECK(run_case("Slice", one_case).verdict == Verdict::passed);
  CHECK(run_case("NoSuchOperator", one_case).verdict == Verdict::skipped);

  one_case.outputs.front().tensors.front()->tensor.bytes.front() ^= 1;
  const CaseResult wrong_bits = run_case("Slice", one_case);
  CHECK(wrong_bits.verdict == Verdict::failed);
  REQUIRE(wrong_bits.findings.size() == 4);
  CHECK(wrong_bits.findings[0].way == "om_op_invoke");
  CHECK(wrong_bits.findings[1].way == "om_slice");
  CHECK(wrong_bits.findings[2].way == "a session of constants");
  CHECK(wrong_bits.findings[3].way == "a session that is fed");

  one_case.outputs.clear();
  one_case.error = {"InvalidModel", "slice.step_zero", ""};
  CHECK(run_case("Slice", one_case).verdict == Verdict::failed);
}

TEST_CASE("a refusal is compared by status and reason") {
  Case one_case = read_case(
      R"({"id": "slice/a", "opset": 13, "basis": "spec",
          "inputs": {"data": {"type": "float32", "shape": [3], "data": [1, 2, 3]},
                     "starts": {"type": "int64", "shape": [1], "data": [0]},
                     "ends": {"type": "int64", "shape": [1], "data": [9]},
                     "axes": null,
                     "steps": {"type": "int64", "shape": [1], "data": [0]}},
          "error": {"status": "InvalidModel", "reason": "slice.step_zero"}})");
  CHECK(run_case("Slice", one_case).verdict == Verdict::passed);
  one_case.error->reason = "axis.repeated";
  CHECK(run_case("Slice", one_case).verdict == Verdict::failed);
}

TEST_CASE("results of another implementation are compared") {
  const Case one_case = read_case(kReverse);
  CHECK(compare_line(one_case, result_line({"slice.json", "Slice", {}, {}}, one_case)).empty());
  CHECK(compare_line(one_case, R"({"id": "slice/a", "error": {}})").size() == 1);
  CHECK(compare_line(one_case, R"({"id": "slice/a", "outputs": {}})").size() == 1);
  const std::string digest = tensor_sha256(one_case.outputs.front().tensors.front()->tensor);
  const auto with_digest = [](const std::string& sha256) {
    return R"({"id": "slice/a", "outputs": {"output": {"type": "float32", "shape": [3], "data": {"sha256": ")" +
           sha256 + R"("}}}})";
  };
  CHECK(compare_line(one_case, with_digest(digest)).empty());
  CHECK(compare_line(one_case, with_digest(std::string(64, '0'))).size() == 1);

  Case refused = one_case;
  refused.outputs.clear();
  refused.error = {"InvalidModel", "slice.step_zero", ""};
  CHECK(compare_line(refused, R"({"id": "slice/a", "error": {}})").empty());
  CHECK(compare_line(refused, R"({"id": "slice/a", "error": {"status": "InvalidModel"}})").empty());
  CHECK(compare_line(refused, R"({"id": "slice/a", "error": {"status": "Unsupported"}})").size() == 1);
  CHECK(compare_line(refused, R"({"id": "slice/a", "outputs": {}})").size() == 1);
}
