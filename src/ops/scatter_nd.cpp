// ScatterND: data with updates written, in order, at the coordinates that the last axis of indices holds.
//
//   output = data; for i in the row-major order of indices.shape[:-1]:
//       output[indices[i, :], j ...] = reduction(output[indices[i, :], j ...], updates[i, j ...])
//
//  - data has rank r >= 1, indices rank q >= 1; the last extent of indices, k, is in [0, r].
//  - updates has the shape indices.shape[:-1] + data.shape[k:].
//  - An index counts from the end where it is negative. Every index is checked, also when there is nothing to write.
//  - Of duplicates the last wins, or the reduction folds them in order.
//  - reduction is "none", from opset 16 on also "add" and "mul", from 18 on also "max" and "min", written
//    u < o ? o : u and o < u ? o : u with u the update and o the value before: a NaN in either makes the update win.
//  - Integers wrap around. float16 and bfloat16 are computed in float32 and rounded to nearest even after each step.
//    Where add or mul gives a NaN it is that of an operand, made quiet, o's before u's, or else the quiet NaN with the
//    sign set. bool takes add and max as "or", mul and min as "and". Other types have no reduction here.
// Refuses: input.rank, scatter_nd.index_depth, scatter_nd.updates_shape, scatter_nd.reduction,
// scatter_nd.reduction_type, index.out_of_range.

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/scratch.h"
#include "kernels/produce.h"
#include "kernels/run.h"
#include "ops/indices.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_16[] = {{"reduction", OM_ATTRIBUTE_STRING, false, 0, "none"}};
constexpr Input inputs[] = {{"data", all_types, 'T'}, {"indices", only_int64}, {"updates", all_types, 'T'}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{11, inputs, outputs, {}},
                                {13, inputs, outputs, {}},
                                {16, inputs, outputs, attributes_16},
                                {18, inputs, outputs, attributes_16}};
constexpr Reason reasons[] = {
    Reason::input_rank,           Reason::scatter_nd_index_depth,    Reason::scatter_nd_updates_shape,
    Reason::scatter_nd_reduction, Reason::scatter_nd_reduction_type, Reason::index_out_of_range};

enum class Reduction { none, add, mul, max, min };

struct Plan {
  int64_t index_depth;  // k
  Reduction reduction;
};

Reduction reduction_of(const Call& call) {
  if (call.since() < 16) return Reduction::none;
  struct Row {
    std::string_view name;
    Reduction reduction;
    int64_t since;
  };
  static constexpr Row rows[] = {{"none", Reduction::none, 16},
                                 {"add", Reduction::add, 16},
                                 {"mul", Reduction::mul, 16},
                                 {"max", Reduction::max, 18},
                                 {"min", Reduction::min, 18}};
  const std::string_view name = call.text("reduction");
  for (const Row& row : rows) {
    if (row.name == name && row.since <= call.since()) return row.reduction;
  }
  call.fail(Reason::scatter_nd_reduction, "reduction", "version ", call.since(), " has no reduction '", name, "'");
}

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  const Shape& updates = call.input(2).shape;
  require_an_axis(call, 0);
  require_an_axis(call, 1);

  plan->index_depth = indices[indices.rank() - 1];
  results->expect(call.input(0).type, data.rank());
  if (!is_known(plan->index_depth)) call.need_extents(1);
  if (plan->index_depth > data.rank()) {
    call.fail(Reason::scatter_nd_index_depth, "indices", "the last extent of indices, ", plan->index_depth,
              ", is larger than the rank of data, ", data.rank());
  }
  SmallVector<int64_t, size_t{2} * OM_MAX_RANK> expected;
  for (int64_t axis = 0; axis < indices.rank() - 1; ++axis) expected.push_back(indices[axis]);
  for (int64_t axis = plan->index_depth; axis < data.rank(); ++axis) expected.push_back(data[axis]);
  if (!std::ranges::equal(updates.extents(), expected, may_be_equal)) {
    call.fail(Reason::scatter_nd_updates_shape, "updates", "the shape of updates is ", list_text(updates.extents()),
              ", data and indices ask for ", list_text({expected.data(), expected.size()}));
  }
  plan->reduction = reduction_of(call);
  const om_type type = call.input(0).type;
  if (plan->reduction != Reduction::none && !(numeric_types | only_bool).contains(type)) {
    call.fail(Reason::scatter_nd_reduction_type, "reduction", "reduction '", call.text("reduction"),
              "' is not defined for ", element_type_row(type).name);
  }
  results->add(type, data);
}

template <class Number>
constexpr bool is_half = std::same_as<Number, Float16> || std::same_as<Number, BFloat16>;

// The NaN that an operation on `a` and `b` gives is stated, as processors differ: that of an operand, made quiet, with
// a going before b; or, out of numbers, the quiet NaN with the sign set, as x86 makes it.
template <class Number>
Number with_stated_nan(Number result, Number a, Number b) {
  if (!std::isnan(result)) return result;
  using Bits = std::conditional_t<sizeof(Number) == 4, uint32_t, uint64_t>;
  constexpr Number quiet_nan = std::numeric_limits<Number>::quiet_NaN();
  if (!std::isnan(a) && !std::isnan(b)) return -quiet_nan;
  return std::bit_cast<Number>(std::bit_cast<Bits>(std::isnan(a) ? a : b) | std::bit_cast<Bits>(quiet_nan));
}

// One step in the type itself, for whole numbers modulo its range.
template <class Number>
Number add(Number a, Number b) {
  if constexpr (is_half<Number>) {
    return Number::of(add(static_cast<float>(a), static_cast<float>(b)));
  } else if constexpr (std::integral<Number>) {
    return static_cast<Number>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return with_stated_nan(a + b, a, b);
  }
}

template <class Number>
Number mul(Number a, Number b) {
  if constexpr (is_half<Number>) {
    return Number::of(mul(static_cast<float>(a), static_cast<float>(b)));
  } else if constexpr (std::integral<Number>) {
    return static_cast<Number>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return with_stated_nan(a * b, a, b);
  }
}

template <class Number>
bool less(Number a, Number b) {
  if constexpr (is_half<Number>) {
    return static_cast<float>(a) < static_cast<float>(b);
  } else {
    return a < b;
  }
}

// A reduction of an old value and an update. Where it may give a NaN, quick says the same but for those, and has no
// branches.
template <class Number>
struct Add {
  static Number exact(Number o, Number u) { return add(o, u); }
  static Number quick(Number o, Number u) requires std::floating_point<Number> { return o + u; }
};

template <class Number>
struct Mul {
  static Number exact(Number o, Number u) { return mul(o, u); }
  static Number quick(Number o, Number u) requires std::floating_point<Number> { return o * u; }
};

template <class Number>
struct Max {
  static Number exact(Number o, Number u) { return less(u, o) ? o : u; }
};

template <class Number>
struct Min {
  static Number exact(Number o, Number u) { return less(o, u) ? o : u; }
};

// bool is stored as a byte 0 or 1: "or" gives the larger, "and" the smaller.
Reduction reduction_of_bytes(Reduction reduction) {
  return reduction == Reduction::add || reduction == Reduction::max ? Reduction::max : Reduction::min;
}

// Whether quick reductions of elements of two lists give a NaN. Without branches, so that compilers make vector
// instructions of it: a NaN's bits but for the sign are more than infinity's; taken from those they leave the sign set.
template <class Number, class Reduce>
bool give_nan(int64_t count, const std::byte* o, const std::byte* u) {
  using Bits = std::conditional_t<sizeof(Number) == 4, uint32_t, uint64_t>;
  constexpr auto infinity = std::bit_cast<Bits>(std::numeric_limits<Number>::infinity());
  Bits signs = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<Bits>(Reduce::quick(load_number<Number>(o, i), load_number<Number>(u, i)));
    signs |= infinity - (bits << 1 >> 1);
  }
  return std::bit_cast<std::make_signed_t<Bits>>(signs) < 0;
}

// Reduces `count` elements of the output with as many updates.
template <class Number, class Reduce>
void reduce_elements(int64_t count, const std::byte* updates, std::byte* output) {
  constexpr int64_t most_at_once = 256;  // which stay in the cache between two looks
  constexpr int64_t size = sizeof(Number);
  for (; count > 0; count -= most_at_once, updates += most_at_once * size, output += most_at_once * size) {
    const int64_t some = std::min(count, most_at_once);
    const auto reduce_with = [&](auto reduce) {
      for (int64_t i = 0; i < some; ++i) {
        store_number(output, i, reduce(load_number<Number>(output, i), load_number<Number>(updates, i)));
      }
    };
    if constexpr (requires(Number number) { Reduce::quick(number, number); }) {
      if (!give_nan<Number, Reduce>(some, output, updates)) {
        reduce_with([](Number o, Number u) { return Reduce::quick(o, u); });
        continue;
      }
    }
    reduce_with([](Number o, Number u) { return Reduce::exact(o, u); });
  }
}

template <class Number, class Reduce>
void reduce_slices(const IndexTuples& tuples, int64_t length, const std::byte* updates, std::byte* output) {
  constexpr int64_t size = sizeof(Number);
  constexpr int64_t short_slice = 8;
  // Copies of what it takes, which no store can change.
  const auto reduce_part = [](RunPositions part, int64_t each, const std::byte* from, std::byte* to) {
    to += part.base * each * size;
    for (int64_t i = 0; i < part.count; ++i, from += each * size) {
      std::byte* target = to + part.positions[i] * each * size;
      if (each >= short_slice) {
        reduce_elements<Number, Reduce>(each, from, target);
        continue;
      }
      for (int64_t j = 0; j < each; ++j) {
        store_number(target, j, Reduce::exact(load_number<Number>(target, j), load_number<Number>(from, j)));
      }
    }
  };
  in_parts(Access::write, tuples, 0, tuples.count(), output, length * size, [&](RunPositions part, int64_t number) {
    reduce_part(part, length, updates + number * length * size, output);
  });
}

template <class Number>
void reduce_slices(Reduction reduction, const IndexTuples& tuples, int64_t length, const std::byte* updates,
                   std::byte* output) {
  const auto reduce = reduction == Reduction::add   ? reduce_slices<Number, Add<Number>>
                      : reduction == Reduction::mul ? reduce_slices<Number, Mul<Number>>
                      : reduction == Reduction::max ? reduce_slices<Number, Max<Number>>
                                                    : reduce_slices<Number, Min<Number>>;
  reduce(tuples, length, updates, output);
}

void copy_data(Workers& workers, const std::byte* data, std::byte* output, int64_t bytes) {
  const Stores stores = stores_for(bytes);
  in_ranges(workers, bytes, bytes, cache_line_bytes, [&](int64_t first, int64_t last) {
    copy_bytes(output + first, data + first, last - first, stores);
    finish(stores);
  });
}

// Writes each of `count` slices once: from where the last of its updates is, or else from data. last_updates, one for
// each slice, is for its use.
void write_slices(Workers& workers, const IndexTuples& tuples, const std::byte* data, const std::byte* updates,
                  std::byte* output, int64_t slice_bytes, int64_t count, int64_t* last_updates) {
  constexpr int64_t none = -1;
  std::fill_n(last_updates, count, none);
  const auto* positions_of = reinterpret_cast<const std::byte*>(last_updates);
  in_parts(Access::write, tuples, 0, tuples.count(), positions_of, sizeof(int64_t),
           [&](RunPositions part, int64_t number) {
             for (int64_t i = 0; i < part.count; ++i) last_updates[part.base + part.positions[i]] = number + i;
           });
  const Stores stores = stores_for(count * slice_bytes);
  in_ranges(workers, count, count * slice_bytes, 1, [&](int64_t first, int64_t last) {
    while (first < last) {
      const int64_t update = last_updates[first];
      int64_t end = first + 1;
      if (update == none) {
        while (end < last && last_updates[end] == none) ++end;
      }
      const std::byte* source = update == none ? data + first * slice_bytes : updates + update * slice_bytes;
      copy_bytes(output + first * slice_bytes, source, (end - first) * slice_bytes, stores);
      first = end;
    }
    finish(stores);
  });
}

void run(const Call& call, const Results&, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const Argument& updates = call.input(2);
  const int64_t bytes = storage_bytes(data.type, data.shape.element_count());
  const IndexTuples tuples(call, 0, plan.index_depth);
  if (updates.shape.element_count() == 0) {
    copy_data(call.workers(), data.data, outputs[0], bytes);
    tuples.check();
    return;
  }
  const Runs slices{storage_bits(data.type), data.shape.product(plan.index_depth, data.shape.rank())};
  const int64_t slice_bits = slices.bits_of(1);
  // Long slices of large outputs are not written twice.
  constexpr int64_t long_slice_bits = int64_t{8} << 8;
  constexpr int64_t large_bytes = int64_t{1} << 18;
  if (plan.reduction == Reduction::none && slice_bits % 8 == 0 && slice_bits >= long_slice_bits &&
      bytes >= large_bytes) {
    const int64_t count = bytes / (slice_bits / 8);
    const Scratch last_updates(*call.context().blocks, count * int64_t{sizeof(int64_t)});
    if (last_updates.data() != nullptr) {
      write_slices(call.workers(), tuples, data.data, updates.data, outputs[0], slice_bits / 8, count,
                   reinterpret_cast<int64_t*>(last_updates.data()));
      return;
    }
  }
  copy_data(call.workers(), data.data, outputs[0], bytes);
  if (plan.reduction == Reduction::none) {
    scatter_runs(call.workers(), slices, tuples, updates.data, outputs[0], tuples.count());
    return;
  }
  if (data.type == OM_BOOL) {
    reduce_slices<uint8_t>(reduction_of_bytes(plan.reduction), tuples, slices.length, updates.data, outputs[0]);
    return;
  }
  with_number(data.type, [&]<class Number>() {
    reduce_slices<Number>(plan.reduction, tuples, slices.length, updates.data, outputs[0]);
  });
}

}  // namespace

constinit const Operator scatter_nd_operator =
    make_operator<Plan, infer, run>("ScatterND", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
