// onemodel operators: one row for each operator.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "corpus/json.h"
#include "onemodel.h"

namespace onemodel::cli {

namespace {

using corpus::Json;

const char* kind_name(om_operator_kind kind) {
  switch (kind) {
    case OM_KIND_CONSTANT:
      return "constant";
    case OM_KIND_VIEW:
      return "view";
    case OM_KIND_COPY:
      return "copy";
    case OM_KIND_FILL:
      return "fill";
    case OM_KIND_GENERATE:
      return "generate";
    default:
      return "data dependent";
  }
}

std::vector<int64_t> versions_of(const om_operator* op) {
  std::vector<int64_t> versions;
  for (int64_t i = 0; i < om_operator_version_count(op); ++i) {
    versions.push_back(om_operator_version_since(op, i));
  }
  return versions;
}

void print_json() {
  Json operators = Json::array();
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    const om_operator* op = om_operator_at(i);
    Json reasons = Json::array();
    for (int64_t j = 0; j < om_operator_reason_count(op); ++j) {
      reasons.push_back(om_operator_reason(op, j));
    }
    operators.push_back({{"operator", om_operator_name(op)},
                         {"versions", versions_of(op)},
                         {"kind", kind_name(om_operator_kind_of(op))},
                         {"types", om_operator_type_count(op)},
                         {"exact", om_operator_is_exact(op) != 0},
                         {"reasons", reasons}});
  }
  std::cout << Json({{"version", om_version()}, {"opset", int{OM_MAX_OPSET}}, {"operators", operators}}).dump(2)
            << '\n';
}

void print_table() {
  Table table({"operator", "opsets", "kind", "types", "exact", "versions"});
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    const om_operator* op = om_operator_at(i);
    const std::vector<int64_t> versions = versions_of(op);
    std::string version_list;
    for (const int64_t version : versions) {
      version_list += (version_list.empty() ? "" : ", ") + std::to_string(version);
    }
    table.add_row({om_operator_name(op), std::to_string(versions.front()) + '-' + std::to_string(OM_MAX_OPSET),
                   kind_name(om_operator_kind_of(op)), std::to_string(om_operator_type_count(op)),
                   om_operator_is_exact(op) != 0 ? "yes" : "no", version_list});
  }
  table.print(std::cout);
}

}  // namespace

void add_operators_command(CLI::App& parent, int& exit_code) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App* command = parent.add_subcommand("operators", "List the operators: opsets, kind, element types, exactness.");
  command->add_flag("--json", *as_json, "As JSON, with the reasons each can refuse with");
  command->footer(
      R"(Kinds: constant (depends on the shape alone), view (no element moves), copy, fill, generate, data dependent (the
output's extents depend on the elements). Exact: results are bit-identical everywhere.
Exit codes: 0 done, 2 wrong command line, 3 the output cannot be written.

Examples:
  onemodel operators
  onemodel operators --json)");
  command->callback([as_json, &exit_code] {
    *as_json ? print_json() : print_table();
    exit_code = kSuccess;
  });
}

}  // namespace onemodel::cli
