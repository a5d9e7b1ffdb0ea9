#include "reference.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "corpus/split_mix.h"

namespace onemodel::bench {
namespace {

// Where an element comes from; without a tensor it is 0, false or "".
struct Source {
  const om_tensor* tensor = nullptr;
  int64_t index = 0;
};

// What an output must be: its shape, and for each coordinate the source.
struct Expected {
  Shape shape;
  std::function<Source(const Shape& coordinate)> source;
};

Shape shape_of(const om_tensor* tensor) {
  const int64_t* const extents = om_tensor_shape(tensor);
  return {extents, extents + om_tensor_rank(tensor)};
}

int64_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

int64_t flat_index(const Shape& coordinate, const Shape& shape) {
  int64_t index = 0;
  for (size_t i = 0; i < shape.size(); ++i) index = index * shape[i] + coordinate[i];
  return index;
}

Shape coordinate_of(int64_t index, const Shape& shape) {
  Shape coordinate(shape.size());
  for (size_t i = shape.size(); i-- > 0; index /= shape[i]) coordinate[i] = index % shape[i];
  return coordinate;
}

Source at(const om_tensor* tensor, const Shape& coordinate) {
  return {tensor, flat_index(coordinate, shape_of(tensor))};
}

int64_t integer_at(const om_tensor* tensor, int64_t index) {
  const void* const data = om_tensor_data(tensor);
  switch (om_tensor_type(tensor)) {
    case OM_INT64:
      return static_cast<const int64_t*>(data)[index];
    case OM_INT32:
      return static_cast<const int32_t*>(data)[index];
    default:
      throw std::runtime_error("the reference reads indices of int32 and int64 only");
  }
}

// An element's value, which float64 holds, or is an int64.
template <typename Use>
void with_elements(const om_tensor* tensor, Use&& use) {
  const void* const data = om_tensor_data(tensor);
  switch (om_tensor_type(tensor)) {
    case OM_FLOAT32:
      return use(static_cast<const float*>(data));
    case OM_INT64:
      return use(static_cast<const int64_t*>(data));
    case OM_BOOL:
    case OM_UINT8:
      return use(static_cast<const uint8_t*>(data));
    default:
      throw std::runtime_error(std::string("the reference does not compute with ") +
                               om_type_name(om_tensor_type(tensor)));
  }
}

bool are_same(const om_tensor* a, int64_t i, const Source& source) {
  const om_tensor* const b = source.tensor;
  const om_type type = om_tensor_type(a);
  if (b != nullptr && om_tensor_type(b) != type) return false;
  if (type == OM_STRING) {
    int64_t length = 0;
    int64_t other_length = 0;
    const char* const text = om_tensor_string(a, i, &length);
    const char* const other = b == nullptr ? nullptr : om_tensor_string(b, source.index, &other_length);
    return std::string(text, static_cast<size_t>(length)) ==
           std::string(other == nullptr ? "" : other, static_cast<size_t>(other_length));
  }
  const int64_t bits = om_type_bits(type);
  const auto* const bytes = static_cast<const unsigned char*>(om_tensor_data(a));
  const auto* const others = static_cast<const unsigned char*>(om_tensor_data(b));
  if (bits >= 8) {
    const auto width = static_cast<size_t>(bits / 8);
    const unsigned char zeros[16] = {};
    return std::memcmp(bytes + static_cast<size_t>(i) * width,
                       b == nullptr ? zeros : others + static_cast<size_t>(source.index) * width, width) == 0;
  }
  const auto packed = [bits](const unsigned char* data, int64_t index) {
    const int64_t bit = index * bits;
    return (data[bit / 8] >> (bit % 8)) & ((1 << bits) - 1);
  };
  return packed(bytes, i) == (b == nullptr ? 0 : packed(others, source.index));
}

int64_t normalized(int64_t value, int64_t extent) { return value < 0 ? value + extent : value; }

// The place on an axis of `extent` elements that a padded place repeats; nothing outside in mode constant.
std::optional<int64_t> padded_place(int64_t place, int64_t extent, const std::string& mode) {
  if (place >= 0 && place < extent) return place;
  if (mode == "edge") return std::clamp<int64_t>(place, 0, extent - 1);
  if (mode == "wrap") return (place % extent + extent) % extent;
  if (mode == "reflect") return place < 0 ? -place : 2 * (extent - 1) - place;
  return std::nullopt;
}

class Reference {
 public:
  explicit Reference(const Workload& workload) : workload_(workload) {}

  // What output `index` must be.
  Expected output(size_t index) {
    const std::string op = workload_.row->op;
    const om_tensor* const data = input(0);
    const Shape shape = shape_of(data);
    const auto rank = static_cast<int64_t>(shape.size());

    if (op == "Shape") return made(from_integers(OM_INT64, {rank}, shape));
    if (op == "Size") return made(from_integers(OM_INT64, {}, {product(shape)}));
    if (op == "Dropout" && index == 1)
      return {shape, [yes = kept(make_input("bool{1}"))](const Shape&) { return Source{yes, 0}; }};
    if (om_operator_kind_of(om_operator_find(op.c_str())) == OM_KIND_VIEW) return view();
    if (op == "Transpose") {
      const Shape perm = workload_.integers("perm");
      Shape transposed;
      for (const int64_t axis : perm) transposed.push_back(shape[static_cast<size_t>(axis)]);
      return {transposed, [=](const Shape& place) {
                Shape from(place.size());
                for (size_t i = 0; i < perm.size(); ++i) from[static_cast<size_t>(perm[i])] = place[i];
                return at(data, from);
              }};
    }
    if (op == "Concat") return concat();
    if (op == "Split") return split_part(index);
    if (op == "Slice") return slice();
    if (op == "Expand" || op == "Tile") {
      Shape repeated = op == "Expand" ? numbers(1) : shape;
      for (size_t i = 0; op == "Tile" && i < repeated.size(); ++i) repeated[i] *= numbers(1)[i];
      return {repeated, [=](const Shape& place) {
                Shape from(place.end() - rank, place.end());
                for (size_t i = 0; i < from.size(); ++i) from[i] %= shape[i];
                return at(data, from);
              }};
    }
    if (op == "Gather") return gather();
    if (op == "GatherElements") {
      const auto axis = static_cast<size_t>(normalized(workload_.integer("axis", 0), rank));
      return {shape_of(input(1)), [=, indices = input(1)](const Shape& place) {
                const Source index = at(indices, place);
                Shape from = place;
                from[axis] = normalized(integer_at(index.tensor, index.index), shape[axis]);
                return at(data, from);
              }};
    }
    if (op == "GatherND") return gather_nd();
    if (op == "ScatterND") return scatter_nd();
    if (op == "Pad") {
      const Shape pads = numbers(1);
      const std::string mode = workload_.text("mode", "constant");
      Shape padded = shape;
      for (size_t i = 0; i < padded.size(); ++i) padded[i] += pads[i] + pads[i + shape.size()];
      return {padded, [=](const Shape& place) {
                Shape from(place.size());
                for (size_t i = 0; i < from.size(); ++i) {
                  const std::optional<int64_t> source = padded_place(place[i] - pads[i], shape[i], mode);
                  if (!source) return Source{};
                  from[i] = *source;
                }
                return at(data, from);
              }};
    }
    if (op == "ConstantOfShape") {
      const om_tensor* const value = kept(make_input(workload_.text("value", "float32{0}")));
      return {numbers(0), [=](const Shape&) { return Source{value, 0}; }};
    }
    if (op == "Range") return range();
    if (op == "OneHot") {
      const auto axis = static_cast<size_t>(normalized(workload_.integer("axis", -1), rank + 1));
      const int64_t depth = integer_at(input(1), 0);
      Shape hot = shape;
      hot.insert(hot.begin() + static_cast<std::ptrdiff_t>(axis), depth);
      return {hot, [=, values = input(2)](const Shape& place) {
                Shape from = place;
                from.erase(from.begin() + static_cast<std::ptrdiff_t>(axis));
                const Source index = at(data, from);
                const bool is_on = normalized(integer_at(index.tensor, index.index), depth) == place[axis];
                return Source{values, is_on ? 1 : 0};
              }};
    }
    if (op == "Trilu") {
      const int64_t diagonal = workload_.inputs.size() > 1 ? integer_at(input(1), 0) : 0;
      const bool upper = workload_.integer("upper", 1) != 0;
      return {shape, [=](const Shape& place) {
                const int64_t beyond = place[place.size() - 1] - place[place.size() - 2] - diagonal;
                return (upper ? beyond >= 0 : beyond <= 0) ? at(data, place) : Source{};
              }};
    }
    if (op == "NonZero") return non_zero();
    if (op == "TopK") return top_k(index);
    throw std::runtime_error("the reference does not know " + op);
  }

 private:
  const om_tensor* input(size_t index) const { return workload_.inputs[index].get(); }

  // The elements of an input that is a list.
  Shape numbers(size_t index) const {
    Shape list;
    for (int64_t i = 0; i < om_tensor_element_count(input(index)); ++i) list.push_back(integer_at(input(index), i));
    return list;
  }

  const om_tensor* kept(SharedTensor tensor) { return made_.emplace_back(std::move(tensor)).get(); }

  // An output whose elements are worked out beforehand.
  Expected made(SharedTensor tensor) {
    const om_tensor* const elements = kept(std::move(tensor));
    return {shape_of(elements), [=](const Shape& place) { return at(elements, place); }};
  }

  // The input's elements in their order.
  Expected view() const {
    const om_tensor* const data = input(0);
    const std::string op = workload_.row->op;
    Shape shape = shape_of(data);
    if (op == "Squeeze" || op == "Unsqueeze") {
      Shape axes = numbers(1);
      std::ranges::sort(axes);
      if (op == "Squeeze") std::ranges::reverse(axes);  // so that the earlier ones stay where they are
      for (const int64_t axis : axes) {
        if (op == "Squeeze") {
          shape.erase(shape.begin() + axis);
        } else {
          shape.insert(shape.begin() + axis, 1);
        }
      }
    } else if (op == "Flatten") {
      const auto middle = shape.begin() + workload_.integer("axis", 1);
      shape = {product(Shape(shape.begin(), middle)), product(Shape(middle, shape.end()))};
    } else if (op == "Reshape") {
      const int64_t count = product(shape);
      shape = numbers(1);
      const int64_t known = std::abs(product(shape));
      std::ranges::replace(shape, -1, count / known);
    }
    return {shape, [data, shape](const Shape& place) { return Source{data, flat_index(place, shape)}; }};
  }

  Expected concat() const {
    const auto axis = static_cast<size_t>(workload_.integer("axis", 0));
    Shape joined = shape_of(input(0));
    for (size_t i = 1; i < workload_.inputs.size(); ++i) joined[axis] += shape_of(input(i))[axis];
    return {joined, [this, axis](const Shape& place) {
              Shape from = place;
              size_t part = 0;
              for (; from[axis] >= shape_of(input(part))[axis]; ++part) from[axis] -= shape_of(input(part))[axis];
              return at(input(part), from);
            }};
  }

  Expected split_part(size_t index) const {
    const auto axis = static_cast<size_t>(workload_.integer("axis", 0));
    Shape part = shape_of(input(0));
    const int64_t parts = workload_.row->output_count;
    Shape sizes(static_cast<size_t>(parts), (part[axis] + parts - 1) / parts);
    if (workload_.inputs.size() > 1) sizes = numbers(1);
    const int64_t start =
        std::accumulate(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(index), int64_t{0});
    part[axis] = sizes[index];
    return {part, [data = input(0), axis, start](const Shape& place) {
              Shape from = place;
              from[axis] += start;
              return at(data, from);
            }};
  }

  Expected slice() const {
    const Shape shape = shape_of(input(0));
    Shape cut = shape;
    Shape start(shape.size(), 0);
    Shape step(shape.size(), 1);
    for (size_t i = 0; i < numbers(1).size(); ++i) {
      const auto axis = static_cast<size_t>(workload_.inputs.size() > 3 ? numbers(3)[i] : static_cast<int64_t>(i));
      const int64_t extent = shape[axis];
      step[axis] = workload_.inputs.size() > 4 ? numbers(4)[i] : 1;
      const bool forward = step[axis] > 0;
      start[axis] = std::clamp<int64_t>(normalized(numbers(1)[i], extent), 0, forward ? extent : extent - 1);
      const int64_t end =
          std::clamp<int64_t>(normalized(numbers(2)[i], extent), forward ? 0 : -1, forward ? extent : extent - 1);
      cut[axis] = 0;
      for (int64_t j = start[axis]; forward ? j < end : j > end; j += step[axis]) ++cut[axis];
    }
    return {cut, [data = input(0), start, step](const Shape& place) {
              Shape from(place.size());
              for (size_t i = 0; i < from.size(); ++i) from[i] = start[i] + place[i] * step[i];
              return at(data, from);
            }};
  }

  Expected gather() const {
    const Shape shape = shape_of(input(0));
    const Shape index_shape = shape_of(input(1));
    const int64_t axis = workload_.integer("axis", 0);
    Shape gathered(shape.begin(), shape.begin() + axis);
    gathered.insert(gathered.end(), index_shape.begin(), index_shape.end());
    gathered.insert(gathered.end(), shape.begin() + axis + 1, shape.end());
    return {gathered, [=, data = input(0), indices = input(1)](const Shape& place) {
              const auto index_start = place.begin() + axis;
              const auto index_end = index_start + static_cast<std::ptrdiff_t>(index_shape.size());
              const Source index = at(indices, Shape(index_start, index_end));
              Shape from(place.begin(), index_start);
              from.push_back(normalized(integer_at(indices, index.index), shape[static_cast<size_t>(axis)]));
              from.insert(from.end(), index_end, place.end());
              return at(data, from);
            }};
  }

  Expected gather_nd() const {
    const Shape shape = shape_of(input(0));
    Shape index_shape = shape_of(input(1));
    const int64_t batch_dims = workload_.integer("batch_dims", 0);
    const int64_t width = index_shape.back();
    index_shape.pop_back();
    Shape gathered = index_shape;
    gathered.insert(gathered.end(), shape.begin() + batch_dims + width, shape.end());
    return {gathered, [=, data = input(0), indices = input(1)](const Shape& place) {
              const auto index_end = place.begin() + static_cast<std::ptrdiff_t>(index_shape.size());
              const int64_t first = flat_index(Shape(place.begin(), index_end), index_shape) * width;
              Shape from(place.begin(), place.begin() + batch_dims);
              for (int64_t i = 0; i < width; ++i) {
                from.push_back(normalized(integer_at(indices, first + i), shape[from.size()]));
              }
              from.insert(from.end(), index_end, place.end());
              return at(data, from);
            }};
  }

  // Without a reduction, which update each element was written by last; with one, the elements.
  Expected scatter_nd() {
    const om_tensor* const data = input(0);
    const om_tensor* const indices = input(1);
    const om_tensor* const updates = input(2);
    const Shape shape = shape_of(data);
    const int64_t width = shape_of(indices).back();
    const int64_t block = product(Shape(shape.begin() + width, shape.end()));
    const Shape leading(shape.begin(), shape.begin() + width);
    const std::string reduction = workload_.text("reduction", "none");

    const auto for_each_update = [=](auto&& use) {
      const int64_t count = om_tensor_element_count(indices) / width;
      for (int64_t i = 0; i < count; ++i) {
        int64_t target = 0;
        for (int64_t j = 0; j < width; ++j) {
          const int64_t extent = leading[static_cast<size_t>(j)];
          target = target * extent + normalized(integer_at(indices, i * width + j), extent);
        }
        for (int64_t j = 0; j < block; ++j) use(target * block + j, i * block + j);
      }
    };
    if (reduction == "none") {
      std::vector<int64_t> writer(static_cast<size_t>(product(shape)), -1);
      for_each_update([&](int64_t target, int64_t update) { writer[static_cast<size_t>(target)] = update; });
      return {shape, [=, writer = std::move(writer)](const Shape& place) {
                const int64_t update = writer[static_cast<size_t>(flat_index(place, shape))];
                return update < 0 ? at(data, place) : Source{updates, update};
              }};
    }
    SharedTensor reduced;
    with_elements(data, [&]<typename Element>(const Element* elements) {
      std::vector<Element> values(elements, elements + product(shape));
      const auto* const others = static_cast<const Element*>(om_tensor_data(updates));
      for_each_update([&](int64_t target, int64_t update) {
        Element& value = values[static_cast<size_t>(target)];
        value = reduction == "add" ? static_cast<Element>(value + others[update]) : std::max(value, others[update]);
      });
      om_tensor* tensor = nullptr;
      corpus::check([&](om_error** error) {
        return om_tensor_create(nullptr, om_tensor_type(data), shape.data(), static_cast<int64_t>(shape.size()),
                                values.data(), static_cast<int64_t>(values.size() * sizeof(Element)), &tensor, error);
      });
      reduced = {tensor, om_tensor_release};
    });
    return made(reduced);
  }

  // The ranges of the table are of whole numbers, which every type holds.
  Expected range() {
    Shape numbers;  // start, limit, delta
    for (const std::string& written : workload_.written_inputs) {
      numbers.push_back(arithmetic_value(written.substr(written.find('=') + 1)));
    }
    Shape values;
    for (int64_t value = numbers[0]; value < numbers[1]; value += numbers[2]) values.push_back(value);
    return made(from_integers(om_tensor_type(input(0)), {static_cast<int64_t>(values.size())}, values));
  }

  Expected non_zero() {
    const Shape shape = shape_of(input(0));
    std::vector<int64_t> places;
    with_elements(input(0), [&](const auto* elements) {
      for (int64_t i = 0; i < product(shape); ++i) {
        if (elements[i] != 0) places.push_back(i);
      }
    });
    const auto count = static_cast<int64_t>(places.size());
    const om_tensor* const numbers = kept(iota(*std::ranges::max_element(shape)));
    return {{static_cast<int64_t>(shape.size()), count}, [=, places = std::move(places)](const Shape& place) {
              const Shape coordinate = coordinate_of(places[static_cast<size_t>(place[1])], shape);
              return Source{numbers, coordinate[static_cast<size_t>(place[0])]};
            }};
  }

  // Sorts the lines of the places that are looked at, each once.
  Expected top_k(size_t index) {
    const om_tensor* const data = input(0);
    const Shape shape = shape_of(data);
    const auto axis = static_cast<size_t>(normalized(workload_.integer("axis", -1), om_tensor_rank(data)));
    const bool largest = workload_.integer("largest", 1) != 0;
    Shape top = shape;
    top[axis] = integer_at(input(1), 0);
    const auto lines = std::make_shared<std::map<Shape, std::vector<int64_t>>>();  // places on the axis, sorted
    const om_tensor* const places = index == 1 ? kept(iota(shape[axis])) : nullptr;
    return {top, [=](const Shape& place) {
              Shape line = place;
              line[axis] = 0;
              std::vector<int64_t>& sorted = (*lines)[line];
              const auto index_of = [&](int64_t on_axis) {
                Shape from = line;
                from[axis] = on_axis;
                return flat_index(from, shape);
              };
              if (sorted.empty()) {
                sorted.resize(static_cast<size_t>(shape[axis]));
                std::iota(sorted.begin(), sorted.end(), 0);
                with_elements(data, [&](const auto* elements) {
                  std::ranges::stable_sort(sorted, [&](int64_t a, int64_t b) {
                    const auto left = elements[index_of(a)];
                    const auto right = elements[index_of(b)];
                    return largest ? left > right : left < right;
                  });
                });
              }
              const int64_t on_axis = sorted[static_cast<size_t>(place[axis])];
              return places != nullptr ? Source{places, on_axis} : Source{data, index_of(on_axis)};
            }};
  }

  static SharedTensor iota(int64_t count) {
    std::vector<int64_t> values(static_cast<size_t>(count));
    std::iota(values.begin(), values.end(), 0);
    return from_integers(OM_INT64, {count}, values);
  }

  const Workload& workload_;
  std::vector<SharedTensor> made_;
};

std::string text_of(const Shape& shape) {
  std::string text;
  for (const int64_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "[" + text + "]";
}

}  // namespace

std::string difference_from_reference(const Workload& workload, const std::vector<TensorHandle>& outputs,
                                      int64_t most_places) {
  Reference reference(workload);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const om_tensor* const output = outputs[i].get();
    const Expected expected = reference.output(i);
    const Shape shape = shape_of(output);
    const std::string where = "output " + std::to_string(i);
    if (shape != expected.shape) return where + " has shape " + text_of(shape) + ", not " + text_of(expected.shape);
    const int64_t count = product(shape);
    const int64_t looked_at = std::min(count, most_places);
    corpus::SplitMix64 generator(static_cast<uint64_t>(count));
    for (int64_t j = 0; j < looked_at; ++j) {
      int64_t index = j;
      if (looked_at < count) {
        index = j < looked_at / 4   ? j
                : j < looked_at / 2 ? count - 1 - (j - looked_at / 4)
                                    : static_cast<int64_t>(generator.next() % static_cast<uint64_t>(count));
      }
      const Shape place = coordinate_of(index, shape);
      if (!are_same(output, index, expected.source(place))) return where + " at " + text_of(place);
    }
  }
  return "";
}

}  // namespace onemodel::bench
