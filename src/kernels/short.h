// Runs of bytes that are too short for calls of memcpy and memset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace onemodel {

// From this length on memcpy and memset are faster.
constexpr int64_t least_long_bytes = 256;

// Calls on_piece.template operator()<Piece>(position) for pieces that cover so many bytes, the last of which may
// overlap the one before: with the widest Piece that fits.
template <class OnPiece>
[[gnu::always_inline]] inline void in_short_pieces(int64_t bytes, const OnPiece& on_piece) {
  struct Bytes16 {
    uint64_t words[2];
  };
  if (bytes >= 16) {
    for (int64_t done = 0; done + 16 < bytes; done += 16) on_piece.template operator()<Bytes16>(done);
    on_piece.template operator()<Bytes16>(bytes - 16);
  } else if (bytes >= 8) {
    on_piece.template operator()<uint64_t>(0);
    on_piece.template operator()<uint64_t>(bytes - 8);
  } else if (bytes >= 4) {
    on_piece.template operator()<uint32_t>(0);
    on_piece.template operator()<uint32_t>(bytes - 4);
  } else if (bytes >= 2) {
    on_piece.template operator()<uint16_t>(0);
    on_piece.template operator()<uint16_t>(bytes - 2);
  } else if (bytes == 1) {
    on_piece.template operator()<uint8_t>(0);
  }
}

// They do not overlap.
inline void copy_short(std::byte* target, const std::byte* source, int64_t bytes) {
  in_short_pieces(
      bytes, [=]<class Piece>(int64_t position) { std::memcpy(target + position, source + position, sizeof(Piece)); });
}

inline void clear_short(std::byte* target, int64_t bytes) {
  in_short_pieces(bytes, [=]<class Piece>(int64_t position) { std::memset(target + position, 0, sizeof(Piece)); });
}

}  // namespace onemodel
