// Elements one at a time and without any cleverness, to compare the kernels with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace onemodel {

constexpr int64_t all_units[] = {2, 4, 8, 16, 32, 64, 128};

using Bytes = std::vector<std::byte>;

inline Bytes random_bytes(std::mt19937_64& random, size_t count) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFFU);
  return bytes;
}

// The bytes that `count` elements of `bits` bits take.
inline size_t bytes_for(int64_t bits, int64_t count) { return static_cast<size_t>((count * bits + 7) / 8); }

inline bool bit(const Bytes& bytes, int64_t index) {
  return (std::to_integer<unsigned>(bytes[static_cast<size_t>(index / 8)]) >> (index % 8) & 1U) != 0;
}

inline void set_bit(Bytes* bytes, int64_t index, bool value) {
  std::byte& byte = (*bytes)[static_cast<size_t>(index / 8)];
  const auto mask = static_cast<std::byte>(1U << (index % 8));
  byte = value ? byte | mask : byte & ~mask;
}

inline void naive_copy_element(int64_t bits, Bytes* target, int64_t to, const Bytes& source, int64_t from) {
  for (int64_t i = 0; i < bits; ++i) set_bit(target, to * bits + i, bit(source, from * bits + i));
}

// In [least, most].
inline int64_t between(std::mt19937_64& random, int64_t least, int64_t most) {
  return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
}

}  // namespace onemodel
