// onemodel plan: what a session does for a model, node by node.
#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/model_files.h"
#include "cli/session_facts.h"
#include "cli/tensor_argument.h"
#include "cli/terminal.h"
#include "corpus/graph_case.h"
#include "corpus/session.h"

namespace onemodel::cli {

namespace {

using corpus::Json;
using corpus::JsonError;
using corpus::TensorHandle;

struct Options {
  std::string model_file;
  std::vector<std::string> shapes;
  bool as_json = false;
};

std::vector<int64_t> parse_shape(const std::string& argument, const std::string& text) {
  std::vector<int64_t> shape;
  const char* position = text.data();
  const char* const end = text.data() + text.size();
  while (position != end) {
    int64_t extent = -1;
    const auto parsed = std::from_chars(position, end, extent);
    const bool is_followed = parsed.ptr != end && *parsed.ptr == ',' && parsed.ptr + 1 != end;
    if (parsed.ec != std::errc() || extent < 0 || (parsed.ptr != end && !is_followed)) {
      throw JsonError("--shape " + argument, "expected NAME=EXTENT,EXTENT,...");
    }
    shape.push_back(extent);
    position = parsed.ptr == end ? end : parsed.ptr + 1;
  }
  return shape;
}

TensorHandle describe(const ValueFacts& input, const std::vector<int64_t>& shape) {
  return corpus::describe_tensor({input.type, shape, {}, {}});
}

// The inputs' types and shapes: as the options say, else as the model declares them. Without options none.
std::vector<TensorHandle> described_inputs(const om_session& session, const std::vector<std::string>& arguments) {
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const std::string& argument : arguments) {
    const auto [name, text] = parse_named_text(argument);
    if (om_session_find_input(&session, name.c_str()) < 0) {
      throw JsonError("--shape " + argument, "the model has no input of this name");
    }
    if (!shapes.emplace(name, parse_shape(argument, text)).second) {
      throw JsonError("--shape " + argument, "it is given twice");
    }
  }
  std::vector<TensorHandle> inputs;
  if (shapes.empty()) return inputs;
  for (int64_t i = 0; i < om_session_input_count(&session); ++i) {
    const ValueFacts input = input_facts(session, i);
    const bool is_declared = input.rank >= 0 && std::none_of(input.shape, input.shape + input.rank,
                                                             [](int64_t extent) { return extent < 0; });
    if (const auto shape = shapes.find(input.name); shape != shapes.end()) {
      inputs.push_back(describe(input, shape->second));
    } else if (om_session_input_is_optional(&session, i) != 0) {
      inputs.push_back(nullptr);
    } else if (is_declared) {
      inputs.push_back(describe(input, {input.shape, input.shape + input.rank}));
    } else {
      throw JsonError("--shape", "the model does not declare the shape of '" + input.name + "'; give it, too");
    }
  }
  return inputs;
}

std::string outputs_text(const om_plan& plan, int64_t node) {
  std::string text;
  for (int64_t i = 0; i < om_plan_node_output_count(&plan, node); ++i) {
    const ValueFacts output = output_facts(plan, node, i);
    if (output.name.empty()) continue;
    text += (text.empty() ? "" : "; ") + output.name + ": " + type_text(output);
  }
  return text;
}

std::string into_text(const om_plan& plan, int64_t node) {
  const int64_t into = om_plan_node_fused_into(&plan, node);
  if (into < 0) return "";
  const std::string name = om_plan_node_name(&plan, into);
  return name.empty() ? "node " + std::to_string(into) : name;
}

std::string shaped_text(const om_plan& plan, int64_t node) {
  if (om_plan_node_is_data_dependent(&plan, node) != 0) return "by elements";
  return om_plan_node_is_shaped_at_run_time(&plan, node) != 0 ? "in each run" : "";
}

std::string bytes_text(int64_t bytes) { return bytes < 0 ? "?" : std::to_string(bytes); }

void print_table(const om_plan& plan) {
  Table table({"node", "operator", "kind", "fused into", "shaped", "bytes", "kernel", "outputs"});
  std::map<om_plan_kind, int64_t> kinds;
  int64_t bytes = 0;
  bool is_known = true;
  for (int64_t i = 0; i < om_plan_node_count(&plan); ++i) {
    const int64_t node_bytes = om_plan_node_bytes(&plan, i);
    bytes += node_bytes < 0 ? 0 : node_bytes;
    is_known = is_known && node_bytes >= 0;
    ++kinds[om_plan_node_kind(&plan, i)];
    const std::string name = om_plan_node_name(&plan, i);
    table.add_row({name.empty() ? std::to_string(i) : name, om_plan_node_operator(&plan, i),
                   corpus::plan_kind_name(om_plan_node_kind(&plan, i)), into_text(plan, i), shaped_text(plan, i),
                   bytes_text(node_bytes), om_plan_node_kernel(&plan, i), outputs_text(plan, i)});
  }
  table.print(std::cout);
  std::cout << '\n' << om_plan_node_count(&plan) << " nodes";
  const char* separator = ": ";
  for (const auto& [kind, count] : kinds) {
    std::cout << separator << count << ' ' << corpus::plan_kind_name(kind);
    separator = ", ";
  }
  std::cout << "\nwritten in a run: " << (is_known ? "" : "at least ") << bytes
            << " bytes; held between nodes: " << om_plan_buffer_bytes(&plan) << " bytes\n";
}

void print_json(const om_session& session, const om_plan& plan) {
  Json inputs = Json::array();
  for (int64_t i = 0; i < om_session_input_count(&session); ++i) inputs.push_back(value_json(input_facts(session, i)));
  Json nodes = Json::array();
  for (int64_t i = 0; i < om_plan_node_count(&plan); ++i) {
    Json outputs = Json::array();
    for (int64_t j = 0; j < om_plan_node_output_count(&plan, i); ++j) {
      outputs.push_back(value_json(output_facts(plan, i, j)));
    }
    const int64_t into = om_plan_node_fused_into(&plan, i);
    const int64_t bytes = om_plan_node_bytes(&plan, i);
    nodes.push_back({{"name", om_plan_node_name(&plan, i)},
                     {"operator", om_plan_node_operator(&plan, i)},
                     {"kind", corpus::plan_kind_name(om_plan_node_kind(&plan, i))},
                     {"fused_into", into < 0 ? Json() : Json(into)},
                     {"shaped_at_run_time", om_plan_node_is_shaped_at_run_time(&plan, i) != 0},
                     {"data_dependent", om_plan_node_is_data_dependent(&plan, i) != 0},
                     {"bytes", bytes < 0 ? Json() : Json(bytes)},
                     {"kernel", om_plan_node_kernel(&plan, i)},
                     {"outputs", outputs}});
  }
  std::cout << Json({{"inputs", inputs}, {"nodes", nodes}, {"buffer_bytes", om_plan_buffer_bytes(&plan)}})
                   .dump(2, ' ', false, Json::error_handler_t::replace)
            << '\n';
}

int plan_model(const Options& options) {
  try {
    const corpus::ModelHandle model = read_model_file(options.model_file);
    const corpus::SessionHandle session = corpus::create_session(*model);
    const std::vector<TensorHandle> inputs = described_inputs(*session, options.shapes);
    const corpus::PlanHandle plan = corpus::make_plan(*session, corpus::borrow_tensors(inputs));
    if (options.as_json) {
      print_json(*session, *plan);
    } else {
      print_table(*plan);
    }
    return kSuccess;
  } catch (const JsonError& error) {
    std::cerr << "onemodel plan: " << error.path() << ": " << error.what() << '\n';
    return kUsage;
  } catch (const corpus::CallFailed& failed) {
    std::cerr << to_string(failed.failure()) << '\n';
    return kFailed;
  }
}

}  // namespace

void add_plan_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("plan", "Show what a session does for each node of a model.");
  command->add_option("model", options->model_file, "A model in ONNX's format")->required()->type_name("MODEL");
  command->add_option("--shape", options->shapes, "An input's shape; once for each. Plans for exactly these shapes")
      ->type_name("NAME=EXTENT,...")
      ->allow_extra_args(false);
  command->add_flag("--json", options->as_json, "As JSON");
  command->footer(
      R"(Kinds: constant (known already), view (no byte moves), fused (part of the pass of a later node), copy (one pass of a
strided copy), kernel (the operator's own), unused (nobody reads it). ? is what only a run or the shapes tell.
Exit codes: 0 done, 1 the model was refused (status, reason and message are on standard error), 2 wrong command line, 3
the model cannot be read or the output not written.

Examples:
  onemodel plan model.onnx
  onemodel plan model.onnx --shape x=1,3,224,224 --shape mask=
  onemodel plan model.onnx --json)");
  command->callback([options, &exit_code] { exit_code = plan_model(*options); });
}

}  // namespace onemodel::cli
