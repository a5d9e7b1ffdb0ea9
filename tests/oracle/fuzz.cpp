#include <array>
#include <chrono>
#include <iostream>
#include <map>

#include "commands.h"
#include "comparison.h"
#include "corpus/case_file.h"
#include "generators.h"
#include "known_differences.h"
#include "notes.h"
#include "shrink.h"

namespace onemodel::oracle {
namespace {

// What a call came to, as far as two mismatches are of one kind.
std::string kind_of(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs) {
  std::string text = draft.operator_name + ": ";
  text += ours.failure ? ours.failure->reason : "outputs";
  text += " / ";
  text += theirs.kind == OutcomeKind::outputs ? "outputs" : theirs.message.substr(0, 60);
  return text;
}

bool is_mismatch(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs) {
  return relate(ours, theirs) == Relation::differ && !known_difference(draft, ours, theirs);
}

// The mismatch as a case of the corpus, with what ONNX Runtime does.
std::string case_text(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs, const std::string& slug) {
  corpus::Case one_case = ours.failure
                              ? refused_case(draft, {om_status_name(ours.failure->status), ours.failure->reason})
                              : successful_case(draft, ours.outputs);
  one_case.id = corpus::case_file_stem(draft.operator_name) + "/" + slug;
  one_case.basis = "spec";
  update_note(one_case, draft, theirs);
  return corpus::format_case_file({"", draft.operator_name, {one_case}});
}

}  // namespace

int fuzz(Child& child, int64_t seconds, uint64_t seed, const std::string& operator_name) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::array<int64_t, 4> relations{};  // by Relation
  std::map<std::string, int64_t> known;
  std::map<std::string, int64_t> mismatches;
  int64_t calls = 0;
  while (std::chrono::steady_clock::now() < end) {
    Random random(seed + static_cast<uint64_t>(calls));
    const om_operator* op =
        operator_name.empty() ? om_operator_at(calls % om_operator_count()) : om_operator_find(operator_name.c_str());
    const Settings settings = random.once_in(4) ? Settings::defaults : Settings::plain;
    const Draft draft = generate(op, random);
    ++calls;
    const corpus::Outcome ours = run_ours(draft);
    const Outcome theirs = child.run(make_request(draft, settings));
    const Relation relation = relate(ours, theirs);
    ++relations[static_cast<size_t>(relation)];
    if (relation != Relation::differ) continue;
    if (const auto difference = known_difference(draft, ours, theirs)) {
      ++known[draft.operator_name + ": " + difference->text];
      continue;
    }
    const std::string kind = kind_of(draft, ours, theirs);
    if (++mismatches[kind] > 1) continue;
    const Draft smallest = shrink(draft, [&](const Draft& candidate) {
      const corpus::Outcome our_outcome = run_ours(candidate);
      const Outcome their_outcome = child.run(make_request(candidate, settings));
      return is_mismatch(candidate, our_outcome, their_outcome) &&
             kind_of(candidate, our_outcome, their_outcome) == kind;
    });
    std::cout << "Mismatch at call " << calls - 1 << ": " << kind << "\n"
              << case_text(smallest, run_ours(smallest), child.run(make_request(smallest, settings)),
                           "fuzz-" + std::to_string(seed) + "-" + std::to_string(calls - 1))
              << std::flush;
  }
  for (const auto& [text, count] : known) std::cout << count << " times known: " << text << "\n";
  for (const auto& [kind, count] : mismatches) std::cout << count << " times NOT known: " << kind << "\n";
  std::cout << "seed " << seed << ", " << calls << " calls: " << relations[0] << " agree, " << relations[1]
            << " refused by both, " << relations[2] << " not runnable there, " << relations[3] << " differ, of which "
            << mismatches.size() << " kinds are not known\n";
  return mismatches.empty() ? 0 : 1;
}

}  // namespace onemodel::oracle
