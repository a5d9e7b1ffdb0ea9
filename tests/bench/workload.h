// A row of the table, with its letters replaced by numbers and its inputs made.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "corpus/handles.h"

namespace onemodel::bench {

using corpus::AttributesHandle;
using corpus::ModelHandle;
using corpus::SessionHandle;
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

struct Workload {
  const Row* row = nullptr;
  Size size = Size::small;
  std::string name;                  // "Transpose/2-D float32/1MB"
  std::vector<SharedTensor> inputs;  // null for one that is not given
  std::vector<bool> is_literal;      // of each input: known when a model is loaded
  std::shared_ptr<om_attributes> attributes;
  std::string description;  // "float32[16,16] perm=[1,0]"

  // Whether all of it could be computed, or left away, when a model is loaded.
  bool is_known_beforehand() const;
  std::vector<const om_tensor*> borrowed_inputs() const;
};

std::string workload_name(const Row& row, Size size);

// The row with its numbers in place of letters, for people.
std::string describe(const Row& row, Size size);

// Makes the inputs. Throws std::runtime_error where the row cannot be read.
Workload make_workload(const Row& row, Size size);

// A tensor as the inputs of a row are written; the letters are numbers already: "float32[16,16]".
SharedTensor make_input(const std::string& text);

// The workload as a model of one node. Inputs that are literals are initializers, or are fed like all others.
enum class Literals { initializers, fed };
ModelHandle make_model(const Workload& workload, Literals literals);

// Calls the operator, which gives all its outputs.
std::vector<TensorHandle> invoke(const Workload& workload, const om_context* context);

}  // namespace onemodel::bench
