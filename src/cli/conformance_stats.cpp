// onemodel conformance stats: what the corpus covers, and what has no case.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/corpus_files.h"
#include "cli/terminal.h"
#include "corpus/statistics.h"

namespace onemodel::cli {

namespace {

using corpus::Hole;
using corpus::OperatorStatistics;
using corpus::Statistics;
using corpus::TopicStatistics;

struct Options {
  std::vector<std::string> paths;
  bool as_json = false;
  bool is_strict = false;
};

// "1: 12, 13: 4"
template <typename Key>
std::string counts_text(const std::map<Key, int64_t>& counts) {
  std::string text;
  for (const auto& [key, count] : counts) {
    text += text.empty() ? "" : ", ";
    if constexpr (std::is_same_v<Key, std::string>) {
      text += key;
    } else {
      text += std::to_string(key);
    }
    text += ": " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

void print_text(const Statistics& statistics) {
  Table table({"operator", "cases", "versions", "types", "reasons", "ranks"});
  int64_t total = 0;
  for (const OperatorStatistics& one : statistics.operators) {
    total += one.cases;
    table.add_row({one.name, std::to_string(one.cases), std::to_string(one.versions.size()),
                   std::to_string(one.types.size()), std::to_string(one.reasons.size()),
                   std::to_string(one.ranks.size())});
  }
  table.print(std::cout);
  for (const OperatorStatistics& one : statistics.operators) {
    if (one.cases > 0) {
      std::cout << '\n'
                << bold(one.name) << "\n  versions  " << counts_text(one.versions) << "\n  types     "
                << counts_text(one.types) << "\n  reasons   " << counts_text(one.reasons) << "\n  ranks     "
                << counts_text(one.ranks) << '\n';
    }
  }
  Table topics({"graphs on", "cases", "nodes", "runs", "plan facts", "operators", "reasons"});
  for (const TopicStatistics& one : statistics.topics) {
    total += one.graphs;
    topics.add_row({one.name, std::to_string(one.graphs), std::to_string(one.nodes), std::to_string(one.runs),
                    std::to_string(one.plan_facts), std::to_string(one.operators.size()),
                    std::to_string(one.reasons.size())});
  }
  if (!statistics.topics.empty()) {
    std::cout << '\n';
    topics.print(std::cout);
  }
  std::cout << '\n';
  for (const Hole& hole : statistics.holes) {
    std::cout << red("HOLE") << "  " << (hole.operator_name.empty() ? "any operator" : hole.operator_name)
              << ": no case of " << hole.kind << ' ' << hole.name << '\n';
  }
  std::cout << total << " cases, " << statistics.holes.size() << " holes\n";
}

int stats(const Options& options) {
  const Statistics statistics = corpus::collect_statistics(read_corpus_files(options.paths));
  if (options.as_json) {
    std::cout << corpus::statistics_json(statistics);
  } else {
    print_text(statistics);
  }
  return options.is_strict && !statistics.holes.empty() ? kFailed : kSuccess;
}

}  // namespace

void add_conformance_stats_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand(
      "stats", "Count cases by operator, version, type, reason, rank, and graphs by topic; name what has none.");
  command->add_option("paths", options->paths, "Case files or folders")->type_name("PATH");
  command->add_flag("--json", options->as_json, "As JSON");
  command->add_flag("--strict", options->is_strict, "Exit with 1 if there are holes");
  command->footer(
      R"(Types and ranks are those of the first input. A hole is a version of an operator, an element type that its first input
accepts at the newest version, or a reason it can refuse with, that no case shows; and a reason of every operator's that
no case of any operator shows; and an operator that is a node of no graph.
Exit codes: 0 done, 1 --strict found holes, 2 wrong command line, 3 a file cannot be read or the output not written.

Examples:
  onemodel conformance stats
  onemodel conformance stats --strict --json)");
  command->callback([options, &exit_code] { exit_code = stats(*options); });
}

}  // namespace onemodel::cli
