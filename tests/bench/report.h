// What was measured, for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "corpus/json.h"
#include "rows.h"

namespace onemodel::bench {

void print_row_headings();
void print_row(const RowResult& result);

// The geometric means by operator and size, and the rows that are furthest behind.
void print_summary(const std::vector<RowResult>& results);

corpus::Json rows_as_json(const std::vector<RowResult>& results);
corpus::Json summary_as_json(const std::vector<RowResult>& results);

}  // namespace onemodel::bench
