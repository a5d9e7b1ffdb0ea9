// A row of the table, with its letters replaced by numbers and its inputs made.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "corpus/handles.h"

namespace onemodel::bench {

using corpus::ModelHandle;
using corpus::TensorHandle;
using SharedTensor = std::shared_ptr<om_tensor>;
using Shape = std::vector<int64_t>;

enum class Size { small, medium, large };
inline constexpr std::array kSizeNames = {"1KB", "1MB", "64MB"};

// One row of the table: one call of one operator, at three sizes. The numbers of a size are the letters a, b, c, ... in
// inputs and attributes, where they may be computed with: 2a, a*b, a/2+1.
//
// Inputs, in ONNX's order and separated by blanks:
//   float32[a,64]      random elements, none of them zero
//   int64[a]<b         random, 0 to b-1
//   int64[a,1]@b       random and distinct, 0 to b-1
//   float32[a]%50      random, of which 50 percent are not zero
//   int64{0,a}         a vector of these elements, known when a model is loaded
//   int64=a            a scalar of this element, known when a model is loaded
//   16*float32[a]      16 such inputs
//   -                  an optional input that is not given
// Attributes, separated by blanks: axis=1 perm=[1,0] mode=edge value=float32{3}
struct Row {
  const char* op;
  const char* name;
  const char* category;              // a class of what is attainable
  std::array<const char*, 3> sizes;  // for outputs of about 1 KB, 1 MB, 64 MB or more; "": not at this size
  const char* inputs;
  const char* attributes = "";
  int64_t output_count = 1;
};

extern const std::vector<Row> kRows;

// What an operator of a class could reach on one thread: a share of the time that memcpy takes for the same bytes.
struct Category {
  const char* name;
  double large;  // 0: nothing is known
  double medium;
};

extern const std::vector<Category> kCategories;

// The opset that every row and chain is at.
inline constexpr int64_t kOpset = 19;

// Whether an input, as a row has it, is known when a model is loaded.
bool is_literal_input(const std::string& text);

// An attribute as a row has it, its letters replaced: "perm", "[1,0]".
struct WrittenAttribute {
  std::string name;
  std::string value;
};

struct Workload {
  const Row* row = nullptr;
  Size size = Size::small;
  std::string name;                         // "Transpose/2-D float32/1MB"
  std::vector<SharedTensor> inputs;         // null for one that is not given
  std::vector<std::string> written_inputs;  // each as the row has it, its letters replaced
  std::vector<WrittenAttribute> written_attributes;
  std::shared_ptr<om_attributes> attributes;
  std::string description;  // "float32[16,16] perm=[1,0]"

  // Whether the input is known when a model is loaded.
  bool is_literal(size_t index) const { return is_literal_input(written_inputs[index]); }
  bool has_only_literals() const;
  // Whether all of it could be computed, or left away, when a model is loaded.
  bool is_known_beforehand() const;

  // An attribute's value, or the other one if the row does not have it.
  std::string text(const char* name, const std::string& otherwise) const;
  int64_t integer(const char* name, int64_t otherwise) const;
  std::vector<int64_t> integers(const char* name) const;
};

std::string workload_name(const Row& row, Size size);

// How large the large workloads are made: as the table says, or with half of their first number, which is a quarter to
// a half of the bytes.
enum class Extent { full, reduced };

// The numbers that letters of a row or chain stand for.
std::string numbers_of_size(const std::array<const char*, 3>& sizes, Size size, Extent extent);

// The row with its numbers in place of letters, for people.
std::string describe(const Row& row, Size size, Extent extent);

// Makes the inputs. Throws std::runtime_error where the row cannot be read.
Workload make_workload(const Row& row, Size size, Extent extent);

// A text of a row with numbers in place of its letters; the numbers are separated by blanks.
std::string with_numbers(const std::string& text, const std::string& numbers);

// A tensor as the inputs of a row are written; the letters are numbers already: "float32[16,16]".
SharedTensor make_input(const std::string& text);

// The value of 2(16)+(32)/2 and the like.
int64_t arithmetic_value(const std::string& text);

// The parts of a text between separators, without empty ones.
std::vector<std::string> split(const std::string& text, char separator);

std::vector<WrittenAttribute> read_attributes(const std::string& text);
std::shared_ptr<om_attributes> make_attributes(const std::vector<WrittenAttribute>& written);

// A tensor of these whole numbers.
SharedTensor from_integers(om_type type, const Shape& shape, const std::vector<int64_t>& values);

// A model in the making.
class ModelBuilder {
 public:
  ModelBuilder();
  void add_input(const std::string& name, const om_tensor& like);
  void add_constant(const std::string& name, om_tensor* tensor);
  void add_node(const std::string& op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                const om_attributes* attributes);
  void add_output(const std::string& name);

  const om_model& model() const { return *model_; }
  // A serialized ModelProto.
  std::string bytes() const;

 private:
  ModelHandle model_;
};

// What a session of the model gives for these inputs.
std::vector<TensorHandle> run_once(const om_model& model, const std::vector<SharedTensor>& inputs,
                                   const om_context* context);

// A session of the model that writes its outputs over tensors that are like the results and there already, or, without
// results, gives new ones and releases them. The inputs stay alive with the function.
std::function<void()> run_of(const om_model& model, const std::vector<SharedTensor>& inputs,
                             const std::vector<const om_tensor*>& results, const om_context* context);

// The workload as a model of one node. What is known when a model is loaded is an initializer, unless nothing would be
// left to do; fed_inputs are the positions of the others.
ModelBuilder make_model(const Workload& workload);
std::vector<size_t> fed_inputs(const Workload& workload);

// The call, ready to be made many times; it keeps what it needs alive.
class Invocation {
 public:
  Invocation(const Workload& workload, const om_context* context);

  // Runs the operator and gives its outputs.
  std::vector<TensorHandle> outputs();
  // Runs the operator and releases its outputs.
  void operator()();

 private:
  void invoke();

  const char* op_;
  const om_context* context_;
  std::vector<SharedTensor> owners_;
  std::vector<const om_value*> inputs_;
  std::shared_ptr<om_attributes> attributes_;
  std::vector<om_value*> outputs_;
};

}  // namespace onemodel::bench
