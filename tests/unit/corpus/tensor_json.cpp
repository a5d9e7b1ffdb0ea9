// Tensors as JSON: what is read comes back as it was, and what is malformed is refused with its place.
#include "corpus/tensor_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "corpus/layout.h"

using namespace onemodel::corpus;

namespace {

WrittenTensor read(const std::string& text, AllowDigest allow_digest = AllowDigest::no) {
  const Json json = parse_json(text);
  return read_tensor(JsonCursor(json), allow_digest);
}

std::string rewritten(const std::string& text) { return one_line(write_tensor(read(text, AllowDigest::yes))); }

// The place and the message of the refusal.
std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const JsonError& error) {
    return error.path() + ": " + error.what();
  }
  return "accepted";
}

std::string element_refusal(const std::string& type, const std::string& element) {
  return refusal(R"({"type": ")" + type + R"(", "shape": [1], "data": [)" + element + "]}");
}

}  // namespace

TEST_CASE("canonical tensors come back as they are") {
  for (const char* text : {
           R"({"type": "bool", "shape": [2], "data": [true, false]})",
           R"({"type": "int64", "shape": [3], "data": [9007199254740991, "9007199254740992", "-9223372036854775808"]})",
           R"({"type": "uint64", "shape": [2], "data": [0, "18446744073709551615"]})",
           R"({"type": "int4", "shape": [3], "data": [-8, 7, -1]})",
           R"({"type": "uint2", "shape": [5], "data": [0, 1, 2, 3, 1]})",
           R"({"type": "int8", "shape": [2, 1], "data": [-128, 127]})",
           R"({"type": "float32", "shape": [4], "data": [1, -2.5, "0x80000000", "0x7fc00001"]})",
           R"({"type": "float32", "shape": [1], "data": ["0x3dcccccd"]})",
           R"({"type": "float64", "shape": [2], "data": [0.5, "0x3fb999999999999a"]})",
           R"({"type": "float16", "shape": [], "data": ["0x3c00"]})",
           R"({"type": "float8e4m3fn", "shape": [1], "data": ["0x7f"]})",
           R"({"type": "float4e2m1", "shape": [3], "data": ["0x0", "0xf", "0x7"]})",
           R"({"type": "complex64", "shape": [2], "data": [[1, "0x80000000"], [0.5, 2]]})",
           R"({"type": "complex128", "shape": [1], "data": [[1, 2]]})",
           R"({"type": "string", "shape": [3], "data": ["", "ü\u0000", {"hex": "ff00"}]})",
           R"({"type": "float32", "shape": [0, "9223372036854775807"], "data": []})",
           R"({"type": "int32", "shape": [4], "data": {"iota": [3, -2]}})",
           R"({"type": "float32", "shape": [4], "data": {"iota": [0.5, 0.25]}})",
           R"({"type": "float64", "shape": [2], "data": {"fill": "0x7ff0000000000000"}})",
           R"({"type": "uint16", "shape": [4], "data": {"random": 7}})",
       }) {
    CAPTURE(text);
    CHECK(rewritten(text) == text);
  }
}

TEST_CASE("what may be written in two ways is written in one") {
  CHECK(rewritten(R"({"data": [1.0, "0x3f800000"], "shape": [2], "type": "float32"})") ==
        R"({"type": "float32", "shape": [2], "data": [1, 1]})");
  CHECK(rewritten(R"({"type": "float32", "shape": [2], "data": {"fill": 5e-1}})") ==
        R"({"type": "float32", "shape": [2], "data": {"fill": 0.5}})");
  CHECK(rewritten(R"({"type": "string", "shape": [1], "data": [{"hex": "6f"}]})") ==
        R"({"type": "string", "shape": [1], "data": ["o"]})");
}

TEST_CASE("packed elements stand low bits first") {
  CHECK(read(R"({"type": "int4", "shape": [3], "data": [1, -1, 2]})").tensor.bytes == std::vector<uint8_t>{0xf1, 0x02});
  CHECK(read(R"({"type": "uint2", "shape": [5], "data": [1, 2, 3, 0, 2]})").tensor.bytes ==
        std::vector<uint8_t>{0x39, 0x02});
}

TEST_CASE("generated elements") {
  const auto same = [](const char* generated, const char* listed) {
    CAPTURE(generated);
    CHECK(read(generated).tensor == read(listed).tensor);
  };
  same(R"({"type": "int8", "shape": [3], "data": {"iota": [-128, 100]}})",
       R"({"type": "int8", "shape": [3], "data": [-128, -28, 72]})");
  same(R"({"type": "uint64", "shape": [2], "data": {"iota": ["18446744073709551615", -1]}})",
       R"({"type": "uint64", "shape": [2], "data": ["18446744073709551615", "18446744073709551614"]})");
  same(R"({"type": "float16", "shape": [3], "data": {"iota": [1, 0.5]}})",
       R"({"type": "float16", "shape": [3], "data": ["0x3c00", "0x3e00", "0x4000"]})");
  same(R"({"type": "complex64", "shape": [2], "data": {"fill": [1, 2]}})",
       R"({"type": "complex64", "shape": [2], "data": [[1, 2], [1, 2]]})");
  same(R"({"type": "string", "shape": [2], "data": {"fill": "a"}})",
       R"({"type": "string", "shape": [2], "data": ["a", "a"]})");
  // The first bytes of SplitMix64 with seed 0 are af cd 1d 7b 39 a8 20 e2.
  same(R"({"type": "uint8", "shape": [9], "data": {"random": 0}})",
       R"({"type": "uint8", "shape": [9], "data": [175, 205, 29, 123, 57, 168, 32, 226, 244]})");
  same(R"({"type": "bool", "shape": [4], "data": {"random": 0}})",
       R"({"type": "bool", "shape": [4], "data": [true, true, true, true]})");
  same(R"({"type": "uint4", "shape": [3], "data": {"random": 0}})",
       R"({"type": "uint4", "shape": [3], "data": [15, 10, 13]})");
}

TEST_CASE("a digest stands for the bytes of an output") {
  const char* text =
      R"({"type": "uint8", "shape": [3], "data": {"sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}})";
  CHECK(rewritten(text) == text);
  CHECK(tensor_sha256(read(R"({"type": "uint8", "shape": [3], "data": [97, 98, 99]})").tensor) ==
        read(text, AllowDigest::yes).sha256);
  CHECK(refusal(text) == "data.sha256: sha256 is allowed in outputs only");
}

TEST_CASE("malformed elements are refused") {
  CHECK(element_refusal("int64", "-0") == "data[0]: -0 is not allowed");
  CHECK(element_refusal("int64", "1.0") == "data[0]: expected an integer");
  CHECK(element_refusal("int64", "9007199254740992") == "data[0]: an integer beyond 2^53-1 is written as a string");
  CHECK(element_refusal("int64", "\"5\"") == "data[0]: an integer up to 2^53-1 is written as a number");
  CHECK(element_refusal("int64", "\"09223372036854775807\"") ==
        "data[0]: \"09223372036854775807\" is not the decimal text of an integer");
  CHECK(element_refusal("int64", "\"9223372036854775808\"") ==
        "data[0]: 9223372036854775808 is not between -9223372036854775808 and 9223372036854775807");
  CHECK(element_refusal("uint64", "\"99999999999999999999999\"") ==
        "data[0]: 99999999999999999999999 is not between 0 and 18446744073709551615");
  CHECK(element_refusal("uint64", "-1") == "data[0]: -1 is not between 0 and 18446744073709551615");
  CHECK(element_refusal("int4", "8") == "data[0]: 8 is not between -8 and 7");
  CHECK(element_refusal("bool", "1") == "data[0]: expected true or false");
  CHECK(element_refusal("float64", "0.1") ==
        "data[0]: this text is not exactly a binary number; as float64 it is \"0x3fb999999999999a\"");
  CHECK(element_refusal("float32", "16777217") ==
        "data[0]: this number is not exactly a float32; the nearest is \"0x4b800000\"");
  CHECK(element_refusal("float32", "-0.0") ==
        "data[0]: this text is not exactly a binary number; as float64 it is \"0x8000000000000000\"");
  CHECK(element_refusal("float32", "\"0x7FC00000\"") ==
        "data[0]: expected a number or \"0x\" and 8 lower-case hexadecimal digits");
  CHECK(element_refusal("float16", "1") == "data[0]: expected \"0x\" and 4 lower-case hexadecimal digits");
  CHECK(element_refusal("complex64", "1") == "data[0]: expected [real, imaginary]");
  CHECK(element_refusal("string", "1") == "data[0]: expected a string");
  CHECK(element_refusal("string", R"({"hex": "f"})") == "data[0].hex: expected pairs of lower-case hexadecimal digits");
}

TEST_CASE("malformed tensors are refused") {
  CHECK(refusal(R"({"type": "float", "shape": [], "data": [1]})") == "type: \"float\" is not an element type");
  CHECK(refusal(R"({"type": "int8", "shape": [2], "data": [1]})") ==
        "data: the shape asks for 2 elements, but there are 1");
  CHECK(refusal(R"({"type": "int8", "shape": [-1], "data": []})") == "shape[0]: an extent is not negative");
  CHECK(refusal(R"({"type": "int8", "shape": [4294967296], "data": []})") ==
        "shape: a tensor has at most 2^24 elements");
  CHECK(refusal(R"({"type": "int8", "shape": [0]})") == ": the member \"data\" is missing");
  CHECK(refusal(R"({"type": "int8", "shape": [0], "data": [], "name": "x"})") ==
        ": the member \"name\" is not known here");
  CHECK(refusal(R"({"type": "int8", "shape": [3], "data": {"iota": [126, 1]}})") ==
        "data.iota: element 2 lies outside the type");
  CHECK(refusal(R"({"type": "uint8", "shape": [2], "data": {"iota": [0, -1]}})") ==
        "data.iota: element 1 lies outside the type");
  CHECK(refusal(R"({"type": "float32", "shape": [2], "data": {"iota": [16777216, 1]}})") ==
        "data.iota: element 1 is not exactly a float32");
  CHECK(refusal(R"({"type": "float64", "shape": [2], "data": {"iota": [9007199254740991, 0.5]}})") ==
        "data.iota: element 1 is not exactly a float64");
  CHECK(refusal(R"({"type": "bool", "shape": [2], "data": {"iota": [0, 1]}})") ==
        "data.iota: iota has no meaning for bool");
  CHECK(refusal(R"({"type": "string", "shape": [2], "data": {"random": 1}})") ==
        "data: random has no meaning for string");
}

TEST_CASE("JSON texts are read strictly") {
  const auto refused = [](const char* text) {
    try {
      parse_json(text);
    } catch (const JsonError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused(R"({"a": 1, "b": {"a": 2}})") == "accepted");
  CHECK(refused(R"({"a": 1, "a": 2})") == "the key \"a\" stands twice in one object");
  CHECK(refused("[1,]") != "accepted");
  CHECK(refused("[1] 2") != "accepted");
  CHECK(refused("// 1\n1") != "accepted");
  CHECK(refused((std::string(64, '[') + std::string(64, ']')).c_str()) == "accepted");
  CHECK(refused((std::string(66, '[') + std::string(66, ']')).c_str()) ==
        "arrays and objects are nested deeper than 64");
  CHECK(refused((std::string(100000, '[') + std::string(100000, ']')).c_str()) ==
        "arrays and objects are nested deeper than 64");
  CHECK(refused("\"\xff\"") != "accepted");
}
