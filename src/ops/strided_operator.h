// Operators whose only result is one StridedCopy of their first input.
#pragma once

#include "kernels/strided_copy.h"
#include "ops/call.h"

namespace onemodel {

inline void run_strided_copy(const Call& call, const Results&, const StridedCopy& copy,
                             std::span<std::byte* const> outputs) {
  strided_copy(call.workers(), storage_bits(call.input(0).type), copy, call.input(0).data, outputs[0]);
}

// Tile cuts axes in two, so that they are not those of the output.
inline bool lay_out_strided_copy(const Call&, const Results& results, const StridedCopy& whole, size_t,
                                 StridedCopy* copy) {
  if (whole.rank != results[0].shape.rank()) return false;
  *copy = whole;
  return true;
}

// void infer(const Call&, Results*, StridedCopy*) leaves the whole movement.
template <void (*Infer)(const Call&, Results*, StridedCopy*)>
constexpr Operator make_strided_operator(std::string_view name, std::span<const Version> versions,
                                         std::span<const Reason> reasons) {
  return make_moving_operator<StridedCopy, Infer, run_strided_copy, lay_out_strided_copy>(name, versions, reasons);
}

}  // namespace onemodel
