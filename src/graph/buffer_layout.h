// Where values lie in one buffer, while those that are no longer needed make room.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace onemodel {

class BufferLayout {
 public:
  static constexpr int64_t alignment = 64;

  // The position of a free piece of so many bytes (more than 0): in the smallest gap that is large enough, else at the
  // end. Refuses overflow.
  int64_t take(int64_t bytes);
  // Makes a piece free again.
  void give_back(int64_t position, int64_t bytes);
  // What all that was taken needs.
  int64_t bytes() const { return end_; }

 private:
  void add_gap(int64_t position, int64_t bytes);
  void remove_gap(int64_t position, int64_t bytes);

  int64_t end_ = 0;
  std::map<int64_t, int64_t> gaps_;                // bytes, by position
  std::set<std::pair<int64_t, int64_t>> by_size_;  // bytes and position
};

}  // namespace onemodel
