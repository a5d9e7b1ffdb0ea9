#include "kernels/topk_select.h"

#include <memory>

#include "kernels/strided_copy.h"

namespace onemodel {

TopkByRows::TopkByRows(int64_t bits, const TopkExtents& extents, const TopkOrder& order)
    : size_(bits / 8), extents_(extents), order_(order), function_(vector_topk_rows(bits, order, extents.extent)) {
  constexpr int64_t line = 64;
  constexpr int64_t usual_scratch = int64_t{1} << 18;
  constexpr int64_t most_scratch = int64_t{1} << 20;
  if (function_ == nullptr) return;
  if (extents.inner == 1) {
    columns_at_once_ = 1;
    return;
  }
  const int64_t line_columns = std::min(extents.inner, line / size_);
  if (extents.extent > most_scratch / size_ / line_columns) return;
  columns_at_once_ = std::clamp(usual_scratch / (extents.extent * size_), line_columns, extents.inner);
  columns_at_once_ -= columns_at_once_ % line_columns;
}

void TopkByRows::select(int64_t first, int64_t last, const std::byte* source, std::byte* values,
                        std::byte* indices) const {
  TopkRows rows{last - first, extents_.extent, extents_.k, order_, source, values, indices, extents_.k, 1};
  if (extents_.inner == 1) {
    rows.source += first * extents_.extent * size_;
    rows.values += first * extents_.k * size_;
    rows.indices += first * extents_.k * int64_t{sizeof(int64_t)};
    function_(rows);
    return;
  }
  static const Reference<Workers> this_thread = Workers::create(1);
  const auto scratch = std::make_unique_for_overwrite<std::byte[]>(
      static_cast<size_t>(std::min(columns_at_once_, last - first) * extents_.extent * size_));
  rows.source = scratch.get();
  rows.row_step = 1;
  rows.place_step = extents_.inner;
  for_each_block_of_columns(extents_, first, last, columns_at_once_, [&](int64_t outer, int64_t inner, int64_t count) {
    StridedCopy copy;
    copy.append_axis(count, 1, extents_.extent);
    copy.append_axis(extents_.extent, extents_.inner, 1);
    copy.source_offset = outer * extents_.extent * extents_.inner + inner;
    strided_copy(*this_thread, 8 * size_, copy, source, scratch.get());
    const int64_t target = outer * extents_.k * extents_.inner + inner;
    rows.count = count;
    rows.values = values + target * size_;
    rows.indices = indices + target * int64_t{sizeof(int64_t)};
    function_(rows);
  });
}

}  // namespace onemodel
