#include "workloads.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace onemodel::bench {
namespace {

using Shape = std::vector<int64_t>;
using Call = std::function<om_status(om_tensor**, om_error**)>;

int64_t product(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  return count;
}

std::shared_ptr<om_tensor> shared(om_tensor* tensor) { return {tensor, om_tensor_release}; }

std::shared_ptr<om_tensor> tensor_of(om_type type, const Shape& shape, const void* data, int64_t bytes) {
  om_tensor* tensor = nullptr;
  om_error* error = nullptr;
  require_ok(
      om_tensor_create(nullptr, type, shape.data(), static_cast<int64_t>(shape.size()), data, bytes, &tensor, &error),
      error);
  return shared(tensor);
}

// Random bytes: pages of zeros are faster than real data.
std::shared_ptr<om_tensor> random_tensor(om_type type, const Shape& shape) {
  const int64_t bytes = (product(shape) * om_type_bits(type) + 7) / 8;
  std::vector<uint64_t> data(static_cast<size_t>(bytes / 8 + 1));
  std::mt19937_64 generator(1);
  std::ranges::generate(data, std::ref(generator));
  return tensor_of(type, shape, data.data(), bytes);
}

std::shared_ptr<om_tensor> random_floats(const Shape& shape, double zeros = 0) {
  std::vector<float> data(static_cast<size_t>(product(shape)));
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  for (float& value : data) value = uniform(generator) < zeros ? 0.0F : uniform(generator);
  return tensor_of(OM_FLOAT32, shape, data.data(), static_cast<int64_t>(data.size() * sizeof(float)));
}

std::shared_ptr<om_tensor> random_indices(const Shape& shape, int64_t extent) {
  std::vector<int64_t> data(static_cast<size_t>(product(shape)));
  std::mt19937_64 generator(1);
  for (int64_t& value : data) value = static_cast<int64_t>(generator() % static_cast<uint64_t>(extent));
  return tensor_of(OM_INT64, shape, data.data(), static_cast<int64_t>(data.size() * sizeof(int64_t)));
}

std::shared_ptr<om_tensor> scalar(float value) { return tensor_of(OM_FLOAT32, {}, &value, sizeof value); }

Workload workload(std::string name, Call call) {
  return {std::move(name), [call = std::move(call)] {
            om_tensor* output = nullptr;
            om_error* error = nullptr;
            require_ok(call(&output, &error), error);
            return TensorHandle(output);
          }};
}

// The side of a square of that many elements, a multiple of 4.
int64_t side(int64_t count) {
  return std::max<int64_t>(4, static_cast<int64_t>(std::sqrt(static_cast<double>(count))) / 4 * 4);
}

}  // namespace

void require_ok(om_status status, om_error* error) {
  if (status == OM_OK) return;
  std::fprintf(stderr, "%s: %s\n", om_error_reason(error), om_error_message(error));
  std::exit(1);
}

std::vector<Workload> workloads(int64_t bytes) {
  std::vector<Workload> list;
  const int64_t floats = bytes / 4;
  const int64_t n = side(floats);
  const Shape square{n, n};
  const auto matrix = random_tensor(OM_FLOAT32, square);
  const auto bytes_matrix = random_tensor(OM_UINT8, {side(bytes), side(bytes)});

  list.push_back(
      workload("Shape", [=](auto o, auto e) { return om_shape(nullptr, matrix.get(), 0, INT64_MAX, o, e); }));
  list.push_back(workload("Size", [=](auto o, auto e) { return om_size(nullptr, matrix.get(), o, e); }));
  list.push_back(
      workload("Squeeze", [=](auto o, auto e) { return om_squeeze(nullptr, matrix.get(), nullptr, 0, o, e); }));
  list.push_back(workload("Unsqueeze", [=](auto o, auto e) {
    const int64_t axis = 0;
    return om_unsqueeze(nullptr, matrix.get(), &axis, 1, o, e);
  }));
  list.push_back(workload("Flatten", [=](auto o, auto e) { return om_flatten(nullptr, matrix.get(), 1, o, e); }));
  list.push_back(workload("Reshape", [=](auto o, auto e) {
    const int64_t shape = -1;
    return om_reshape(nullptr, matrix.get(), &shape, 1, 0, o, e);
  }));
  list.push_back(workload("Identity", [=](auto o, auto e) { return om_identity(nullptr, matrix.get(), o, e); }));
  list.push_back(workload(
      "Dropout", [=](auto o, auto e) { return om_dropout(nullptr, matrix.get(), nullptr, nullptr, o, nullptr, e); }));

  list.push_back(workload("Transpose 2-D float32",
                          [=](auto o, auto e) { return om_transpose(nullptr, matrix.get(), nullptr, 0, o, e); }));
  list.push_back(workload("Transpose 2-D uint8",
                          [=](auto o, auto e) { return om_transpose(nullptr, bytes_matrix.get(), nullptr, 0, o, e); }));
  const auto images = random_tensor(OM_FLOAT32, {std::max<int64_t>(1, floats / (64 * 56 * 56)), 64, 56, 56});
  if (bytes >= 1 << 20) {
    list.push_back(workload("Transpose NCHW to NHWC float32", [=](auto o, auto e) {
      static constexpr int64_t perm[] = {0, 2, 3, 1};
      return om_transpose(nullptr, images.get(), perm, 4, o, e);
    }));
  }
  const auto half = random_tensor(OM_FLOAT32, {n, n / 2});
  list.push_back(workload("Concat axis 1, 2 inputs float32", [=](auto o, auto e) {
    const om_tensor* inputs[] = {half.get(), half.get()};
    return om_concat(nullptr, inputs, 2, 1, o, e);
  }));
  list.push_back(workload("Split axis 1, 2 outputs float32", [=](auto o, auto e) {
    om_tensor* parts[2];
    const om_status status = om_split(nullptr, matrix.get(), nullptr, 0, 1, parts, 2, e);
    om_tensor_release(parts[1]);
    *o = parts[0];
    return status;
  }));
  const auto doubled = random_tensor(OM_FLOAT32, {2 * floats});
  list.push_back(workload("Slice contiguous float32", [=](auto o, auto e) {
    const int64_t start = floats / 2, end = floats / 2 + floats;
    return om_slice(nullptr, doubled.get(), &start, &end, nullptr, nullptr, 1, o, e);
  }));
  list.push_back(workload("Slice step 2 float32", [=](auto o, auto e) {
    const int64_t start = 0, end = INT64_MAX, step = 2;
    return om_slice(nullptr, doubled.get(), &start, &end, nullptr, &step, 1, o, e);
  }));
  list.push_back(workload("Slice reversed float32", [=](auto o, auto e) {
    const int64_t start = -1, end = INT64_MIN, axis = 1, step = -1;
    return om_slice(nullptr, matrix.get(), &start, &end, &axis, &step, 1, o, e);
  }));
  const auto row = random_tensor(OM_FLOAT32, {1, n});
  list.push_back(workload("Expand rows float32",
                          [=](auto o, auto e) { return om_expand(nullptr, row.get(), square.data(), 2, o, e); }));
  const auto quarter = random_tensor(OM_FLOAT32, {n / 2, n / 2});
  list.push_back(workload("Tile 2x2 float32", [=](auto o, auto e) {
    static constexpr int64_t repeats[] = {2, 2};
    return om_tile(nullptr, quarter.get(), repeats, 2, o, e);
  }));

  const auto table = random_tensor(OM_FLOAT32, {4096, 64});
  const auto row_indices = random_indices({std::max<int64_t>(1, floats / 64)}, 4096);
  list.push_back(workload("Gather rows of 256 B float32",
                          [=](auto o, auto e) { return om_gather(nullptr, table.get(), row_indices.get(), 0, o, e); }));
  const auto column_indices = random_indices({n}, n);
  list.push_back(workload("Gather inner axis float32", [=](auto o, auto e) {
    return om_gather(nullptr, matrix.get(), column_indices.get(), 1, o, e);
  }));
  const auto element_indices = random_indices(square, n);
  list.push_back(workload("GatherElements axis 1 float32", [=](auto o, auto e) {
    return om_gather_elements(nullptr, matrix.get(), element_indices.get(), 1, o, e);
  }));
  const auto pairs = random_indices({floats, 2}, n);
  list.push_back(workload("GatherND scalars float32",
                          [=](auto o, auto e) { return om_gather_nd(nullptr, matrix.get(), pairs.get(), 0, o, e); }));
  const auto scatter_rows = random_indices({n / 2, 1}, n);
  const auto updates = random_tensor(OM_FLOAT32, {n / 2, n});
  list.push_back(workload("ScatterND rows float32", [=](auto o, auto e) {
    return om_scatter_nd(nullptr, matrix.get(), scatter_rows.get(), updates.get(), nullptr, o, e);
  }));
  const auto scalar_pairs = random_indices({floats / 2, 2}, n);
  const auto scalar_updates = random_floats({floats / 2});
  const auto float_matrix = random_floats(square);
  list.push_back(workload("ScatterND scalars add float32", [=](auto o, auto e) {
    return om_scatter_nd(nullptr, float_matrix.get(), scalar_pairs.get(), scalar_updates.get(), "add", o, e);
  }));
  for (const char* mode : {"constant", "edge", "reflect", "wrap"}) {
    list.push_back(workload(std::string("Pad ") + mode + " float32", [=](auto o, auto e) {
      static constexpr int64_t pads[] = {1, 1, 1, 1};
      return om_pad(nullptr, matrix.get(), pads, 4, nullptr, nullptr, 0, mode, o, e);
    }));
  }
  const auto value = scalar(1.5F);
  list.push_back(workload("ConstantOfShape zero float32", [=](auto o, auto e) {
    return om_constant_of_shape(nullptr, square.data(), 2, nullptr, o, e);
  }));
  const auto one_value = tensor_of(OM_FLOAT32, {1}, om_tensor_data(value.get()), 4);
  list.push_back(workload("ConstantOfShape value float32", [=](auto o, auto e) {
    return om_constant_of_shape(nullptr, square.data(), 2, one_value.get(), o, e);
  }));
  const auto zero = scalar(0);
  const auto one = scalar(1);
  const auto limit = scalar(static_cast<float>(floats));
  list.push_back(workload(
      "Range float32", [=](auto o, auto e) { return om_range(nullptr, zero.get(), limit.get(), one.get(), 1, o, e); }));
  const auto classes = random_indices({std::max<int64_t>(1, floats / 64)}, 64);
  const auto off_on = tensor_of(OM_FLOAT32, {2}, std::vector<float>{0, 1}.data(), 8);
  list.push_back(workload("OneHot depth 64 float32", [=](auto o, auto e) {
    return om_one_hot(nullptr, classes.get(), 64, off_on.get(), -1, o, e);
  }));
  list.push_back(
      workload("Trilu upper float32", [=](auto o, auto e) { return om_trilu(nullptr, matrix.get(), 0, 1, o, e); }));
  const auto half_zero = random_floats(square, 0.5);
  list.push_back(
      workload("NonZero 50% float32", [=](auto o, auto e) { return om_non_zero(nullptr, half_zero.get(), o, e); }));
  const auto rows = random_floats({std::max<int64_t>(1, floats / 1000), std::min<int64_t>(1000, floats)});
  for (const int64_t k : {1, 5, 64}) {
    list.push_back(workload("TopK k=" + std::to_string(k) + " rows of 1000 float32", [=](auto o, auto e) {
      om_tensor* indices = nullptr;
      const om_status status = om_topk(nullptr, rows.get(), k, -1, 1, 1, o, &indices, e);
      om_tensor_release(indices);
      return status;
    }));
  }
  return list;
}

}  // namespace onemodel::bench
