#include "ops/numbers.h"

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

namespace onemodel {
namespace {

template <class Number>
std::optional<int64_t> truncated(Number number) {
  if constexpr (std::integral<Number>) {
    if (!std::in_range<int64_t>(number)) return std::nullopt;
    return static_cast<int64_t>(number);
  } else {
    const double value = widened(number);
    // 2^63 is the first float64 above INT64_MAX; a NaN fails both tests.
    if (!(value >= -0x1p63 && value < 0x1p63)) return std::nullopt;
    return static_cast<int64_t>(value);
  }
}

template <class Number>
bool is_whole(Number number) {
  if constexpr (std::integral<Number>) {
    return true;
  } else {
    return widened(number) == std::trunc(widened(number));
  }
}

template <class Number>
Number converted(float number) {
  if constexpr (std::integral<Number>) {
    using Limits = std::numeric_limits<Number>;
    // 2^digits is the first float above the maximum; the minimum is a float itself. A NaN fails all three tests.
    if (number >= std::ldexp(1.0F, Limits::digits)) return Limits::max();
    if (number < static_cast<float>(Limits::min())) return Limits::min();
    return std::isnan(number) ? Number{0} : static_cast<Number>(number);
  } else if constexpr (std::floating_point<Number>) {
    return number;
  } else {
    return Number::of(number);
  }
}

}  // namespace

std::optional<int64_t> truncated_integer(om_type type, const std::byte* data, int64_t position) {
  return with_number(type, [&]<class Number>() { return truncated(load_number<Number>(data, position)); });
}

std::optional<int64_t> exact_integer(om_type type, const std::byte* data, int64_t position) {
  return with_number(type, [&]<class Number>() -> std::optional<int64_t> {
    const auto number = load_number<Number>(data, position);
    return is_whole(number) ? truncated(number) : std::nullopt;
  });
}

void read_truncated_integers(om_type type, const std::byte* data, int64_t first, int64_t count, int64_t otherwise,
                             int64_t* integers) {
  with_number(type, [&]<class Number>() {
    for (int64_t i = 0; i < count; ++i) {
      integers[i] = truncated(load_number<Number>(data, first + i)).value_or(otherwise);
    }
  });
}

bool store_converted(om_type type, float number, std::byte* element) {
  if (type == OM_BOOL) {
    store_number(element, 0, static_cast<uint8_t>(number != 0 ? 1 : 0));
    return true;
  }
  if (!numeric_types.contains(type)) return false;
  with_number(type, [&]<class Number>() { store_number(element, 0, converted<Number>(number)); });
  return true;
}

}  // namespace onemodel
