// What was measured, for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "corpus/json.h"
#include "rows.h"
#include "sections.h"

namespace onemodel::bench {

void print_row_headings();
void print_row(const RowResult& result);

// The geometric means by operator and size, and the rows that are furthest behind.
void print_summary(const std::vector<RowResult>& results);

void print_small_calls(const std::vector<SmallCall>& calls);
void print_memory(const std::vector<MemoryResult>& results);
void print_chains(const std::vector<ChainResult>& results);

corpus::Json small_calls_as_json(const std::vector<SmallCall>& calls);
corpus::Json memory_as_json(const std::vector<MemoryResult>& results);
corpus::Json chains_as_json(const std::vector<ChainResult>& results);
corpus::Json rows_as_json(const std::vector<RowResult>& results);
corpus::Json summary_as_json(const std::vector<RowResult>& results);

}  // namespace onemodel::bench
