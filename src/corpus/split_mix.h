// SplitMix64, the generator of the corpus's random tensors and of the tests' random choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace onemodel::corpus {

class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}

  // The next 64 bits: the same for a seed on every machine.
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }

 private:
  uint64_t state_;
};

// The first `count` bytes for this seed, each 64-bit word little-endian.
inline std::vector<uint8_t> split_mix_bytes(uint64_t seed, size_t count) {
  SplitMix64 generator(seed);
  std::vector<uint8_t> bytes;
  bytes.reserve(count + 8);
  while (bytes.size() < count) {
    const uint64_t word = generator.next();
    for (int shift = 0; shift < 64; shift += 8) {
      bytes.push_back(static_cast<uint8_t>(word >> shift));
    }
  }
  bytes.resize(count);
  return bytes;
}

}  // namespace onemodel::corpus
