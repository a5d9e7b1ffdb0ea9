// How outputs are written: in pieces, by all threads, and past the caches where they are large.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "base/workers.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace onemodel {

// Whether what is written should stay in the caches, or go to memory without reading its lines first: faster for large
// outputs, which do not fit anyway.
enum class Stores { cached, streaming };

// From this size of an output on its stores are streaming.
constexpr int64_t streaming_bytes = int64_t{16} << 20;

constexpr int64_t cache_line_bytes = 64;

// What is made in the cache before it is streamed.
constexpr int64_t chunk_bytes = int64_t{1} << 14;

// So little nobody shares, and it stays in the caches.
constexpr int64_t little_bytes = int64_t{1} << 16;

// The stores for an output of so many bytes on this machine.
inline Stores stores_for([[maybe_unused]] int64_t bytes) {
#if defined(__SSE2__)
  if (bytes >= streaming_bytes) return Stores::streaming;
#endif
  return Stores::cached;
}

// Has to follow streaming stores before another thread reads what they wrote.
inline void finish([[maybe_unused]] Stores stores) {
#if defined(__SSE2__)
  if (stores == Stores::streaming) _mm_sfence();
#endif
}

// Asks for the lines of some bytes that will be read, in order.
inline void prefetch_lines([[maybe_unused]] const std::byte* from, [[maybe_unused]] int64_t bytes) {
#if defined(__GNUC__)
  for (int64_t i = 0; i < bytes; i += cache_line_bytes) __builtin_prefetch(from + i);
  __builtin_prefetch(from + bytes - 1);
#endif
}

// Copies whole lines, past the caches where the machine can.
inline void stream_lines(std::byte* target, const std::byte* source, int64_t bytes) {
#if defined(__SSE2__)
  for (int64_t done = 0; done < bytes; done += cache_line_bytes) {
    const auto* from = reinterpret_cast<const __m128i*>(source + done);
    auto* to = reinterpret_cast<__m128i*>(target + done);
    const __m128i a = _mm_loadu_si128(from);
    const __m128i b = _mm_loadu_si128(from + 1);
    const __m128i c = _mm_loadu_si128(from + 2);
    const __m128i d = _mm_loadu_si128(from + 3);
    _mm_stream_si128(to, a);
    _mm_stream_si128(to + 1, b);
    _mm_stream_si128(to + 2, c);
    _mm_stream_si128(to + 3, d);
  }
#else
  std::memcpy(target, source, static_cast<size_t>(bytes));
#endif
}

// Copies bytes that do not overlap.
inline void copy_bytes(std::byte* target, const std::byte* source, int64_t bytes, Stores stores) {
  if (bytes == 0) return;  // memcpy takes no null pointer, not even for 0 bytes
  constexpr int64_t line = cache_line_bytes;
  if (stores == Stores::streaming && bytes >= 2 * line) {
    const int64_t head = -reinterpret_cast<intptr_t>(target) & (line - 1);
    std::memcpy(target, source, static_cast<size_t>(head));
    const int64_t done = head + (bytes - head) / line * line;
    stream_lines(target + head, source + head, done - head);
    std::memcpy(target + done, source + done, static_cast<size_t>(bytes - done));
    return;
  }
  std::memcpy(target, source, static_cast<size_t>(bytes));
}

// Writes an output of `count` pieces of piece_bytes each, which starts on a cache line: body(first, last, to, stores)
// writes pieces [first, last) to `to`. Several threads call it at the same time for different pieces. Where the output
// is large and pieces are small, `to` is a piece of the cache, from where they are streamed; else `stores` says how
// long runs are to be written.
template <class Body>
void produce(Workers& workers, int64_t count, int64_t piece_bytes, std::byte* target, const Body& body) {
  if (count * piece_bytes <= little_bytes) {
    body(int64_t{0}, count, target, Stores::cached);
    return;
  }
  const Stores stores = stores_for(count * piece_bytes);
  // As many pieces as fill whole lines.
  const int64_t unit = std::min(count, cache_line_bytes / std::gcd(cache_line_bytes, piece_bytes));
  in_ranges(workers, count, count * piece_bytes, unit, [&](int64_t first, int64_t last) {
    if (stores == Stores::cached || unit * piece_bytes > chunk_bytes) {
      body(first, last, target + first * piece_bytes, stores);
    } else {
      alignas(cache_line_bytes) std::byte chunk[chunk_bytes];
      const int64_t step = chunk_bytes / (unit * piece_bytes) * unit;
      for (; first < last; first += step) {
        const int64_t end = std::min(last, first + step);
        body(first, end, static_cast<std::byte*>(chunk), Stores::cached);
        copy_bytes(target + first * piece_bytes, chunk, (end - first) * piece_bytes, stores);
      }
    }
    finish(stores);
  });
}

}  // namespace onemodel
