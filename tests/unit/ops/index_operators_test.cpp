// The operators that read or write at indices, and those that fill, against their definitions element by element: for
// every width of elements, shapes from tiny to larger than the caches, and one to three threads.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kernels/bits.h"
#include "ops/execute.h"
#include "ops/numbers.h"
#include "ops/registry.h"
#include "tensor/make_tensor.h"

using namespace onemodel;

namespace {

constexpr om_type types[] = {OM_UINT2, OM_INT4, OM_UINT8, OM_FLOAT16, OM_FLOAT32, OM_INT64, OM_COMPLEX128};

Reference<Tensor> tensor_of(om_type type, const Shape& shape, const Bytes& bytes) {
  return copied(default_context(), type, shape, bytes.data(), static_cast<int64_t>(bytes.size()));
}

Reference<Tensor> random_tensor(std::mt19937_64& random, om_type type, const Shape& shape) {
  return tensor_of(type, shape, random_bytes(random, bytes_for(storage_bits(type), shape.element_count())));
}

// int32 or int64, as the values' neighbours in memory have it.
Reference<Tensor> index_tensor(om_type type, const Shape& shape, const std::vector<int64_t>& values) {
  Bytes bytes(bytes_for(storage_bits(type), static_cast<int64_t>(values.size())));
  for (size_t i = 0; i < values.size(); ++i) {
    if (type == OM_INT32) {
      store_number(bytes.data(), static_cast<int64_t>(i), static_cast<int32_t>(values[i]));
    } else {
      store_number(bytes.data(), static_cast<int64_t>(i), values[i]);
    }
  }
  return tensor_of(type, shape, bytes);
}

enum class Signs { positive, few_negative, both };

int64_t random_index(std::mt19937_64& random, int64_t extent, Signs signs) {
  const bool may_be_negative = signs == Signs::both || (signs == Signs::few_negative && random() % 700 == 0);
  return between(random, may_be_negative ? -extent : 0, extent - 1);
}

Signs random_signs(std::mt19937_64& random) { return static_cast<Signs>(random() % 3); }

int64_t in_extent(int64_t index, int64_t extent) { return index < 0 ? index + extent : index; }

Reference<Tensor> run(const char* name, const std::vector<const Tensor*>& inputs,
                      const std::vector<Attribute>& attributes, int64_t threads) {
  om_context context = make_context();
  context.workers = Workers::create(threads);
  const Operator* op = find_operator(name);
  REQUIRE(op != nullptr);
  Arguments arguments;
  for (const Tensor* input : inputs) arguments.push_back(Argument::of(input));
  Reference<Tensor> output;
  run_operator(*op, version_at(*op, 21), context, {arguments.data(), arguments.size()}, attributes, {&output, 1});
  return output;
}

void copy_element(int64_t bits, Bytes* target, int64_t to, const std::byte* source, int64_t from) {
  const auto copy = [&](int64_t per_byte) {
    const int64_t shift_from = from % per_byte * bits;
    const int64_t shift_to = to % per_byte * bits;
    const unsigned mask = (1U << bits) - 1;
    const unsigned value = std::to_integer<unsigned>(source[from / per_byte]) >> shift_from & mask;
    std::byte& byte = (*target)[static_cast<size_t>(to / per_byte)];
    byte = static_cast<std::byte>((std::to_integer<unsigned>(byte) & ~(mask << shift_to)) | value << shift_to);
  };
  if (bits < 8) {
    copy(8 / bits);
  } else {
    std::memcpy(target->data() + to * bits / 8, source + from * bits / 8, static_cast<size_t>(bits / 8));
  }
}

// Holds the operator's output against `expected` with every number of threads.
void check(const Bytes& expected, const Shape& shape, const char* name, const std::vector<const Tensor*>& inputs,
           const std::vector<Attribute>& attributes = {}) {
  for (const int64_t threads : {1, 2, 3}) {
    const Reference<Tensor> output = run(name, inputs, attributes, threads);
    CAPTURE(threads);
    CHECK(output->shape() == shape);
    // Not CHECK of the bytes themselves, which would write them all down.
    const bool is_right = expected.empty() || std::memcmp(output->data(), expected.data(), expected.size()) == 0;
    CHECK(is_right);
  }
}

Shape random_shape(std::mt19937_64& random, int64_t rank, int64_t most) {
  Shape shape;
  for (int64_t i = 0; i < rank; ++i) shape.append(between(random, 1, most));
  return shape;
}

Shape joined(std::span<const int64_t> a, std::span<const int64_t> b, std::span<const int64_t> c = {}) {
  Shape shape(a);
  for (const int64_t extent : b) shape.append(extent);
  for (const int64_t extent : c) shape.append(extent);
  return shape;
}

void check_gather(std::mt19937_64& random, om_type type, const Shape& data_shape, int64_t axis,
                  const Shape& index_shape) {
  const int64_t bits = storage_bits(type);
  const om_type index_type = random() % 2 == 0 ? OM_INT32 : OM_INT64;
  const Signs signs = random_signs(random);
  const int64_t extent = data_shape[axis];
  std::vector<int64_t> indices(static_cast<size_t>(index_shape.element_count()));
  for (int64_t& index : indices) index = random_index(random, extent, signs);
  const auto data = random_tensor(random, type, data_shape);

  const int64_t before = data_shape.product(0, axis);
  const int64_t after = data_shape.product(axis + 1, data_shape.rank());
  const auto count = static_cast<int64_t>(indices.size());
  Bytes expected(bytes_for(bits, before * count * after));
  for (int64_t i = 0; i < before; ++i) {
    for (int64_t j = 0; j < count; ++j) {
      const int64_t index = in_extent(indices[static_cast<size_t>(j)], extent);
      for (int64_t k = 0; k < after; ++k) {
        copy_element(bits, &expected, (i * count + j) * after + k, data->data(), (i * extent + index) * after + k);
      }
    }
  }
  const auto extents = data_shape.extents();
  const auto at = static_cast<size_t>(axis);
  CAPTURE(element_type_row(type).name);
  CAPTURE(list_text(extents));
  CAPTURE(axis);
  CAPTURE(list_text(index_shape.extents()));
  check(expected, joined(extents.first(at), index_shape.extents(), extents.subspan(at + 1)), "Gather",
        {data.get(), index_tensor(index_type, index_shape, indices).get()}, {Attribute::of("axis", axis)});
}

TEST_CASE("Gather is its definition") {
  std::mt19937_64 random(1);
  for (const om_type type : types) {
    for (int64_t trial = 0; trial < 40; ++trial) {
      const Shape data = random_shape(random, between(random, 1, 4), 12);
      check_gather(random, type, data, between(random, 0, data.rank() - 1),
                   random_shape(random, between(random, 0, 2), 15));
    }
    check_gather(random, type, {50, 1}, 0, {3000});
    check_gather(random, type, {3, 2000}, 1, {1500});      // rows that are told in several pieces
    check_gather(random, type, {2000, 3}, 1, {2});         // many short rows
    check_gather(random, type, {700000, 3}, 0, {400000});  // far from each other, shared by threads
    check_gather(random, type, {700, 1031}, 1, {1100});
    check_gather(random, type, {40, 5, 1024}, 1, {7});  // long runs
  }
  for (const om_type type : {OM_UINT8, OM_FLOAT32, OM_COMPLEX128}) {  // larger than the caches
    const int64_t count = (int64_t{17} << 20) * 8 / storage_bits(type);
    check_gather(random, type, {5000}, 0, {count});
    check_gather(random, type, {100, 13}, 0, {count / 13});
    check_gather(random, type, {30, 4001}, 0, {count / 4001});
  }
}

TEST_CASE("GatherElements is its definition") {
  std::mt19937_64 random(2);
  const auto check_shape = [&](om_type type, const Shape& data_shape, const Shape& index_shape, int64_t axis) {
    const int64_t bits = storage_bits(type);
    const Signs signs = random_signs(random);
    const int64_t count = index_shape.element_count();
    std::vector<int64_t> indices(static_cast<size_t>(count));
    for (int64_t& index : indices) index = random_index(random, data_shape[axis], signs);
    const auto data = random_tensor(random, type, data_shape);
    int64_t strides[OM_MAX_RANK];
    row_major_strides(data_shape.extents(), strides);
    Bytes expected(bytes_for(bits, count));
    for (int64_t position = 0; position < count; ++position) {
      int64_t rest = position;
      int64_t from = 0;
      for (int64_t i = index_shape.rank() - 1; i >= 0; --i) {
        const int64_t coordinate = rest % index_shape[i];
        rest /= index_shape[i];
        from +=
            strides[i] * (i == axis ? in_extent(indices[static_cast<size_t>(position)], data_shape[axis]) : coordinate);
      }
      copy_element(bits, &expected, position, data->data(), from);
    }
    CAPTURE(element_type_row(type).name);
    CAPTURE(list_text(data_shape.extents()));
    CAPTURE(list_text(index_shape.extents()));
    CAPTURE(axis);
    const om_type index_type = random() % 2 == 0 ? OM_INT32 : OM_INT64;
    check(expected, index_shape, "GatherElements", {data.get(), index_tensor(index_type, index_shape, indices).get()},
          {Attribute::of("axis", axis)});
  };
  for (const om_type type : types) {
    for (int64_t trial = 0; trial < 60; ++trial) {
      const Shape data = random_shape(random, between(random, 1, 4), 9);
      const int64_t axis = between(random, 0, data.rank() - 1);
      Shape indices = data;
      for (int64_t i = 0; i < data.rank(); ++i) indices[i] = between(random, 1, i == axis ? 12 : data[i]);
      check_shape(type, data, indices, axis);
    }
    check_shape(type, {5, 900}, {5, 1300}, 1);
    check_shape(type, {900, 5}, {1300, 5}, 0);
    check_shape(type, {2000, 700}, {1100, 700}, 0);  // more than one column at a time is near
    check_shape(type, {2048, 1024}, {2050, 1024}, 0);
    check_shape(type, {3, 1100, 400}, {2, 1500, 399}, 1);
    check_shape(type, {4, 700, 10, 20}, {4, 800, 10, 20}, 1);
  }
  check_shape(OM_FLOAT32, {4096, 1100}, {4096, 1100}, 0);
  check_shape(OM_FLOAT32, {1100, 4096}, {1100, 4096}, 1);
  for (int64_t columns = 1; columns <= 5; ++columns) {  // narrow rows, near and far
    for (const int64_t rows : {7, 600000}) {
      check_shape(OM_FLOAT32, {rows, columns}, {rows, columns}, 0);
      check_shape(OM_FLOAT64, {rows, columns}, {rows, columns}, 1);
      check_shape(OM_UINT8, {2, rows, columns + 1}, {2, rows, columns}, 1);
    }
  }
  check_shape(OM_INT16, {2, 3, 2, 4, 3, 5}, {2, 2, 2, 9, 3, 1}, 3);
}

// Tuples of indices for the axes [first, last) of data.
std::vector<int64_t> random_tuples(std::mt19937_64& random, const Shape& data, int64_t first, int64_t last,
                                   int64_t count) {
  const Signs signs = random_signs(random);
  std::vector<int64_t> tuples;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t axis = first; axis < last; ++axis) tuples.push_back(random_index(random, data[axis], signs));
  }
  return tuples;
}

// Which slice tuple `tuple` names.
int64_t slice_of(const std::vector<int64_t>& tuples, int64_t tuple, const Shape& data, int64_t first, int64_t last) {
  int64_t slice = 0;
  for (int64_t axis = first; axis < last; ++axis) {
    const int64_t index = tuples[static_cast<size_t>(tuple * (last - first) + axis - first)];
    slice = slice * data[axis] + in_extent(index, data[axis]);
  }
  return slice;
}

void check_gather_nd(std::mt19937_64& random, om_type type, const Shape& data_shape, int64_t batch_dims, int64_t depth,
                     const Shape& tuple_shape) {
  const int64_t bits = storage_bits(type);
  const int64_t last = batch_dims + depth;
  const int64_t count = tuple_shape.element_count();
  const std::vector<int64_t> tuples = random_tuples(random, data_shape, batch_dims, last, count);
  const auto data = random_tensor(random, type, data_shape);
  const int64_t slice = data_shape.product(last, data_shape.rank());
  const int64_t batch_slices = data_shape.product(batch_dims, last);
  const int64_t batch_count = count / data_shape.product(0, batch_dims);
  Bytes expected(bytes_for(bits, count * slice));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t from = i / batch_count * batch_slices + slice_of(tuples, i, data_shape, batch_dims, last);
    for (int64_t k = 0; k < slice; ++k) copy_element(bits, &expected, i * slice + k, data->data(), from * slice + k);
  }
  CAPTURE(element_type_row(type).name);
  CAPTURE(list_text(data_shape.extents()));
  CAPTURE(batch_dims);
  CAPTURE(depth);
  CAPTURE(count);
  const int64_t k[] = {depth};
  const auto extents = data_shape.extents();
  check(expected, joined(tuple_shape.extents(), extents.subspan(static_cast<size_t>(last))), "GatherND",
        {data.get(), index_tensor(OM_INT64, joined(tuple_shape.extents(), k), tuples).get()},
        {Attribute::of("batch_dims", batch_dims)});
}

TEST_CASE("GatherND is its definition") {
  std::mt19937_64 random(3);
  for (const om_type type : types) {
    for (int64_t trial = 0; trial < 60; ++trial) {
      const Shape data = random_shape(random, between(random, 1, 5), 7);
      const int64_t batch_dims = between(random, 0, std::min<int64_t>(2, data.rank() - 1));
      const int64_t depth = between(random, 1, data.rank() - batch_dims);
      Shape tuples(data.extents().first(static_cast<size_t>(batch_dims)));
      tuples.append(between(random, 1, 20));
      check_gather_nd(random, type, data, batch_dims, depth, tuples);
    }
    check_gather_nd(random, type, {300, 10, 5}, 1, 1, {300, 700});
    check_gather_nd(random, type, {3000, 10}, 1, 1, {3000, 2});
    check_gather_nd(random, type, {70, 9, 8, 7}, 1, 3, {70, 900});
    check_gather_nd(random, type, {2000, 1500}, 0, 2, {600000});
    check_gather_nd(random, type, {20, 30, 40}, 0, 3, {600000});
    check_gather_nd(random, type, {3, 4, 5, 6, 7}, 0, 4, {20000});
    check_gather_nd(random, type, {30, 20, 600}, 0, 2, {50});
  }
}

void check_scatter_nd(std::mt19937_64& random, om_type type, const Shape& data_shape, int64_t depth, int64_t count) {
  const int64_t bits = storage_bits(type);
  const std::vector<int64_t> tuples = random_tuples(random, data_shape, 0, depth, count);
  const auto data = random_tensor(random, type, data_shape);
  const auto rest = data_shape.extents().subspan(static_cast<size_t>(depth));
  const int64_t counts[] = {count};
  const auto updates = random_tensor(random, type, joined(counts, rest));
  const int64_t slice = data_shape.product(depth, data_shape.rank());
  const int64_t elements = data_shape.element_count();
  Bytes expected(bytes_for(bits, elements));
  for (int64_t i = 0; i < elements; ++i) copy_element(bits, &expected, i, data->data(), i);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t to = slice_of(tuples, i, data_shape, 0, depth);
    for (int64_t k = 0; k < slice; ++k) copy_element(bits, &expected, to * slice + k, updates->data(), i * slice + k);
  }
  CAPTURE(element_type_row(type).name);
  CAPTURE(list_text(data_shape.extents()));
  CAPTURE(depth);
  CAPTURE(count);
  const int64_t k[] = {depth};
  check(expected, data_shape, "ScatterND",
        {data.get(), index_tensor(OM_INT64, joined(counts, k), tuples).get(), updates.get()});
}

TEST_CASE("ScatterND is its definition, duplicates included") {
  std::mt19937_64 random(4);
  for (const om_type type : types) {
    for (int64_t trial = 0; trial < 60; ++trial) {
      const Shape data = random_shape(random, between(random, 1, 4), 7);
      check_scatter_nd(random, type, data, between(random, 0, data.rank()), between(random, 0, 30));
    }
    check_scatter_nd(random, type, {1500, 1000}, 2, 300000);
    for (const Shape& near : {Shape({3000}), Shape({50, 60}), Shape({10, 15, 20})}) {  // all of it in the nearest cache
      check_scatter_nd(random, type, near, near.rank(), 5000);
    }
    check_scatter_nd(random, type, {1500, 1001}, 1, 900);  // rows, most of them written more than once
    check_scatter_nd(random, type, {1500, 1001}, 1, 3);
    check_scatter_nd(random, type, {90, 40, 3, 100}, 2, 2000);
  }
  check_scatter_nd(random, OM_FLOAT32, {4200, 1024}, 1, 2100);  // larger than the caches
  check_scatter_nd(random, OM_FLOAT32, {4200, 1024}, 2, 2100000);
  check_scatter_nd(random, OM_UINT8, {17000, 1031}, 1, 9000);
  check_scatter_nd(random, OM_UINT8, {17000, 1031}, 2, 2000000);
  check_scatter_nd(random, OM_COMPLEX128, {1100, 1024}, 2, 900000);
}

template <class Number, class Reduced>
void check_reduction(std::mt19937_64& random, om_type type, const char* reduction, const Shape& data_shape,
                     int64_t depth, int64_t count, const Reduced& reduced) {
  const std::vector<int64_t> tuples = random_tuples(random, data_shape, 0, depth, count);
  const auto numbers = [&](const Shape& shape) {
    Bytes bytes(bytes_for(storage_bits(type), shape.element_count()));
    for (int64_t i = 0; i < shape.element_count(); ++i) {
      store_number(bytes.data(), i, static_cast<Number>(static_cast<Number>(between(random, -1000, 1000)) / Number{7}));
    }
    return tensor_of(type, shape, bytes);
  };
  const auto data = numbers(data_shape);
  const int64_t counts[] = {count};
  const int64_t k[] = {depth};
  const auto updates = numbers(joined(counts, data_shape.extents().subspan(static_cast<size_t>(depth))));
  const int64_t slice = data_shape.product(depth, data_shape.rank());
  Bytes expected(data->data(), data->data() + bytes_for(storage_bits(type), data_shape.element_count()));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t to = slice_of(tuples, i, data_shape, 0, depth);
    for (int64_t j = 0; j < slice; ++j) {
      const auto o = load_number<Number>(expected.data(), to * slice + j);
      store_number(expected.data(), to * slice + j, reduced(o, load_number<Number>(updates->data(), i * slice + j)));
    }
  }
  CAPTURE(reduction);
  CAPTURE(list_text(data_shape.extents()));
  CAPTURE(depth);
  CAPTURE(count);
  check(expected, data_shape, "ScatterND",
        {data.get(), index_tensor(OM_INT64, joined(counts, k), tuples).get(), updates.get()},
        {Attribute::of_text("reduction", reduction)});
}

TEST_CASE("ScatterND reduces duplicates in order") {
  std::mt19937_64 random(5);
  const auto check_all = [&](const Shape& data, int64_t depth, int64_t count) {
    check_reduction<float>(random, OM_FLOAT32, "add", data, depth, count, [](float o, float u) { return o + u; });
    check_reduction<double>(random, OM_FLOAT64, "mul", data, depth, count, [](double o, double u) { return o * u; });
    check_reduction<int64_t>(random, OM_INT64, "max", data, depth, count,
                             [](int64_t o, int64_t u) { return u < o ? o : u; });
    check_reduction<float>(random, OM_FLOAT32, "min", data, depth, count,
                           [](float o, float u) { return o < u ? o : u; });
    check_reduction<int16_t>(random, OM_INT16, "add", data, depth, count,
                             [](int16_t o, int16_t u) { return static_cast<int16_t>(o + u); });
  };
  for (int64_t trial = 0; trial < 60; ++trial) {
    const Shape data = random_shape(random, between(random, 1, 4), 7);
    check_all(data, between(random, 0, data.rank()), between(random, 0, 30));
  }
  check_all({900, 700}, 1, 1100);
  check_all({900, 700}, 2, 700000);
  check_reduction<float>(random, OM_FLOAT32, "add", {4200, 1031}, 1, 3000, [](float o, float u) { return o + u; });
  check_reduction<float>(random, OM_FLOAT32, "add", {4200, 1031}, 2, 3000000, [](float o, float u) { return o + u; });
}

TEST_CASE("a NaN that ScatterND adds is stated, wherever it stands in a slice") {
  const auto bits_of = [](uint32_t bits) { return std::bit_cast<float>(bits); };
  for (int64_t length = 1; length <= 40; ++length) {
    for (int64_t place = 0; place < length; ++place) {
      Bytes data(static_cast<size_t>(length * 4));
      Bytes updates(data.size());
      for (int64_t i = 0; i < length; ++i) {
        store_number(data.data(), i, static_cast<float>(i));
        store_number(updates.data(), i, i == place ? bits_of(0x7f800123) : 1.0F);
      }
      Bytes expected(data.size());
      for (int64_t i = 0; i < length; ++i) {
        store_number(expected.data(), i, i == place ? bits_of(0x7fc00123) : static_cast<float>(i) + 1.0F);
      }
      check(expected, {1, length}, "ScatterND",
            {tensor_of(OM_FLOAT32, {1, length}, data).get(), index_tensor(OM_INT64, {1, 1}, {0}).get(),
             tensor_of(OM_FLOAT32, {1, length}, updates).get()},
            {Attribute::of_text("reduction", "add")});
    }
  }
}

TEST_CASE("the first index out of range is the one that is refused") {
  std::mt19937_64 random(6);
  const auto message = [&](const char* name, const std::vector<const Tensor*>& inputs, int64_t threads) {
    try {
      run(name, inputs, {}, threads);
    } catch (const Failure& failure) {
      CHECK(failure.reason() == Reason::index_out_of_range);
      return std::string(failure.what());
    }
    return std::string("nothing");
  };
  for (const int64_t count : {3, 100, 5000, 1500000}) {
    for (int64_t trial = 0; trial < 4; ++trial) {
      std::vector<int64_t> indices(static_cast<size_t>(count));
      for (int64_t& index : indices) index = random_index(random, 100, Signs::both);
      int64_t first = count;
      for (int64_t i = 0; i < 3; ++i) {
        const int64_t place = between(random, 0, count - 1);
        indices[static_cast<size_t>(place)] = i % 2 == 0 ? 100 : -101;
        first = std::min(first, place);
      }
      const std::string value = std::to_string(indices[static_cast<size_t>(first)]);
      const auto data = random_tensor(random, OM_FLOAT32, {100});
      const auto vector = index_tensor(OM_INT64, {count}, indices);
      const auto narrow = index_tensor(OM_INT32, {count}, indices);
      const auto tuples = index_tensor(OM_INT64, {count, 1}, indices);
      const auto updates = random_tensor(random, OM_FLOAT32, {count});
      const std::string place = std::to_string(first);
      const std::string in_vector = "indices[" + place + "] is " + value + ", which is not in [-100, 100)";
      const std::string in_tuples = "indices[" + place + ", 0] is " + value + ", which is not in [-100, 100)";
      for (const int64_t threads : {1, 2, 3}) {
        CHECK(message("Gather", {data.get(), vector.get()}, threads) == in_vector);
        CHECK(message("Gather", {data.get(), narrow.get()}, threads) == in_vector);
        CHECK(message("GatherElements", {data.get(), vector.get()}, threads) == in_vector);
        CHECK(message("GatherElements", {data.get(), narrow.get()}, threads) == in_vector);
        CHECK(message("GatherND", {data.get(), tuples.get()}, threads) == in_tuples);
        CHECK(message("ScatterND", {data.get(), tuples.get(), updates.get()}, threads) == in_tuples);
      }
    }
  }
}

TEST_CASE("OneHot is its definition") {
  std::mt19937_64 random(7);
  const auto check_shape = [&](om_type type, const Shape& index_shape, int64_t axis, int64_t depth) {
    const int64_t bits = storage_bits(type);
    const int64_t count = index_shape.element_count();
    std::vector<int64_t> indices(static_cast<size_t>(count));
    for (int64_t& index : indices) index = between(random, -depth - 2, depth + 1);
    const auto values = random_tensor(random, type, {2});
    const int64_t after = index_shape.product(axis, index_shape.rank());
    Bytes expected(bytes_for(bits, count * depth));
    for (int64_t i = 0; i < count * depth; ++i) copy_element(bits, &expected, i, values->data(), 0);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t index = in_extent(indices[static_cast<size_t>(i)], depth);
      if (index < 0 || index >= depth) continue;
      copy_element(bits, &expected, (i / after * depth + index) * after + i % after, values->data(), 1);
    }
    CAPTURE(element_type_row(type).name);
    CAPTURE(list_text(index_shape.extents()));
    CAPTURE(axis);
    CAPTURE(depth);
    const int64_t depths[] = {depth};
    const auto at = static_cast<size_t>(axis);
    const auto extents = index_shape.extents();
    check(expected, joined(extents.first(at), depths, extents.subspan(at)), "OneHot",
          {index_tensor(OM_INT64, index_shape, indices).get(), index_tensor(OM_INT64, {}, {depth}).get(), values.get()},
          {Attribute::of("axis", axis)});
  };
  for (const om_type type : types) {
    for (int64_t trial = 0; trial < 40; ++trial) {
      const Shape indices = random_shape(random, between(random, 0, 3), 9);
      check_shape(type, indices, between(random, 0, indices.rank()), between(random, 1, 20));
    }
    check_shape(type, {3000}, 1, 1000);
    check_shape(type, {3000}, 0, 1000);
    check_shape(type, {100000}, 1, 33);
  }
  for (const om_type type : {OM_UINT8, OM_FLOAT32, OM_INT64, OM_COMPLEX128}) {  // larger than the caches
    const int64_t count = (int64_t{17} << 20) * 8 / storage_bits(type);
    check_shape(type, {count / 8}, 1, 8);
    check_shape(type, {count / 9}, 1, 9);
    check_shape(type, {count / 1003}, 1, 1003);
    check_shape(type, {count / 20011}, 1, 20011);
    check_shape(type, {count / 30}, 0, 30);
  }
}

TEST_CASE("ConstantOfShape is its definition") {
  std::mt19937_64 random(8);
  for (const om_type type : types) {
    const int64_t bits = storage_bits(type);
    for (const int64_t bytes : {3, 100, 2000, 300000, 2000003, 17 << 20}) {
      const int64_t count = bytes * 8 / bits + between(random, 0, 3);
      for (const bool is_zero : {false, true}) {
        Bytes element = random_bytes(random, bytes_for(bits, 1));
        if (is_zero) element.assign(element.size(), std::byte{0});
        const auto value = tensor_of(type, {1}, element);
        Bytes expected(bytes_for(bits, count));
        for (int64_t i = 0; i < count; ++i) copy_element(bits, &expected, i, value->data(), 0);
        CAPTURE(element_type_row(type).name);
        CAPTURE(count);
        check(expected, {count}, "ConstantOfShape", {index_tensor(OM_INT64, {1}, {count}).get()},
              {Attribute::of_tensor("value", value.get())});
      }
    }
  }
}

TEST_CASE("Trilu is its definition") {
  std::mt19937_64 random(9);
  const auto check_shape = [&](om_type type, const Shape& shape, int64_t k, bool upper) {
    const int64_t bits = storage_bits(type);
    const int64_t columns = shape[shape.rank() - 1];
    const int64_t rows = shape[shape.rank() - 2];
    const auto input = random_tensor(random, type, shape);
    Bytes expected(bytes_for(bits, shape.element_count()));
    for (int64_t i = 0; i < shape.element_count(); ++i) {
      const int64_t above = i % columns - i / columns % rows;
      if (upper ? above >= k : above <= k) copy_element(bits, &expected, i, input->data(), i);
    }
    CAPTURE(element_type_row(type).name);
    CAPTURE(list_text(shape.extents()));
    CAPTURE(k);
    CAPTURE(upper);
    check(expected, shape, "Trilu", {input.get(), index_tensor(OM_INT64, {}, {k}).get()},
          {Attribute::of("upper", upper ? 1 : 0)});
  };
  for (const om_type type : types) {
    for (const bool upper : {true, false}) {
      for (int64_t trial = 0; trial < 40; ++trial) {
        check_shape(type, random_shape(random, between(random, 2, 4), 11), between(random, -12, 12), upper);
      }
      check_shape(type, {700, 1031}, 5, upper);
      check_shape(type, {100, 100, 101}, 0, upper);
      for (const int64_t k : {-7, 0, 1, 40}) {  // many small matrices, and tall ones
        check_shape(type, {40000, 3, 1}, k, upper);
        check_shape(type, {3001, 5, 7}, k, upper);
        check_shape(type, {101, 3, 17, 9}, k, upper);
        check_shape(type, {30011, 3}, k, upper);
        check_shape(type, {3, 10007, 1}, k, upper);
      }
      check_shape(type, {3, 3}, std::numeric_limits<int64_t>::max(), upper);
      check_shape(type, {3, 3}, std::numeric_limits<int64_t>::min(), upper);
    }
  }
  for (const om_type type : {OM_UINT8, OM_FLOAT32, OM_COMPLEX128}) {  // larger than the caches
    const int64_t count = (int64_t{17} << 20) * 8 / storage_bits(type);
    check_shape(type, {count / 1000, 1000}, 17, true);
    check_shape(type, {count / 10007, 10007}, -3, false);
    check_shape(type, {count / 400, 20, 20}, 0, false);
  }
}

}  // namespace
