// The benchmark's reference agrees with the library on every row, and notices one wrong element.
#include "reference.h"

#include <doctest/doctest.h>

#include <cstring>

#include "workload.h"

namespace onemodel::bench {
namespace {

constexpr int64_t all_places = 1 << 20;

// The tensor with one element changed, by its lowest bit or its text.
TensorHandle spoilt(const om_tensor* tensor, int64_t element) {
  const om_type type = om_tensor_type(tensor);
  om_tensor* made = nullptr;
  corpus::check([&](om_error** error) {
    if (type == OM_STRING) {
      std::vector<const char*> texts;
      std::vector<int64_t> lengths(static_cast<size_t>(om_tensor_element_count(tensor)));
      for (size_t i = 0; i < lengths.size(); ++i) {
        texts.push_back(om_tensor_string(tensor, static_cast<int64_t>(i), &lengths[i]));
      }
      --lengths[static_cast<size_t>(element)];
      return om_tensor_create_strings(nullptr, om_tensor_shape(tensor), om_tensor_rank(tensor), texts.data(),
                                      lengths.data(), static_cast<int64_t>(texts.size()), &made, error);
    }
    const auto* const bytes = static_cast<const unsigned char*>(om_tensor_data(tensor));
    std::vector<unsigned char> changed(bytes, bytes + om_tensor_byte_count(tensor));
    const int64_t bit = element * om_type_bits(type);
    changed[static_cast<size_t>(bit / 8)] ^= static_cast<unsigned char>(1 << (bit % 8));
    return om_tensor_create(nullptr, type, om_tensor_shape(tensor), om_tensor_rank(tensor), changed.data(),
                            static_cast<int64_t>(changed.size()), &made, error);
  });
  return TensorHandle(made);
}

}  // namespace

TEST_CASE("every row's result is what the reference says, and no other") {
  for (const Row& row : kRows) {
    for (const Size size : {Size::small, Size::medium}) {
      const bool is_smallest = size == Size::small || row.sizes[0][0] == '\0';
      if (row.sizes[static_cast<size_t>(size)][0] == '\0' || !is_smallest) continue;
      const Workload workload = make_workload(row, size, Extent::full);
      CAPTURE(workload.name);
      std::vector<TensorHandle> outputs = Invocation(workload, nullptr).outputs();
      CHECK(difference_from_reference(workload, outputs, all_places) == "");
      for (TensorHandle& output : outputs) {
        TensorHandle wrong = spoilt(output.get(), om_tensor_element_count(output.get()) / 2);
        output.swap(wrong);
        CHECK(difference_from_reference(workload, outputs, all_places) != "");
        output.swap(wrong);
      }
    }
  }
}

TEST_CASE("a result of another shape is noticed") {
  const Row& row = kRows.front();
  const Workload workload = make_workload(row, Size::small, Extent::full);
  std::vector<TensorHandle> outputs = Invocation(workload, nullptr).outputs();
  om_tensor* reshaped = nullptr;
  constexpr int64_t column[] = {-1, 1};
  corpus::check(
      [&](om_error** error) { return om_reshape(nullptr, outputs[0].get(), column, 2, 0, &reshaped, error); });
  outputs[0].reset(reshaped);
  CHECK(difference_from_reference(workload, outputs, all_places) != "");
}

}  // namespace onemodel::bench
