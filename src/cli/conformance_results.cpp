// onemodel conformance results and compare: results as JSON lines, of the library and of other implementations.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "cli/commands.h"
#include "cli/corpus_files.h"
#include "cli/terminal.h"
#include "corpus/results.h"

namespace onemodel::cli {

namespace {

using corpus::Case;
using corpus::CaseFile;
using corpus::ForeignResult;

int write_results(const std::vector<std::string>& paths, const std::string& output_file) {
  std::string text;
  for (const CaseFile& file : read_corpus_files(paths)) {
    for (const corpus::GraphCase& graph : file.graphs) {
      text += corpus::result_line(graph) + '\n';
    }
    if (om_operator_find(file.operator_name.c_str()) == nullptr) {
      continue;
    }
    for (const Case& one_case : file.cases) {
      text += corpus::result_line(file, one_case) + '\n';
    }
  }
  if (output_file.empty()) {
    std::cout << text;
  } else {
    corpus::write_file(output_file, text);
  }
  return kSuccess;
}

std::map<std::string, ForeignResult> read_results(const std::string& results_file) {
  std::vector<corpus::Problem> problems;
  std::map<std::string, ForeignResult> results;
  for (ForeignResult& result : corpus::parse_results(results_file, corpus::read_file(results_file), problems)) {
    const std::string id = result.id;
    if (!results.emplace(id, std::move(result)).second) {
      problems.push_back({results_file, id, "", "there are two results for this case"});
    }
  }
  require_no_problems(problems);
  return results;
}

struct Counts {
  int64_t same = 0;
  int64_t different = 0;
  int64_t missing = 0;
};

// Compares one file's cases, prints the differences, and takes the results it has used out of `results`.
Counts compare_file(const CaseFile& file, std::map<std::string, ForeignResult>& results) {
  Counts counts;
  const auto compare_case = [&](const auto& one_case) {
    const auto result = results.find(one_case.id);
    if (result == results.end()) {
      ++counts.missing;
      return;
    }
    const auto mismatches = corpus::compare_result(one_case, result->second);
    results.erase(result);
    ++(mismatches.empty() ? counts.same : counts.different);
    for (const corpus::Mismatch& mismatch : mismatches) {
      std::cout << red("DIFFERS ") << bold(one_case.id) << ": " << mismatch.what << "\n    corpus  "
                << mismatch.expected << "\n    result  " << mismatch.actual << '\n';
    }
  };
  for (const Case& one_case : file.cases) compare_case(one_case);
  for (const corpus::GraphCase& graph : file.graphs) compare_case(graph);
  return counts;
}

// Takes out the results that belong to no file among `files`: those of the library's operators that have none, and if
// there are no graphs at all, those of graphs. Gives their number.
int64_t remove_others(std::map<std::string, ForeignResult>& results, const std::vector<CaseFile>& files) {
  std::set<std::string> operator_stems;
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    operator_stems.insert(corpus::case_file_stem(om_operator_name(om_operator_at(i))));
  }
  std::set<std::string> stems;
  for (const CaseFile& file : files) stems.insert(file.path.stem().string());
  const bool has_graphs = std::ranges::any_of(files, [](const CaseFile& file) { return file.is_of_graphs(); });
  return static_cast<int64_t>(std::erase_if(results, [&](const auto& result) {
    const std::string stem = result.first.substr(0, result.first.find('/'));
    return !stems.contains(stem) && (operator_stems.contains(stem) || !has_graphs);
  }));
}

int compare(const std::string& results_file, const std::vector<std::string>& paths) {
  auto results = read_results(results_file);
  if (results.empty()) {
    std::cerr << "onemodel conformance compare: " << results_file << " has no results\n";
    return kFailed;
  }
  const std::vector<CaseFile> files = read_corpus_files(paths);
  const int64_t others = remove_others(results, files);
  Table table({"cases", "same", "different", "missing"});
  Counts total;
  for (const CaseFile& file : files) {
    const Counts counts = compare_file(file, results);
    table.add_row({file.is_of_graphs() ? "graphs on " + file.path.stem().string() : file.operator_name,
                   std::to_string(counts.same), std::to_string(counts.different), std::to_string(counts.missing)});
    total.same += counts.same;
    total.different += counts.different;
    total.missing += counts.missing;
  }
  for (const auto& [id, result] : results) {
    std::cout << "UNKNOWN " << id << ": the corpus has no case of this id\n";
  }
  std::cout << (total.different == 0 && results.empty() ? "" : "\n");
  table.print(std::cout);
  std::cout << '\n'
            << total.same << " same, " << total.different << " different, " << total.missing << " missing, "
            << results.size() << " unknown, " << others << " of other files\n";
  return total.different == 0 && results.empty() && total.same > 0 ? kSuccess : kFailed;
}

}  // namespace

void add_conformance_results_command(CLI::App& parent, int& exit_code) {
  struct Options {
    std::vector<std::string> paths;
    std::string output_file;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("results", "Write what the library gives for each case, as JSON lines.");
  command->add_option("paths", options->paths, "Case files or folders")->type_name("PATH");
  command->add_option("--output", options->output_file, "Write there instead of to standard output")->type_name("FILE");
  command->footer(
      R"(A line is {"id": ..., "outputs": {...}} or {"id": ..., "error": {"status": ..., "reason": ...}}; of a graph it is
{"id": ..., "runs": [...]} with outputs or an error for each run.
Exit codes: 0 done, 2 wrong command line, 3 a file cannot be read or written.

Examples:
  onemodel conformance results --output results.jsonl
  onemodel conformance results conformance/operators/topk.json)");
  command->callback([options, &exit_code] { exit_code = write_results(options->paths, options->output_file); });
}

void add_conformance_compare_command(CLI::App& parent, int& exit_code) {
  struct Options {
    std::string results_file;
    std::vector<std::string> paths;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      parent.add_subcommand("compare", "Compare the results of another implementation with the corpus.");
  command->add_option("results", options->results_file, "JSON lines, as the command results writes them")
      ->required()
      ->type_name("RESULTS.jsonl");
  command->add_option("paths", options->paths, "Case files or folders")->type_name("PATH");
  command->footer(
      R"(Types, shapes and bits are compared; of an error what is given: status and reason may be left out. Cases without a result
are counted, and so are results of cases whose files are not among the paths. Exit codes: 0 no difference, 1 some (or
nothing to compare), 2 wrong command line, 3 a file cannot be read or the output not written.

Examples:
  onemodel conformance compare results.jsonl
  onemodel conformance compare results.jsonl conformance/operators/slice.json)");
  command->callback([options, &exit_code] { exit_code = compare(options->results_file, options->paths); });
}

}  // namespace onemodel::cli
