#include "base/small_blocks.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace onemodel {
namespace {

TEST_CASE("small blocks are aligned, have room for what was asked, and do not overlap") {
  std::vector<void*> blocks;
  for (int64_t bytes = 1; bytes <= SmallBlocks::largest; bytes += 31) {
    void* block = SmallBlocks::take(bytes);
    REQUIRE(block != nullptr);
    CHECK(reinterpret_cast<uintptr_t>(block) % alignof(std::max_align_t) == 0);
    std::memset(block, static_cast<int>(blocks.size() % 251), static_cast<size_t>(bytes));
    blocks.push_back(block);
  }
  size_t index = 0;
  for (int64_t bytes = 1; bytes <= SmallBlocks::largest; bytes += 31, ++index) {
    const auto* block = static_cast<const unsigned char*>(blocks[index]);
    CHECK(block[0] == index % 251);
    CHECK(block[bytes - 1] == index % 251);
    SmallBlocks::give_back(blocks[index], bytes);
  }
}

TEST_CASE("the small block that a thread gave back last comes first, to whoever asks for nearly as much") {
  void* a = SmallBlocks::take(300);
  void* b = SmallBlocks::take(300);
  SmallBlocks::give_back(a, 300);
  SmallBlocks::give_back(b, 300);
  CHECK(SmallBlocks::take(320) == b);
  CHECK(SmallBlocks::take(257) == a);
  SmallBlocks::give_back(a, 257);
  SmallBlocks::give_back(b, 320);
}

TEST_CASE("of one size a thread keeps only so many bytes") {
  constexpr int64_t size = 1024;
  constexpr int64_t kept = SmallBlocks::most_bytes_of_a_size / size;
  std::vector<void*> blocks;
  for (int64_t i = 0; i < 2 * kept; ++i) blocks.push_back(SmallBlocks::take(size));
  for (void* block : blocks) SmallBlocks::give_back(block, size);
  // The first ones were kept.
  std::set<void*> again;
  for (int64_t i = 0; i < kept; ++i) again.insert(SmallBlocks::take(size));
  CHECK(again == std::set<void*>(blocks.begin(), blocks.begin() + kept));
  for (void* block : again) SmallBlocks::give_back(block, size);
}

TEST_CASE("a small block may be given back on another thread, which may end") {
  void* block = SmallBlocks::take(128);
  std::memset(block, 1, 128);
  std::thread([&] {
    SmallBlocks::give_back(block, 128);
    CHECK(SmallBlocks::take(128) == block);
    SmallBlocks::give_back(block, 128);
  }).join();
}

}  // namespace
}  // namespace onemodel
