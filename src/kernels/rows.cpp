#include "kernels/rows.h"

#include <algorithm>
#include <cstring>

#include "kernels/short.h"

namespace onemodel {

void copy_rows(int64_t rows, int64_t bytes, const std::byte* source, int64_t source_stride, std::byte* target,
               int64_t target_stride, Stores stores) {
  if (rows == 1 || (source_stride == bytes && target_stride == bytes)) {
    copy_bytes(target, source, rows * bytes, stores);
    return;
  }
  // Where rows lie far apart the machine does not see by itself which lines come next.
  constexpr int64_t far_apart = 1024;
  const auto for_each_row = [=](auto copy_row) {
    for (int64_t row = 0; row < rows; ++row) copy_row(target + row * target_stride, source + row * source_stride);
  };
  if (stores == Stores::streaming && are_lines(bytes, target, target_stride)) {
    constexpr int64_t bytes_ahead = 2048;
    const int64_t rows_ahead = (bytes_ahead + bytes - 1) / bytes;
    for (int64_t row = 0; row < rows; ++row) {
      const std::byte* from = source + row * source_stride;
      if (source_stride >= far_apart && row + rows_ahead < rows)
        prefetch_lines(from + rows_ahead * source_stride, bytes);
      stream_lines(target + row * target_stride, from, bytes);
    }
    return;
  }
  // Rows of few bytes are copied by one instruction each, where their length is known to the compiler.
  const auto copy_rows_of = [&]<int64_t Bytes>() {
    const auto copy_row = [](std::byte* to, const std::byte* from) { std::memcpy(to, from, Bytes); };
    constexpr int64_t at_once = 4;
    int64_t row = 0;
    for (; row + at_once <= rows; row += at_once) {
      for (int64_t i = 0; i < at_once; ++i) {
        copy_row(target + (row + i) * target_stride, source + (row + i) * source_stride);
      }
    }
    for (; row < rows; ++row) copy_row(target + row * target_stride, source + row * source_stride);
  };
  switch (bytes) {
    case 1:
      return copy_rows_of.operator()<1>();
    case 2:
      return copy_rows_of.operator()<2>();
    case 3:
      return copy_rows_of.operator()<3>();
    case 4:
      return copy_rows_of.operator()<4>();
    case 6:
      return copy_rows_of.operator()<6>();
    case 8:
      return copy_rows_of.operator()<8>();
    case 12:
      return copy_rows_of.operator()<12>();
    case 16:
      return copy_rows_of.operator()<16>();
    case 24:
      return copy_rows_of.operator()<24>();
    case 32:
      return copy_rows_of.operator()<32>();
    case 64:
      if (source_stride < far_apart) return copy_rows_of.operator()<64>();
      break;
    default:
      break;
  }
  if (bytes < least_long_bytes) {
    constexpr int64_t rows_ahead = 12;
    if (source_stride >= far_apart) {
      for (int64_t row = 0; row < rows; ++row) {
        if (row + rows_ahead < rows) prefetch_lines(source + (row + rows_ahead) * source_stride, bytes);
        copy_short(target + row * target_stride, source + row * source_stride, bytes);
      }
    } else {
      for_each_row([bytes](std::byte* to, const std::byte* from) { copy_short(to, from, bytes); });
    }
  } else {
    for_each_row([bytes, stores](std::byte* to, const std::byte* from) { copy_bytes(to, from, bytes, stores); });
  }
}

void join_rows(Workers& workers, int64_t rows, std::span<const RowsOf<const std::byte>> sources, std::byte* target) {
  int64_t row_bytes = 0;
  for (const auto& source : sources) row_bytes += source.bytes;
  // Rows of the target stay in the nearest cache while all sources give their part of them.
  const int64_t block = std::max<int64_t>(chunk_bytes / std::max<int64_t>(row_bytes, 1), 1);
  produce(workers, rows, row_bytes, target, [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
    for (; first < last; first += block) {
      const int64_t count = std::min(block, last - first);
      std::byte* part = to;
      for (const auto& source : sources) {
        copy_rows(count, source.bytes, source.data + first * source.bytes, source.bytes, part, row_bytes, stores);
        part += source.bytes;
      }
      to += count * row_bytes;
    }
  });
}

void split_rows(Workers& workers, int64_t rows, const std::byte* source, std::span<const RowsOf<std::byte>> targets) {
  int64_t row_bytes = 0;
  for (const auto& target : targets) row_bytes += target.bytes;
  const int64_t bytes = rows * row_bytes;
  if (bytes <= little_bytes) {
    for (const auto& [data, part_bytes] : targets) {
      copy_rows(rows, part_bytes, source, row_bytes, data, part_bytes, Stores::cached);
      source += part_bytes;
    }
    return;
  }
  const Stores stores = stores_for(bytes);
  // Rows of the source stay in the cache while all targets take their part of them. Where that is less than this, it is
  // brought together and streamed as one.
  constexpr int64_t block_bytes = int64_t{1} << 17;
  constexpr int64_t long_row = 2048;
  in_ranges(workers, rows, bytes, std::min<int64_t>(rows, 64), [&](int64_t first, int64_t last) {
    alignas(cache_line_bytes) std::byte chunk[chunk_bytes];
    const int64_t block = std::max<int64_t>(block_bytes / std::max<int64_t>(row_bytes, 1), 1);
    for (; first < last; first += block) {
      const int64_t end = std::min(last, first + block);
      const std::byte* from = source + first * row_bytes;
      for (const auto& [data, part_bytes] : targets) {
        if (stores == Stores::cached || part_bytes >= long_row) {
          copy_rows(end - first, part_bytes, from, row_bytes, data + first * part_bytes, part_bytes, stores);
        } else if (part_bytes > 0) {
          const int64_t step = chunk_bytes / part_bytes;
          for (int64_t row = first; row < end; row += step) {
            const int64_t count = std::min(step, end - row);
            copy_rows(count, part_bytes, from + (row - first) * row_bytes, row_bytes, chunk, part_bytes,
                      Stores::cached);
            copy_bytes(data + row * part_bytes, chunk, count * part_bytes, stores);
          }
        }
        from += part_bytes;
      }
    }
    finish(stores);
  });
}

}  // namespace onemodel
