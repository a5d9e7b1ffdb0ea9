// What a session or a plan tells of values, as text and JSON.
#pragma once

#include <cstdint>
#include <string>

#include "corpus/json.h"
#include "onemodel.h"

namespace onemodel::cli {

// A value: its name, type (0: not known), rank (-1: not known) and extents (-1: not known).
struct ValueFacts {
  std::string name;
  om_type type = 0;
  int64_t rank = -1;
  const int64_t* shape = nullptr;
};

ValueFacts input_facts(const om_session& session, int64_t index);
ValueFacts output_facts(const om_plan& plan, int64_t node, int64_t output);

// "float32 [2, ?, 4]".
std::string type_text(const ValueFacts& value);

// {"name": ..., "type": ..., "shape": [2, null, 4]}; what is not known is null.
corpus::Json value_json(const ValueFacts& value);

}  // namespace onemodel::cli
