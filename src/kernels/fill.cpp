#include "kernels/fill.h"

#include <algorithm>
#include <cstring>

#include "kernels/unit.h"

namespace onemodel {
namespace {

// A whole number of elements of any unit.
constexpr int64_t pattern_bytes = 16;

bool is_one_byte(const std::byte* value, int64_t bytes) {
  return std::all_of(value, value + bytes, [&](std::byte byte) { return byte == value[0]; });
}

// Bytes that repeat the pattern, which the first of them starts.
void fill_pattern(const std::byte* pattern, std::byte* target, int64_t bytes, [[maybe_unused]] Stores stores) {
  std::byte line[2 * cache_line_bytes];
  for (int64_t i = 0; i < 2 * cache_line_bytes; i += pattern_bytes) std::memcpy(line + i, pattern, pattern_bytes);
  const std::byte* next = line;
  const auto write = [&](int64_t count) {
    std::memcpy(target, next, static_cast<size_t>(count));
    target += count;
    bytes -= count;
  };
#if defined(__SSE2__)
  if (stores == Stores::streaming) {
    const int64_t head = std::min(bytes, -reinterpret_cast<intptr_t>(target) & (cache_line_bytes - 1));
    write(head);
    next += head % pattern_bytes;  // within the pattern where the head has ended
    const __m128i word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(next));
    for (; bytes >= cache_line_bytes; target += cache_line_bytes, bytes -= cache_line_bytes) {
      auto* to = reinterpret_cast<__m128i*>(target);
      _mm_stream_si128(to, word);
      _mm_stream_si128(to + 1, word);
      _mm_stream_si128(to + 2, word);
      _mm_stream_si128(to + 3, word);
    }
  }
#endif
  while (bytes >= cache_line_bytes) write(cache_line_bytes);
  write(bytes);
}

// `count` elements of whole bytes.
template <class Unit>
void fill_elements(const std::byte* value, std::byte* target, int64_t count, Stores stores) {
  constexpr int64_t size = Unit::bits / 8;
  if (count <= 0) return;
  if (is_one_byte(value, size)) {  // which memset does with the best that the machine has
    std::memset(target, std::to_integer<int>(value[0]), static_cast<size_t>(count * size));
    return;
  }
  std::byte pattern[pattern_bytes];
  for (int64_t i = 0; i < pattern_bytes / size; ++i) Unit::copy(static_cast<std::byte*>(pattern), i, value, 0, 1);
  fill_pattern(pattern, target, count * size, stores);
}

}  // namespace

void fill(int64_t bits, const std::byte* value, std::byte* target, int64_t position, int64_t count, Stores stores) {
  with_unit(bits, [&]<class Unit>() {
    if constexpr (Unit::packed) {
      const typename Unit::value_type element = Unit::load(value, 0);
      const int64_t end = position + count;
      // Whole bytes at once; at both ends a byte may be shared with other elements.
      while (position < end && position % Unit::per_byte != 0) Unit::store(target, position++, element);
      std::byte full{0};
      for (int64_t i = 0; i < Unit::per_byte; ++i) Unit::store(&full, i, element);
      const int64_t whole_bytes = (end - position) / Unit::per_byte;
      fill_elements<ByteUnit<uint8_t>>(&full, target + position / Unit::per_byte, whole_bytes, stores);
      position += whole_bytes * Unit::per_byte;
      for (; position < end; ++position) Unit::store(target, position, element);
    } else {
      fill_elements<Unit>(value, target + position * (Unit::bits / 8), count, stores);
    }
  });
}

void fill_all(Workers& workers, int64_t bits, const std::byte* value, std::byte* target, int64_t count) {
  const int64_t bytes = count * bits / 8;
  const Stores stores = stores_for(bytes);
  in_ranges(workers, count, bytes, cache_line_bytes * 8, [&](int64_t first, int64_t last) {
    fill(bits, value, target, first, last - first, stores);
    finish(stores);
  });
}

void stream_part_of_line(std::byte* target, const std::byte* source, int64_t bytes) {
#if defined(__SSE2__)
  if (bytes == cache_line_bytes) {
    for (int64_t i = 0; i < cache_line_bytes; i += pattern_bytes) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(target + i),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i)));
    }
    return;
  }
#endif
  std::memcpy(target, source, static_cast<size_t>(bytes));
}

const std::byte* zero_element() {
  static constexpr std::byte zero[16] = {};
  return zero;
}

}  // namespace onemodel
