#include "cli/session_facts.h"

#include <nlohmann/json.hpp>

namespace onemodel::cli {

using corpus::Json;

ValueFacts input_facts(const om_session& session, int64_t index) {
  return {om_session_input_name(&session, index), om_session_input_type(&session, index),
          om_session_input_rank(&session, index), om_session_input_shape(&session, index)};
}

ValueFacts output_facts(const om_plan& plan, int64_t node, int64_t output) {
  return {om_plan_node_output_name(&plan, node, output), om_plan_node_output_type(&plan, node, output),
          om_plan_node_output_rank(&plan, node, output), om_plan_node_output_shape(&plan, node, output)};
}

std::string type_text(const ValueFacts& value) {
  std::string text = value.type == 0 ? "?" : om_type_name(value.type);
  if (value.rank < 0) return text + " ?";
  text += " [";
  for (int64_t axis = 0; axis < value.rank; ++axis) {
    text += axis == 0 ? "" : ", ";
    text += value.shape[axis] < 0 ? "?" : std::to_string(value.shape[axis]);
  }
  return text + ']';
}

Json value_json(const ValueFacts& value) {
  Json json = {{"name", value.name}};
  json["type"] = value.type == 0 ? Json() : Json(om_type_name(value.type));
  json["shape"] = value.rank < 0 ? Json() : Json::array();
  for (int64_t axis = 0; axis < value.rank; ++axis) {
    json["shape"].push_back(value.shape[axis] < 0 ? Json() : Json(value.shape[axis]));
  }
  return json;
}

}  // namespace onemodel::cli
