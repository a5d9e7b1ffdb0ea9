#include <algorithm>
#include <iostream>
#include <set>

#include "commands.h"
#include "comparison.h"
#include "corpus/case_file.h"
#include "corpus/layout.h"
#include "corpus/signature.h"
#include "generators.h"
#include "known_differences.h"
#include "notes.h"

namespace onemodel::oracle {
namespace {

using corpus::Case;

std::string sign_text(int64_t value) { return value < 0 ? "-" : value == 0 ? "0" : "+"; }

// The signs of the first entries of a list.
std::string signs_text(const std::vector<int64_t>& values) {
  std::string text;
  for (size_t i = 0; i < values.size() && i < 4; ++i) text += sign_text(values[i]);
  return text;
}

std::string attribute_text(const corpus::AttributeValue& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return std::to_string(*number);
  if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) return signs_text(*list);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "given";
}

// What a case shows: pairs of facts about the call and its outcome. Of a refused call only those count that are about
// the outcome, as the rest of it has no effect.
std::set<std::string> features(const Draft& draft, const corpus::Outcome& ours) {
  std::vector<std::string> facts;
  const auto fact = [&](const std::string& name, const std::string& value) { facts.push_back(name + "=" + value); };
  fact("outcome", ours.failure ? ours.failure->reason : "outputs");
  fact("version", std::to_string(corpus::version_at(draft.op, draft.opset)));
  fact("outputs", std::to_string(draft.output_count));
  for (const std::string& rule : draft.rules) fact("rule", rule);
  for (const corpus::Attribute& attribute : draft.attributes) fact(attribute.name, attribute_text(attribute.value));
  fact("inputs", std::to_string(draft.inputs.size()));
  for (size_t i = 0; i < draft.inputs.size(); ++i) {
    const std::string name = "input" + std::to_string(i);
    if (!draft.inputs[i]) {
      fact(name, "absent");
      continue;
    }
    const Tensor& tensor = *draft.inputs[i];
    fact(name + ".rank", std::to_string(tensor.shape.size()));
    fact(name + ".empty", corpus::element_count(tensor.shape) == 0 ? "yes" : "no");
    if (i == 0 || tensor.type != draft.inputs[0]->type) fact(name + ".type", om_type_name(tensor.type));
    if (i > 0 && (tensor.type == OM_INT64 || tensor.type == OM_INT32))
      fact(name + ".signs", signs_text(integers_of(tensor)));
  }
  if (!ours.failure && !ours.outputs.empty()) {
    fact("output.rank", std::to_string(ours.outputs[0].shape.size()));
    fact("output.empty", corpus::element_count(ours.outputs[0].shape) == 0 ? "yes" : "no");
  }
  std::set<std::string> pairs;
  const size_t firsts = ours.failure ? 1 : facts.size();
  for (size_t i = 0; i < firsts; ++i) {
    for (size_t j = i; j < facts.size(); ++j) pairs.insert(facts[i] + " " + facts[j]);
  }
  return pairs;
}

// The text of the call alone, by which two cases are the same.
std::string call_text(const Draft& draft) {
  Case one_case = refused_case(draft, {});
  one_case.rules.clear();
  return corpus::format_case_file({"", draft.operator_name, {one_case}});
}

constexpr std::string_view kRecorded = "recorded";

// The number at the end of a recorded case's id; 0 of any other.
int64_t recorded_number(const std::string& id) {
  if (id.find("/" + std::string(kRecorded) + "-") == std::string::npos) return 0;
  return std::stoll(id.substr(id.rfind('-') + 1));
}

// "recorded-negative-step-float32-17": numbers go on, so that none is given twice.
std::string slug_of(const Draft& draft, int64_t number) {
  std::string slug(kRecorded);
  for (const std::string& rule : draft.rules) slug += "-" + rule;
  if (!draft.inputs.empty() && draft.inputs[0]) slug += std::string("-") + om_type_name(draft.inputs[0]->type);
  return slug + "-" + std::to_string(number);
}

int64_t record_operator(Child& child, const om_operator* op, const Recording& recording, corpus::CaseFile& file) {
  std::set<std::string> shown;
  std::set<std::string> texts;
  int64_t number = 0;
  for (const Case& one_case : file.cases) {
    number = std::max(number, recorded_number(one_case.id));
    try {
      const Draft draft = draft_of(file.operator_name, one_case);
      shown.merge(features(draft, run_ours(draft)));
      texts.insert(call_text(draft));
    } catch (const std::runtime_error&) {  // a call that cannot even be made shows nothing here
    }
  }
  int64_t added = 0;
  for (int64_t call = 0; call < recording.calls; ++call) {
    Random random(recording.seed + static_cast<uint64_t>(call));
    Draft draft = generate(op, random);
    const corpus::Outcome ours = run_ours(draft);
    std::set<std::string> pairs = features(draft, ours);
    const int64_t added_pairs =
        std::ranges::count_if(pairs, [&](const std::string& pair) { return !shown.contains(pair); });
    if (added_pairs < recording.new_pairs || !texts.insert(call_text(draft)).second) continue;
    const Outcome theirs = child.run(make_request(draft, Settings::plain));
    const Relation relation = relate(ours, theirs);
    if (relation == Relation::not_runnable) continue;
    if (relation == Relation::differ) {
      const std::optional<KnownDifference> known = known_difference(draft, ours, theirs);
      if (!known)
        std::cout << draft.operator_name << ", call " << call << ": a difference that is not known; see fuzz\n";
      if (!known || known->varies) continue;
    }
    Case one_case = ours.failure ? refused_case(draft, {om_status_name(ours.failure->status), ours.failure->reason})
                                 : successful_case(draft, ours.outputs);
    one_case.id = corpus::case_file_stem(draft.operator_name) + "/" + slug_of(draft, ++number);
    one_case.basis = relation == Relation::differ ? "spec" : "onnxruntime";
    update_note(one_case, draft, theirs);
    file.cases.push_back(std::move(one_case));
    shown.merge(pairs);
    ++added;
  }
  return added;
}

}  // namespace

int record(Child& child, const std::filesystem::path& folder, const Recording& recording,
           const std::string& operator_name) {
  std::vector<corpus::Problem> problems;
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    const om_operator* op = om_operator_at(i);
    const std::string name = om_operator_name(op);
    if (!operator_name.empty() && name != operator_name) continue;
    const std::filesystem::path path = folder / "operators" / (corpus::case_file_stem(name) + ".json");
    corpus::CaseFile file{path, name, {}, {}};
    if (std::filesystem::exists(path)) file = corpus::parse_case_file(path, corpus::read_file(path), problems);
    if (!problems.empty()) {
      std::cout << to_string(problems.front()) << "\n";
      return 2;
    }
    const int64_t added = record_operator(child, op, recording, file);
    if (added > 0) corpus::write_file(path, corpus::format_case_file(file));
    std::cout << name << ": " << added << " cases added, " << file.cases.size() << " in all\n" << std::flush;
  }
  return 0;
}

}  // namespace onemodel::oracle
