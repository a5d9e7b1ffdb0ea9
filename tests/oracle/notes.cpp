#include "notes.h"

#include "corpus/signature.h"
#include "corpus/tensor_json.h"
#include "known_differences.h"

namespace onemodel::oracle {
namespace {

// Longer outputs are recorded by their digest.
constexpr int64_t kMostRecordedElements = 256;

std::vector<corpus::Argument> record_outputs(const Draft& draft, const std::vector<Tensor>& outputs) {
  std::vector<corpus::Argument> arguments = name_outputs(draft.op, draft.opset, outputs);
  for (corpus::Argument& argument : arguments) {
    for (std::optional<corpus::WrittenTensor>& written : argument.tensors) {
      Tensor& tensor = written->tensor;
      if (tensor.type == OM_STRING || corpus::element_count(tensor.shape).value() <= kMostRecordedElements) continue;
      written->sha256 = corpus::tensor_sha256(tensor);
      tensor.bytes.clear();
    }
  }
  return arguments;
}

// "no implementation of Pad-13 for bfloat16"
std::string missing_kernel_text(const Draft& draft) {
  std::string text =
      "no implementation of " + draft.operator_name + "-" + std::to_string(corpus::version_at(draft.op, draft.opset));
  std::string types;
  const auto add = [&](om_type type) {
    const std::string name = om_type_name(type);
    if (types.find(name) == std::string::npos) types += (types.empty() ? "" : ", ") + name;
  };
  for (const std::optional<Tensor>& input : draft.inputs) {
    if (input) add(input->type);
  }
  for (const corpus::Attribute& attribute : draft.attributes) {
    if (const auto* value = std::get_if<corpus::WrittenTensor>(&attribute.value)) add(value->tensor.type);
  }
  return types.empty() ? text : text + " for " + types;
}

}  // namespace

std::string_view error_kind(std::string_view message) { return message.substr(0, message.find(':')); }

void update_note(corpus::Case& one_case, const Draft& draft, const Outcome& theirs) {
  const std::string old_text =
      one_case.onnxruntime && one_case.onnxruntime->kind == "differs" ? one_case.onnxruntime->text : "";
  one_case.onnxruntime.reset();
  const corpus::Outcome ours = run_ours(draft);
  switch (relate(ours, theirs)) {
    case Relation::agree:
    case Relation::both_refuse:
      return;
    case Relation::not_runnable:
      one_case.onnxruntime = {"no_kernel", missing_kernel_text(draft), std::nullopt, std::nullopt};
      return;
    case Relation::differ:
      break;
  }
  const std::optional<KnownDifference> known = known_difference(draft, ours, theirs);
  if (known && known->varies) {
    one_case.onnxruntime = {"not_run", known->text, std::nullopt, std::nullopt};
    return;
  }
  const std::string text = known ? known->text : old_text.empty() ? std::string(kUnexplained) : old_text;
  one_case.onnxruntime = {"differs", text, std::nullopt, std::nullopt};
  if (theirs.kind == OutcomeKind::outputs) {
    one_case.onnxruntime->outputs = record_outputs(draft, theirs.outputs);
  } else {
    one_case.onnxruntime->error = theirs.message;
  }
}

}  // namespace onemodel::oracle
