#include "contenders.h"

#include <cstring>
#include <vector>

#include "corpus/split_mix.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace onemodel::bench {
namespace {

constexpr size_t cache_line = 64;

// Memory for copies, from a cache line's start on; it grows to the largest copy that was asked for.
unsigned char* memory_of(std::vector<uint64_t>& words, size_t bytes) {
  corpus::SplitMix64 generator(1);
  while (words.size() * sizeof(uint64_t) < bytes + cache_line) words.push_back(generator.next() | 1);
  auto* const start = reinterpret_cast<unsigned char*>(words.data());
  return start + (cache_line - reinterpret_cast<uintptr_t>(start) % cache_line) % cache_line;
}

unsigned char* source_of(int64_t bytes) {
  static std::vector<uint64_t> words;
  return memory_of(words, static_cast<size_t>(bytes));
}

unsigned char* target_of(int64_t bytes) {
  static std::vector<uint64_t> words;
  return memory_of(words, static_cast<size_t>(bytes));
}

// Tells the compiler that the memory is read.
void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

corpus::ContextHandle make_context(int64_t threads) {
  om_context* context = nullptr;
  corpus::check([&](om_error** error) { return om_context_create(&context, error); });
  corpus::ContextHandle owned(context);
  corpus::check([&](om_error** error) { return om_context_set_threads(context, threads, error); });
  return owned;
}

}  // namespace

const om_context* context_with_threads(int64_t threads) {
  static const corpus::ContextHandle one = make_context(1);
  static const corpus::ContextHandle two = make_context(2);
  return threads == 1 ? one.get() : two.get();
}

std::function<void()> memcpy_of(int64_t bytes) {
  return [source = source_of(bytes), target = target_of(bytes), count = static_cast<size_t>(bytes)] {
    std::memcpy(target, source, count);
    keep(target);
  };
}

#if defined(__SSE2__)
std::function<void()> streaming_copy_of(int64_t bytes) {
  return [source = source_of(bytes), target = target_of(bytes), count = static_cast<size_t>(bytes)] {
    const size_t whole = count / cache_line * cache_line;
    for (size_t i = 0; i < whole; i += cache_line) {
      for (size_t j = i; j < i + cache_line; j += sizeof(__m128i)) {
        const __m128i word = _mm_load_si128(reinterpret_cast<const __m128i*>(source + j));
        _mm_stream_si128(reinterpret_cast<__m128i*>(target + j), word);
      }
    }
    std::memcpy(target + whole, source + whole, count - whole);
    _mm_sfence();
    keep(target);
  };
}
#else
std::function<void()> streaming_copy_of(int64_t) { return {}; }
#endif

std::function<void()> reading_of(int64_t bytes) {
  return [source = source_of(bytes), count = static_cast<size_t>(bytes) / sizeof(uint64_t)] {
    const auto* const words = reinterpret_cast<const uint64_t*>(source);
    uint64_t sums[16] = {};  // independent, so that additions wait for memory only
    for (size_t i = 0; i + 16 <= count; i += 16) {
      for (size_t j = 0; j < 16; ++j) sums[j] += words[i + j];
    }
    keep(sums);
  };
}

}  // namespace onemodel::bench
