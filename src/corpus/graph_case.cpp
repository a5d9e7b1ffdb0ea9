#include "corpus/graph_case.h"

#include <algorithm>
#include <array>
#include <limits>

#include "corpus/case_json.h"

namespace onemodel::corpus {

namespace {

constexpr int64_t kMaxVersion = std::numeric_limits<int32_t>::max();

// In the order of om_plan_kind, which begins with 1.
constexpr std::array<const char*, 6> kPlanKinds = {"constant", "view", "fused", "copy", "kernel", "unused"};

std::string read_text(const JsonCursor& cursor) { return cursor.text(); }

DeclaredExtent read_extent(const JsonCursor& cursor) {
  if (cursor.value().is_null()) return {};
  if (cursor.value().is_string()) return {std::nullopt, read_sentence(cursor)};
  return {cursor.integer(0, std::numeric_limits<int64_t>::max()), ""};
}

Json write_extent(const DeclaredExtent& extent) {
  if (extent.extent) return write_int64(*extent.extent);
  return extent.symbol.empty() ? Json() : Json(extent.symbol);
}

om_type read_type(const JsonCursor& cursor) {
  const std::string name = cursor.text();
  const om_type type = om_type_from_name(name.c_str());
  if (type == 0) {
    cursor.fail('"' + name + "\" is not an element type");
  }
  return type;
}

void read_declaration(const JsonCursor& cursor, DeclaredValue& value) {
  if (cursor.has("type")) {
    value.type = read_type(cursor.at("type"));
  }
  if (cursor.has("shape") && !cursor.at("shape").value().is_null()) {
    value.shape = read_list<DeclaredExtent>(cursor.at("shape"), read_extent);
  }
}

DeclaredValue read_output(const JsonCursor& cursor) {
  if (cursor.value().is_string()) return {cursor.text(), 0, std::nullopt};
  cursor.require_keys({"name"}, {"type", "shape"});
  DeclaredValue value{cursor.at("name").text(), 0, std::nullopt};
  read_declaration(cursor, value);
  return value;
}

Json write_shape(const std::optional<std::vector<DeclaredExtent>>& shape) {
  return shape ? write_list(*shape, write_extent) : Json();
}

Json write_output(const DeclaredValue& value) {
  if (value.type == 0 && !value.shape) return value.name;
  Json json = Json::object({{"name", value.name}});
  if (value.type != 0) {
    json["type"] = om_type_name(value.type);
  }
  if (value.shape) {
    json["shape"] = write_shape(value.shape);
  }
  return json;
}

GraphNode read_node(const JsonCursor& cursor) {
  cursor.require_keys({"op", "inputs", "outputs"}, {"domain", "name", "attributes"});
  GraphNode node;
  node.op = cursor.at("op").text();
  if (cursor.has("domain")) {
    node.domain = read_sentence(cursor.at("domain"));
  }
  if (cursor.has("name")) {
    node.name = read_sentence(cursor.at("name"));
  }
  node.inputs = read_list<std::string>(cursor.at("inputs"), read_text);
  node.outputs = read_list<std::string>(cursor.at("outputs"), read_text);
  if (cursor.has("attributes")) {
    node.attributes = read_attributes(cursor.at("attributes"));
  }
  return node;
}

Json write_node(const GraphNode& node) {
  Json json = Json::object({{"op", node.op}});
  if (!node.domain.empty()) {
    json["domain"] = node.domain;
  }
  if (!node.name.empty()) {
    json["name"] = node.name;
  }
  json["inputs"] = node.inputs;
  json["outputs"] = node.outputs;
  if (!node.attributes.empty()) {
    json["attributes"] = write_attributes(node.attributes);
  }
  return json;
}

om_plan_kind read_plan_kind(const JsonCursor& cursor) {
  const auto kind = std::find(kPlanKinds.begin(), kPlanKinds.end(), cursor.text());
  if (kind == kPlanKinds.end()) {
    cursor.fail("expected one of constant, view, fused, copy, kernel, unused");
  }
  return static_cast<om_plan_kind>(kind - kPlanKinds.begin()) + OM_PLAN_CONSTANT;
}

bool read_boolean(const JsonCursor& cursor) {
  if (!cursor.value().is_boolean()) {
    cursor.fail("expected true or false");
  }
  return cursor.value().get<bool>();
}

PlanFact read_plan_fact(const std::string& node, const JsonCursor& cursor) {
  PlanFact fact;
  fact.node = node;
  if (cursor.value().is_string()) {
    fact.kind = read_plan_kind(cursor);
    return fact;
  }
  cursor.require_keys({}, {"kind", "into", "shaped_at_run_time", "data_dependent", "bytes"});
  if (cursor.has("kind")) {
    fact.kind = read_plan_kind(cursor.at("kind"));
  }
  if (cursor.has("into")) {
    fact.into = read_sentence(cursor.at("into"));
  }
  if (cursor.has("shaped_at_run_time")) {
    fact.shaped_at_run_time = read_boolean(cursor.at("shaped_at_run_time"));
  }
  if (cursor.has("data_dependent")) {
    fact.data_dependent = read_boolean(cursor.at("data_dependent"));
  }
  if (cursor.has("bytes")) {
    fact.bytes = cursor.at("bytes").integer(-1, std::numeric_limits<int64_t>::max());
  }
  return fact;
}

Json write_plan_fact(const PlanFact& fact) {
  Json json = Json::object();
  if (fact.kind) {
    json["kind"] = plan_kind_name(*fact.kind);
  }
  if (fact.into) {
    json["into"] = *fact.into;
  }
  if (fact.shaped_at_run_time) {
    json["shaped_at_run_time"] = *fact.shaped_at_run_time;
  }
  if (fact.data_dependent) {
    json["data_dependent"] = *fact.data_dependent;
  }
  if (fact.bytes) {
    json["bytes"] = *fact.bytes;
  }
  return fact.kind && json.size() == 1 ? json["kind"] : json;
}

std::vector<PlanFact> read_plan(const JsonCursor& cursor) {
  std::vector<PlanFact> plan;
  for (const auto& [node, value] : cursor.members()) {
    plan.push_back(read_plan_fact(node, value));
  }
  return plan;
}

Json write_plan(const std::vector<PlanFact>& plan) {
  Json json = Json::object();
  for (const PlanFact& fact : plan) {
    json[fact.node] = write_plan_fact(fact);
  }
  return json;
}

GraphRun read_run(const JsonCursor& cursor) {
  cursor.require_keys({"inputs"}, {"outputs", "error", "plan"});
  if (cursor.has("outputs") == cursor.has("error")) {
    cursor.fail("expected outputs or error");
  }
  GraphRun run;
  run.inputs = read_graph_tensors(cursor.at("inputs"), AllowDigest::no);
  if (cursor.has("outputs")) {
    run.outputs = read_graph_tensors(cursor.at("outputs"), AllowDigest::yes);
  } else {
    run.error = read_expected_error(cursor.at("error"), AllowNode::yes);
  }
  if (cursor.has("plan")) {
    run.plan = read_plan(cursor.at("plan"));
  }
  return run;
}

Json write_run(const GraphRun& run) {
  Json json = Json::object({{"inputs", write_graph_tensors(run.inputs)}});
  if (run.error) {
    json["error"] = write_expected_error(*run.error);
  } else {
    json["outputs"] = write_graph_tensors(run.outputs);
  }
  if (!run.plan.empty()) {
    json["plan"] = write_plan(run.plan);
  }
  return json;
}

}  // namespace

const char* plan_kind_name(om_plan_kind kind) {
  const auto index = static_cast<size_t>(kind - OM_PLAN_CONSTANT);
  return index < kPlanKinds.size() ? kPlanKinds[index] : "none";
}

std::vector<GraphTensor> read_graph_tensors(const JsonCursor& cursor, AllowDigest allow_digest) {
  std::vector<GraphTensor> tensors;
  for (const auto& [name, value] : cursor.members()) {
    tensors.push_back({name, read_tensor(value, allow_digest)});
  }
  return tensors;
}

Json write_graph_tensors(const std::vector<GraphTensor>& tensors) {
  Json json = Json::object();
  for (const GraphTensor& named : tensors) {
    json[named.name] = write_tensor(named.tensor);
  }
  return json;
}

GraphCase read_graph_case(const JsonCursor& cursor, const std::string& stem) {
  cursor.require_keys({"id", "opset", "basis", "inputs", "nodes", "outputs"},
                      {"domains", "rules", "note", "initializers", "plan", "runs", "error", "onnxruntime"});
  GraphCase graph;
  graph.id = read_id(cursor.at("id"), stem);
  graph.opset = cursor.at("opset").integer(1, kMaxVersion);
  if (cursor.has("domains")) {
    for (const auto& [domain, version] : cursor.at("domains").members()) {
      graph.domains.emplace_back(domain, version.integer(1, kMaxVersion));
    }
  }
  if (cursor.has("rules")) {
    graph.rules = read_list<std::string>(cursor.at("rules"), read_slug);
  }
  graph.basis = read_basis(cursor.at("basis"));
  if (cursor.has("note")) {
    graph.note = read_sentence(cursor.at("note"));
  }
  if (cursor.has("onnxruntime")) {
    const JsonCursor differs = cursor.at("onnxruntime");
    differs.require_keys({"differs"}, {});
    graph.onnxruntime_differs = read_sentence(differs.at("differs"));
  }
  for (const auto& [name, declared] : cursor.at("inputs").members()) {
    declared.require_keys({"type", "shape"}, {});
    DeclaredValue& input = graph.inputs.emplace_back(DeclaredValue{name, 0, std::nullopt});
    read_declaration(declared, input);
  }
  if (cursor.has("initializers")) {
    graph.initializers = read_graph_tensors(cursor.at("initializers"), AllowDigest::no);
  }
  graph.nodes = read_list<GraphNode>(cursor.at("nodes"), read_node);
  graph.outputs = read_list<DeclaredValue>(cursor.at("outputs"), read_output);
  if (cursor.has("runs") == cursor.has("error")) {
    cursor.fail("expected runs or error");
  }
  if (cursor.has("plan")) {
    graph.plan = read_plan(cursor.at("plan"));
  }
  if (cursor.has("runs")) {
    graph.runs = read_list<GraphRun>(cursor.at("runs"), read_run);
  } else {
    graph.error = read_expected_error(cursor.at("error"), AllowNode::yes);
  }
  return graph;
}

Json write_graph_case(const GraphCase& graph) {
  Json json = Json::object({{"id", graph.id}, {"opset", graph.opset}});
  for (const auto& [domain, version] : graph.domains) {
    json["domains"][domain] = version;
  }
  if (!graph.rules.empty()) {
    json["rules"] = graph.rules;
  }
  json["basis"] = graph.basis;
  if (!graph.note.empty()) {
    json["note"] = graph.note;
  }
  json["inputs"] = Json::object();
  for (const DeclaredValue& input : graph.inputs) {
    json["inputs"][input.name] = {{"type", om_type_name(input.type)}, {"shape", write_shape(input.shape)}};
  }
  if (!graph.initializers.empty()) {
    json["initializers"] = write_graph_tensors(graph.initializers);
  }
  json["nodes"] = write_list(graph.nodes, write_node);
  json["outputs"] = write_list(graph.outputs, write_output);
  if (!graph.plan.empty()) {
    json["plan"] = write_plan(graph.plan);
  }
  if (graph.error) {
    json["error"] = write_expected_error(*graph.error);
  } else {
    json["runs"] = write_list(graph.runs, write_run);
  }
  if (!graph.onnxruntime_differs.empty()) {
    json["onnxruntime"] = {{"differs", graph.onnxruntime_differs}};
  }
  return json;
}

}  // namespace onemodel::corpus
