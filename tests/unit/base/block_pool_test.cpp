#include "base/block_pool.h"

#include <doctest/doctest.h>

#include <cstring>

namespace onemodel {
namespace {

constexpr int64_t size = BlockPool::smallest_block;

TEST_CASE("a block has room for what was asked, and not much more") {
  for (int64_t bytes = size; bytes < int64_t{1} << 32; bytes = bytes * 9 / 8 + 1) {
    const int64_t block = BlockPool::block_bytes(bytes);
    CHECK(block >= bytes);
    CHECK(block <= bytes + bytes / 8 + (int64_t{1} << 21));
    CHECK(BlockPool::block_bytes(block) == block);
  }
}

TEST_CASE("the block that was given back last comes first, to whoever asks for as much") {
  const auto pool = BlockPool::create(100 * size);
  void* a = pool->take(size);
  void* b = pool->take(size);
  void* other = pool->take(4 * size);
  std::memset(a, 1, size);
  std::memset(b, 2, size);
  pool->give_back(a, size);
  pool->give_back(b, size);
  pool->give_back(other, 4 * size);
  CHECK(pool->take(size) == b);
  CHECK(pool->take(size) == a);
  CHECK(pool->take(4 * size) == other);
  pool->give_back(a, size);
  pool->give_back(b, size);
  pool->give_back(other, 4 * size);
}

TEST_CASE("no more is kept than the limit, and what is longest unused goes first") {
  const auto pool = BlockPool::create(2 * size);
  void* blocks[3];
  for (void*& block : blocks) block = pool->take(size);
  for (void* block : blocks) pool->give_back(block, size);
  CHECK(pool->take(size) == blocks[2]);
  CHECK(pool->take(size) == blocks[1]);
  pool->give_back(blocks[2], size);
  pool->set_limit(0);
  CHECK(pool->limit() == 0);
  pool->give_back(blocks[1], size);
  void* large = pool->take(64 * size);  // of large pages
  std::memset(large, 3, 64 * size);
  pool->give_back(large, 64 * size);
}

}  // namespace
}  // namespace onemodel
