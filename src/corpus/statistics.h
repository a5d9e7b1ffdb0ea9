// What the corpus covers, and what it does not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "corpus/case_file.h"

namespace onemodel::corpus {

struct OperatorStatistics {
  std::string name;
  int64_t cases = 0;
  std::map<int64_t, int64_t> versions;          // opset in which the version came: cases
  std::map<std::string, int64_t> types;         // of the first input: cases
  std::map<std::string, int64_t> newest_types;  // the same among the cases of the newest version that give outputs
  std::map<std::string, int64_t> reasons;
  std::map<int64_t, int64_t> ranks;  // of the first input
};

struct TopicStatistics {
  std::string name;
  int64_t graphs = 0;
  int64_t nodes = 0;
  int64_t runs = 0;
  int64_t plan_facts = 0;
  std::map<std::string, int64_t> operators;  // nodes
  std::map<std::string, int64_t> reasons;
};

// Something that has no case.
struct Hole {
  std::string operator_name;  // "" for a reason that any operator may show
  std::string kind;           // "version", "type", "reason" or "node" (of a graph)
  std::string name;
};

struct Statistics {
  std::vector<OperatorStatistics> operators;  // in the library's order
  std::vector<TopicStatistics> topics;        // of graphs
  std::vector<Hole> holes;
};

Statistics collect_statistics(const std::vector<CaseFile>& files);

std::string statistics_json(const Statistics& statistics);

}  // namespace onemodel::corpus
