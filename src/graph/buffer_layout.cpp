#include "graph/buffer_layout.h"

#include "base/checked.h"

namespace onemodel {
namespace {

int64_t aligned(int64_t bytes) {
  constexpr int64_t alignment = BufferLayout::alignment;
  return checked_add(bytes, alignment - 1) / alignment * alignment;
}

}  // namespace

void BufferLayout::add_gap(int64_t position, int64_t bytes) {
  gaps_.emplace(position, bytes);
  by_size_.emplace(bytes, position);
}

void BufferLayout::remove_gap(int64_t position, int64_t bytes) {
  gaps_.erase(position);
  by_size_.erase({bytes, position});
}

int64_t BufferLayout::take(int64_t bytes) {
  const int64_t wanted = aligned(bytes);
  if (const auto smallest = by_size_.lower_bound({wanted, 0}); smallest != by_size_.end()) {
    const auto [gap, position] = *smallest;
    remove_gap(position, gap);
    if (gap > wanted) add_gap(position + wanted, gap - wanted);
    return position;
  }
  // The last gap may touch the end.
  int64_t position = end_;
  if (!gaps_.empty()) {
    const auto [last, gap] = *gaps_.rbegin();
    if (last + gap == end_) {
      remove_gap(last, gap);
      position = last;
    }
  }
  end_ = checked_add(position, wanted);
  return position;
}

void BufferLayout::give_back(int64_t position, int64_t bytes) {
  int64_t first = position;
  int64_t end = position + aligned(bytes);
  if (const auto next = gaps_.find(end); next != gaps_.end()) {
    const int64_t gap = next->second;
    remove_gap(end, gap);
    end += gap;
  }
  if (auto next = gaps_.lower_bound(position); next != gaps_.begin()) {
    const auto [before, gap] = *--next;
    if (before + gap == position) {
      remove_gap(before, gap);
      first = before;
    }
  }
  add_gap(first, end - first);
}

}  // namespace onemodel
