// Runs of bytes that are too short for calls of memcpy and memset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace onemodel {

// From this length on memcpy and memset are faster.
constexpr int64_t least_long_bytes = 256;

// Calls on_piece.template operator()<Piece>(first, last) with the widest Piece that fits, and the positions of two of
// them, which may overlap; before that with those of whole pieces of 16 bytes in between.
template <class OnPieces>
void in_short_pieces(int64_t bytes, const OnPieces& on_pieces) {
  struct Bytes16 {
    uint64_t words[2];
  };
  if (bytes >= 16) {
    for (int64_t done = 0; done + 16 < bytes; done += 16) on_pieces.template operator()<Bytes16>(done, done);
    on_pieces.template operator()<Bytes16>(bytes - 16, bytes - 16);
  } else if (bytes >= 8) {
    on_pieces.template operator()<uint64_t>(0, bytes - 8);
  } else if (bytes >= 4) {
    on_pieces.template operator()<uint32_t>(0, bytes - 4);
  } else if (bytes >= 2) {
    on_pieces.template operator()<uint16_t>(0, bytes - 2);
  } else if (bytes == 1) {
    on_pieces.template operator()<uint8_t>(0, 0);
  }
}

// They do not overlap.
inline void copy_short(std::byte* target, const std::byte* source, int64_t bytes) {
  in_short_pieces(bytes, [=]<class Piece>(int64_t first, int64_t last) {
    Piece first_piece;
    Piece last_piece;
    std::memcpy(&first_piece, source + first, sizeof(Piece));
    std::memcpy(&last_piece, source + last, sizeof(Piece));
    std::memcpy(target + first, &first_piece, sizeof(Piece));
    std::memcpy(target + last, &last_piece, sizeof(Piece));
  });
}

inline void clear_short(std::byte* target, int64_t bytes) {
  in_short_pieces(bytes, [=]<class Piece>(int64_t first, int64_t last) {
    std::memset(target + first, 0, sizeof(Piece));
    std::memset(target + last, 0, sizeof(Piece));
  });
}

}  // namespace onemodel
