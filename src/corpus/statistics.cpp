#include "corpus/statistics.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

constexpr om_type kFirstType = OM_FLOAT32;
constexpr om_type kLastType = OM_INT2;

void count_case(const om_operator* op, const Case& one_case, OperatorStatistics& statistics) {
  ++statistics.cases;
  const int64_t version = version_at(op, one_case.opset);
  if (version != 0) {
    ++statistics.versions[version];
  }
  if (one_case.error) {
    ++statistics.reasons[one_case.error->reason];
  }
  const bool has_first_input =
      !one_case.inputs.empty() && !one_case.inputs.front().tensors.empty() && one_case.inputs.front().tensors.front();
  if (has_first_input) {
    const Tensor& tensor = one_case.inputs.front().tensors.front()->tensor;
    ++statistics.types[om_type_name(tensor.type)];
    ++statistics.ranks[static_cast<int64_t>(tensor.shape.size())];
    if (!one_case.error && version == newest_version(op)) {
      ++statistics.newest_types[om_type_name(tensor.type)];
    }
  }
}

void add_holes(const om_operator* op, const OperatorStatistics& statistics, std::vector<Hole>& holes) {
  for (int64_t i = 0; i < om_operator_version_count(op); ++i) {
    const int64_t since = om_operator_version_since(op, i);
    if (!statistics.versions.contains(since)) {
      holes.push_back({statistics.name, "version", std::to_string(since)});
    }
  }
  for (om_type type = kFirstType; type <= kLastType; ++type) {
    if (om_operator_input_accepts(op, OM_MAX_OPSET, 0, type) != 0 &&
        !statistics.newest_types.contains(om_type_name(type))) {
      holes.push_back({statistics.name, "type", om_type_name(type)});
    }
  }
  for (int64_t i = 0; i < om_operator_reason_count(op); ++i) {
    const std::string reason = om_operator_reason(op, i);
    if (!statistics.reasons.contains(reason)) {
      holes.push_back({statistics.name, "reason", reason});
    }
  }
}

TopicStatistics topic_statistics(const CaseFile& file) {
  TopicStatistics statistics;
  statistics.name = file.path.stem().string();
  for (const GraphCase& graph : file.graphs) {
    ++statistics.graphs;
    statistics.nodes += std::ssize(graph.nodes);
    statistics.runs += std::ssize(graph.runs);
    statistics.plan_facts += std::ssize(graph.plan);
    for (const GraphNode& node : graph.nodes) ++statistics.operators[node.op];
    if (graph.error) ++statistics.reasons[graph.error->reason];
    for (const GraphRun& run : graph.runs) {
      statistics.plan_facts += std::ssize(run.plan);
      if (run.error) ++statistics.reasons[run.error->reason];
    }
  }
  return statistics;
}

// Whether a case can show the reason: not wrong use of the C API, not what only a caller of it can do, and not what is
// wrong with the bytes of a model.
bool can_be_a_case(const std::string& reason) {
  constexpr std::array<const char*, 16> kOthers = {"argument.",
                                                   "internal.",
                                                   "dlpack.",
                                                   "io.",
                                                   "input.value_needed",
                                                   "session.output_",
                                                   "session.input_repeated",
                                                   "model.malformed",
                                                   "model.ir_version",
                                                   "model.tensor",
                                                   "model.external_data",
                                                   "model.unsupported",
                                                   "model.name_missing",
                                                   "model.type_missing",
                                                   "model.attribute_repeated",
                                                   "constant.sparse"};
  return std::none_of(kOthers.begin(), kOthers.end(),
                      [&](const char* beginning) { return reason.starts_with(beginning); });
}

// The reasons that belong to no single operator and that no case shows.
void add_general_holes(const Statistics& statistics, std::vector<Hole>& holes) {
  std::set<std::string> accounted_for;
  const auto account_for = [&](const auto& parts) {
    for (const auto& part : parts) {
      for (const auto& [reason, count] : part.reasons) accounted_for.insert(reason);
    }
  };
  account_for(statistics.operators);
  account_for(statistics.topics);
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    for (int64_t j = 0; j < om_operator_reason_count(om_operator_at(i)); ++j) {
      accounted_for.insert(om_operator_reason(om_operator_at(i), j));
    }
  }
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    const std::string reason = om_reason_slug(i);
    if (can_be_a_case(reason) && !accounted_for.contains(reason)) {
      holes.push_back({"", "reason", reason});
    }
  }
}

// The operators that are a node of no graph.
void add_node_holes(const Statistics& statistics, std::vector<Hole>& holes) {
  for (const OperatorStatistics& one : statistics.operators) {
    if (std::ranges::none_of(statistics.topics,
                             [&](const auto& topic) { return topic.operators.contains(one.name); })) {
      holes.push_back({one.name, "node", "in a graph"});
    }
  }
}

template <typename Key>
Json counts_json(const std::map<Key, int64_t>& counts) {
  Json json = Json::object();
  for (const auto& [key, count] : counts) {
    if constexpr (std::is_same_v<Key, std::string>) {
      json[key] = count;
    } else {
      json[std::to_string(key)] = count;
    }
  }
  return json;
}

}  // namespace

Statistics collect_statistics(const std::vector<CaseFile>& files) {
  Statistics statistics;
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    const om_operator* op = om_operator_at(i);
    OperatorStatistics one;
    one.name = om_operator_name(op);
    for (const CaseFile& file : files) {
      if (file.operator_name == one.name) {
        for (const Case& one_case : file.cases) {
          count_case(op, one_case, one);
        }
      }
    }
    add_holes(op, one, statistics.holes);
    statistics.operators.push_back(std::move(one));
  }
  for (const CaseFile& file : files) {
    if (file.is_of_graphs()) statistics.topics.push_back(topic_statistics(file));
  }
  add_node_holes(statistics, statistics.holes);
  add_general_holes(statistics, statistics.holes);
  return statistics;
}

std::string statistics_json(const Statistics& statistics) {
  Json operators = Json::array();
  for (const OperatorStatistics& one : statistics.operators) {
    operators.push_back({{"operator", one.name},
                         {"cases", one.cases},
                         {"versions", counts_json(one.versions)},
                         {"types", counts_json(one.types)},
                         {"reasons", counts_json(one.reasons)},
                         {"ranks", counts_json(one.ranks)}});
  }
  Json topics = Json::array();
  for (const TopicStatistics& one : statistics.topics) {
    topics.push_back({{"topic", one.name},
                      {"graphs", one.graphs},
                      {"nodes", one.nodes},
                      {"runs", one.runs},
                      {"plan_facts", one.plan_facts},
                      {"operators", counts_json(one.operators)},
                      {"reasons", counts_json(one.reasons)}});
  }
  Json holes = Json::array();
  for (const Hole& hole : statistics.holes) {
    holes.push_back({{"operator", hole.operator_name.empty() ? Json() : Json(hole.operator_name)},
                     {"kind", hole.kind},
                     {"name", hole.name}});
  }
  return Json({{"operators", operators}, {"topics", topics}, {"holes", holes}}).dump(2) + '\n';
}

}  // namespace onemodel::corpus
