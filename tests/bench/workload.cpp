#include "workload.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <deque>
#include <new>
#include <numeric>
#include <stdexcept>

#include "corpus/model.h"
#include "corpus/split_mix.h"

namespace onemodel::bench {
namespace {

using corpus::check;
using corpus::SplitMix64;

// The value of 2a+b/2 and the like, where letters are already numbers: 2(16)+(32)/2.
class Arithmetic {
 public:
  static int64_t value_of(const std::string& text) {
    Arithmetic arithmetic(text);
    const int64_t value = arithmetic.sum();
    if (arithmetic.place_ != text.size()) throw std::runtime_error("'" + text + "' is no number");
    return value;
  }

 private:
  explicit Arithmetic(const std::string& text) : text_(text) {}

  char next() const { return place_ < text_.size() ? text_[place_] : '\0'; }

  int64_t sum() {
    int64_t value = product();
    while (next() == '+' || next() == '-') value += text_[place_++] == '+' ? product() : -product();
    return value;
  }

  int64_t product() {
    int64_t value = factor();
    while (true) {
      if (next() == '*' || next() == '/') {
        const bool multiplies = text_[place_++] == '*';
        const int64_t other = factor();
        value = multiplies ? value * other : value / other;
      } else if (next() == '(') {  // 2(16)
        value *= factor();
      } else {
        return value;
      }
    }
  }

  int64_t factor() {
    if (next() == '(') {
      ++place_;
      const int64_t value = sum();
      ++place_;
      return value;
    }
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (error != std::errc()) throw std::runtime_error("'" + text_ + "' is no number");
    place_ = static_cast<size_t>(end - text_.data());
    return value;
  }

  const std::string& text_;
  size_t place_ = 0;
};

bool is_letter(char character) { return std::isalpha(static_cast<unsigned char>(character)) != 0; }

// Text with every letter that stands for a number replaced; words, such as type names, stay.
std::string replace_letters(const std::string& text, const std::vector<std::string>& numbers) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && (is_letter(text[end]) || text[end] == '_')) ++end;
    const auto number = static_cast<size_t>(text[i] - 'a');
    const bool in_word = end - i != 1 || (i > 0 && text[i - 1] == '_') || (end < text.size() && text[end] == '=');
    if (end > i && !in_word && number < numbers.size()) {
      result += "(" + numbers[number] + ")";
    } else {
      end = std::max(end, i + 1);
      result += text.substr(i, end - i);
    }
    i = end;
  }
  return result;
}

// Every sum in brackets as one number: [(16),2(16)] as [16,32].
std::string computed(const std::string& text) {
  std::string result;
  std::string sum;
  const auto flush = [&] {
    const bool is_sum = !sum.empty() && sum.find_first_of("0123456789") != std::string::npos;
    result += is_sum ? std::to_string(Arithmetic::value_of(sum)) : sum;
    sum.clear();
  };
  bool counts = false;
  for (const char character : text) {
    if (counts && std::string_view("0123456789()+-*/").find(character) != std::string_view::npos) {
      sum += character;
    } else {
      flush();
      result += character;
      counts = std::string_view("[{,=<@%").find(character) != std::string_view::npos;
    }
  }
  flush();
  return result;
}

std::string resolved(const char* text, const Row& row, Size size, Extent extent) {
  return with_numbers(text, numbers_of_size(row.sizes, size, extent));
}

std::vector<int64_t> numbers_of(const std::string& text) {
  std::vector<int64_t> numbers;
  for (const std::string& number : split(text, ',')) numbers.push_back(Arithmetic::value_of(number));
  return numbers;
}

constexpr std::align_val_t cache_line{64};

// Memory that a tensor takes over.
template <typename Element>
struct Buffer {
  explicit Buffer(size_t element_count)
      : bytes(element_count * sizeof(Element)), data(static_cast<Element*>(::operator new(bytes + 8, cache_line))) {}
  static void release(void* data) { ::operator delete(data, cache_line); }
  size_t bytes;
  Element* data;
};

SharedTensor shared(om_tensor* tensor) { return {tensor, om_tensor_release}; }

SharedTensor take_over(om_type type, const Shape& shape, void* data, int64_t bytes) {
  om_tensor* tensor = nullptr;
  check([&](om_error** error) {
    return om_tensor_borrow(nullptr, type, shape.data(), static_cast<int64_t>(shape.size()), data, bytes,
                            Buffer<char>::release, data, &tensor, error);
  });
  return shared(tensor);
}

// Elements of a type as whole numbers give them.
template <typename Element>
SharedTensor converted(om_type type, const Shape& shape, const std::vector<int64_t>& values) {
  const Buffer<Element> buffer(values.size());
  std::ranges::transform(values, buffer.data, [](int64_t value) { return static_cast<Element>(value); });
  return take_over(type, shape, buffer.data, static_cast<int64_t>(buffer.bytes));
}

int64_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

// A 64-bit word of elements that are not zero; floats are between 1 and 2.
uint64_t nonzero_word(om_type type, uint64_t word) {
  switch (type) {
    case OM_FLOAT64:
    case OM_COMPLEX128:
      return (word & 0x000fffffffffffff) | 0x3ff0000000000000;
    case OM_FLOAT32:
    case OM_COMPLEX64:
      return (word & 0x007fffff007fffff) | 0x3f8000003f800000;
    case OM_FLOAT16:
      return (word & 0x03ff03ff03ff03ff) | 0x3c003c003c003c00;
    case OM_BFLOAT16:
      return (word & 0x007f007f007f007f) | 0x3f803f803f803f80;
    case OM_BOOL:
      return 0x0101010101010101;
    default:
      return word | 0x1111111111111111;  // of any width
  }
}

SharedTensor random_strings(const Shape& shape) {
  SplitMix64 generator(1);
  std::vector<std::string> texts(static_cast<size_t>(product(shape)));
  for (std::string& text : texts) text = "word " + std::to_string(generator.next() % 1000000);
  std::vector<const char*> pointers;
  std::vector<int64_t> lengths;
  for (const std::string& text : texts) {
    pointers.push_back(text.data());
    lengths.push_back(static_cast<int64_t>(text.size()));
  }
  om_tensor* tensor = nullptr;
  check([&](om_error** error) {
    return om_tensor_create_strings(nullptr, shape.data(), static_cast<int64_t>(shape.size()), pointers.data(),
                                    lengths.data(), product(shape), &tensor, error);
  });
  return shared(tensor);
}

// percent: how many elements are not zero.
SharedTensor random_tensor(om_type type, const Shape& shape, int64_t percent) {
  if (type == OM_STRING) return random_strings(shape);
  const int64_t bits = om_type_bits(type);
  const int64_t count = product(shape);
  const int64_t bytes = (count * bits + 7) / 8;
  const Buffer<uint64_t> buffer(static_cast<size_t>(bytes / 8 + 1));
  SplitMix64 generator(static_cast<uint64_t>(count));
  for (int64_t i = 0; i <= bytes / 8; ++i) buffer.data[i] = nonzero_word(type, generator.next());
  auto* const data = reinterpret_cast<unsigned char*>(buffer.data);
  if (percent < 100) {
    const auto element_bytes = static_cast<size_t>(bits / 8);
    for (int64_t i = 0; i < count; ++i) {
      if (static_cast<int64_t>(generator.next() % 100) >= percent) {
        std::memset(data + static_cast<size_t>(i) * element_bytes, 0, element_bytes);
      }
    }
  }
  if (count * bits % 8 != 0) data[bytes - 1] &= static_cast<unsigned char>((1 << (count * bits % 8)) - 1);
  return take_over(type, shape, buffer.data, bytes);
}

template <typename Index>
SharedTensor random_indices(om_type type, const Shape& shape, int64_t end, bool are_distinct) {
  const auto count = static_cast<size_t>(product(shape));
  const Buffer<Index> buffer(count);
  SplitMix64 generator(count);
  const auto below = [&](size_t limit) { return static_cast<size_t>(generator.next() % limit); };
  if (are_distinct) {  // the first of a shuffled list
    std::vector<Index> all(static_cast<size_t>(end));
    std::iota(all.begin(), all.end(), Index{0});
    for (size_t i = 0; i < count; ++i) std::swap(all[i], all[i + below(all.size() - i)]);
    std::copy_n(all.begin(), count, buffer.data);
  } else {
    for (size_t i = 0; i < count; ++i) buffer.data[i] = static_cast<Index>(below(static_cast<size_t>(end)));
  }
  return take_over(type, shape, buffer.data, static_cast<int64_t>(buffer.bytes));
}

// An input that one of the last calls may have made already.
SharedTensor cached_input(const std::string& text) {
  constexpr size_t most = 4;
  static std::deque<std::pair<std::string, SharedTensor>> last_used;
  const auto found = std::ranges::find(last_used, text, &std::pair<std::string, SharedTensor>::first);
  if (found != last_used.end()) {
    std::rotate(last_used.begin(), found, found + 1);
  } else {
    if (last_used.size() == most) last_used.pop_back();
    last_used.emplace_front(text, make_input(text));
  }
  return last_used.front().second;
}

std::shared_ptr<om_session> make_session(const om_model& model) {
  om_session* session = nullptr;
  check([&](om_error** error) { return om_session_create(nullptr, &model, &session, error); });
  return {session, om_session_release};
}

std::vector<const om_tensor*> borrowed(const std::vector<SharedTensor>& tensors) {
  std::vector<const om_tensor*> pointers;
  for (const SharedTensor& tensor : tensors) pointers.push_back(tensor.get());
  return pointers;
}

// [1,0]
std::vector<int64_t> numbers_in_brackets(const std::string& text) {
  return numbers_of(text.substr(1, text.size() - 2));
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  while (start <= text.size()) {
    const size_t end = std::min(text.find(separator, start), text.size());
    if (end > start) parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

SharedTensor from_integers(om_type type, const Shape& shape, const std::vector<int64_t>& values) {
  switch (type) {
    case OM_FLOAT32:
      return converted<float>(type, shape, values);
    case OM_FLOAT64:
      return converted<double>(type, shape, values);
    case OM_INT64:
      return converted<int64_t>(type, shape, values);
    case OM_INT32:
      return converted<int32_t>(type, shape, values);
    case OM_INT16:
      return converted<int16_t>(type, shape, values);
    case OM_UINT8:
    case OM_BOOL:
      return converted<uint8_t>(type, shape, values);
    default:
      throw std::runtime_error(std::string("numbers of type ") + om_type_name(type) + " are not written here");
  }
}

bool is_literal_input(const std::string& text) { return text.find_first_of("{=") != std::string::npos; }

std::string with_numbers(const std::string& text, const std::string& numbers) {
  return computed(replace_letters(text, split(numbers, ' ')));
}

std::vector<WrittenAttribute> read_attributes(const std::string& text) {
  std::vector<WrittenAttribute> attributes;
  for (const std::string& attribute : split(text, ' ')) {
    const size_t equals = attribute.find('=');
    attributes.push_back({attribute.substr(0, equals), attribute.substr(equals + 1)});
  }
  return attributes;
}

std::shared_ptr<om_attributes> make_attributes(const std::vector<WrittenAttribute>& written) {
  om_attributes* made = nullptr;
  check([&](om_error** error) { return om_attributes_create(&made, error); });
  const std::shared_ptr<om_attributes> attributes(made, om_attributes_release);
  for (const auto& [name, value] : written) {
    check([&](om_error** error) {
      if (value.front() == '[') {
        const std::vector<int64_t> numbers = numbers_in_brackets(value);
        return om_attributes_set_ints(made, name.c_str(), numbers.data(), static_cast<int64_t>(numbers.size()), error);
      }
      if (value.find_first_of("[{") != std::string::npos) {
        return om_attributes_set_tensor(made, name.c_str(), make_input(value).get(), error);
      }
      if (is_letter(value.front())) {
        return om_attributes_set_string(made, name.c_str(), value.data(), static_cast<int64_t>(value.size()), error);
      }
      return om_attributes_set_int(made, name.c_str(), Arithmetic::value_of(value), error);
    });
  }
  return attributes;
}

int64_t arithmetic_value(const std::string& text) { return Arithmetic::value_of(text); }

bool Workload::has_only_literals() const { return std::ranges::all_of(written_inputs, is_literal_input); }

bool Workload::is_known_beforehand() const {
  const om_operator_kind kind = om_operator_kind_of(om_operator_find(row->op));
  return kind == OM_KIND_CONSTANT || kind == OM_KIND_VIEW || has_only_literals();
}

std::string Workload::text(const char* name, const std::string& otherwise) const {
  const auto found = std::ranges::find(written_attributes, name, &WrittenAttribute::name);
  return found == written_attributes.end() ? otherwise : found->value;
}

int64_t Workload::integer(const char* name, int64_t otherwise) const {
  return Arithmetic::value_of(text(name, std::to_string(otherwise)));
}

std::vector<int64_t> Workload::integers(const char* name) const { return numbers_in_brackets(text(name, "[]")); }

std::string workload_name(const Row& row, Size size) {
  return std::string(row.op) + "/" + row.name + "/" + kSizeNames[static_cast<size_t>(size)];
}

std::string numbers_of_size(const std::array<const char*, 3>& sizes, Size size, Extent extent) {
  const std::string numbers = sizes[static_cast<size_t>(size)];
  if (size != Size::large || extent == Extent::full) return numbers;
  size_t end = 0;
  const int64_t first = std::stoll(numbers, &end);
  return std::to_string(first / 2) + numbers.substr(end);
}

std::string describe(const Row& row, Size size, Extent extent) {
  const std::string attributes = resolved(row.attributes, row, size, extent);
  return resolved(row.inputs, row, size, extent) + (attributes.empty() ? "" : "  " + attributes);
}

SharedTensor make_input(const std::string& text) {
  const size_t type_end = text.find_first_of("[{=");
  const om_type type = om_type_from_name(text.substr(0, type_end).c_str());
  if (type == 0 || type_end == std::string::npos) throw std::runtime_error("'" + text + "' is no input");
  if (text[type_end] == '=') return from_integers(type, {}, {Arithmetic::value_of(text.substr(type_end + 1))});
  const size_t list_end = text.find_first_of("]}", type_end);
  const std::vector<int64_t> list = numbers_of(text.substr(type_end + 1, list_end - type_end - 1));
  if (text[type_end] == '{') return from_integers(type, {static_cast<int64_t>(list.size())}, list);
  if (list_end + 1 == text.size()) return random_tensor(type, list, 100);
  const char how = text[list_end + 1];
  const int64_t number = Arithmetic::value_of(text.substr(list_end + 2));
  if (how == '%') return random_tensor(type, list, number);
  if (type == OM_INT32) return random_indices<int32_t>(type, list, number, how == '@');
  return random_indices<int64_t>(type, list, number, how == '@');
}

Workload make_workload(const Row& row, Size size, Extent extent) {
  Workload workload;
  workload.row = &row;
  workload.size = size;
  workload.name = workload_name(row, size);
  workload.description = describe(row, size, extent);
  for (const std::string& written : split(resolved(row.inputs, row, size, extent), ' ')) {
    const size_t star = written.find('*');
    const bool is_repeated = star != std::string::npos;
    const std::string text = is_repeated ? written.substr(star + 1) : written;
    const int64_t times = is_repeated ? Arithmetic::value_of(written.substr(0, star)) : 1;
    for (int64_t i = 0; i < times; ++i) {
      workload.written_inputs.push_back(text);
      // Inputs of one kind are different tensors, as they would be in use.
      workload.inputs.push_back(text == "-" ? nullptr : times == 1 ? cached_input(text) : make_input(text));
    }
  }
  workload.written_attributes = read_attributes(resolved(row.attributes, row, size, extent));
  workload.attributes = make_attributes(workload.written_attributes);
  return workload;
}

ModelBuilder::ModelBuilder() {
  om_model* made = nullptr;
  check([&](om_error** error) { return om_model_create(&made, error); });
  model_.reset(made);
  check([&](om_error** error) { return om_model_set_opset(made, nullptr, kOpset, error); });
  check([&](om_error** error) { return om_model_set_ir_version(made, corpus::kCommonIrVersion, error); });
}

void ModelBuilder::add_input(const std::string& name, const om_tensor& like) {
  check([&](om_error** error) {
    return om_model_add_input(model_.get(), name.c_str(), om_tensor_type(&like), om_tensor_shape(&like), nullptr,
                              om_tensor_rank(&like), error);
  });
}

void ModelBuilder::add_constant(const std::string& name, om_tensor* tensor) {
  check([&](om_error** error) { return om_model_add_initializer(model_.get(), name.c_str(), tensor, error); });
}

void ModelBuilder::add_node(const std::string& op, const std::vector<std::string>& inputs,
                            const std::vector<std::string>& outputs, const om_attributes* attributes) {
  std::vector<const char*> names;
  for (const std::string& name : inputs) names.push_back(name.c_str());
  for (const std::string& name : outputs) names.push_back(name.c_str());
  check([&](om_error** error) {
    return om_model_add_node(model_.get(), op.c_str(), nullptr, nullptr, names.data(),
                             static_cast<int64_t>(inputs.size()), names.data() + inputs.size(),
                             static_cast<int64_t>(outputs.size()), attributes, error);
  });
}

void ModelBuilder::add_output(const std::string& name) {
  check([&](om_error** error) {
    return om_model_add_output(model_.get(), name.c_str(), 0, nullptr, nullptr, -1, error);
  });
}

std::string ModelBuilder::bytes() const { return corpus::write_onnx_model(*model_); }

std::vector<TensorHandle> run_once(const om_model& model, const std::vector<SharedTensor>& inputs,
                                   const om_context* context) {
  const std::shared_ptr<om_session> session = make_session(model);
  const std::vector<const om_tensor*> fed = borrowed(inputs);
  std::vector<om_tensor*> outputs(static_cast<size_t>(om_session_output_count(session.get())));
  check([&](om_error** error) {
    return om_session_run(session.get(), context, fed.data(), static_cast<int64_t>(fed.size()), outputs.data(),
                          static_cast<int64_t>(outputs.size()), error);
  });
  return corpus::take_tensors(outputs);
}

std::function<void()> run_of(const om_model& model, const std::vector<SharedTensor>& inputs,
                             const std::vector<const om_tensor*>& results, const om_context* context) {
  const std::shared_ptr<om_session> session = make_session(model);
  const std::vector<const om_tensor*> fed = borrowed(inputs);
  std::vector<SharedTensor> owners = inputs;
  if (results.empty()) {
    std::vector<om_tensor*> outputs(static_cast<size_t>(om_session_output_count(session.get())));
    return [session, fed, owners, context, outputs]() mutable {
      check([&](om_error** error) {
        return om_session_run(session.get(), context, fed.data(), static_cast<int64_t>(fed.size()), outputs.data(),
                              static_cast<int64_t>(outputs.size()), error);
      });
      for (om_tensor* output : outputs) om_tensor_release(output);
    };
  }
  std::vector<om_tensor*> targets;
  for (const om_tensor* result : results) {
    om_tensor* copy = nullptr;
    check([&](om_error** error) {
      return om_tensor_create(nullptr, om_tensor_type(result), om_tensor_shape(result), om_tensor_rank(result),
                              om_tensor_data(result), om_tensor_byte_count(result), &copy, error);
    });
    owners.emplace_back(copy, om_tensor_release);
    targets.push_back(copy);
  }
  return [session, fed, owners, targets, context] {
    check([&](om_error** error) {
      return om_session_run_into(session.get(), context, fed.data(), static_cast<int64_t>(fed.size()), targets.data(),
                                 static_cast<int64_t>(targets.size()), error);
    });
  };
}

std::vector<size_t> fed_inputs(const Workload& workload) {
  std::vector<size_t> fed;
  for (size_t i = 0; i < workload.inputs.size(); ++i) {
    const bool is_constant = workload.is_literal(i) && !workload.has_only_literals();
    if (workload.inputs[i] && !is_constant) fed.push_back(i);
  }
  return fed;
}

ModelBuilder make_model(const Workload& workload) {
  ModelBuilder model;
  const std::vector<size_t> fed = fed_inputs(workload);
  std::vector<std::string> inputs;
  for (size_t i = 0; i < workload.inputs.size(); ++i) {
    om_tensor* const input = workload.inputs[i].get();
    inputs.push_back(input == nullptr ? "" : corpus::input_name(i));
    if (std::ranges::find(fed, i) != fed.end()) {
      model.add_input(inputs.back(), *input);
    } else if (input != nullptr) {
      model.add_constant(inputs.back(), input);
    }
  }
  std::vector<std::string> outputs;
  for (int64_t i = 0; i < workload.row->output_count; ++i) {
    outputs.push_back(corpus::output_name(static_cast<size_t>(i)));
  }
  model.add_node(workload.row->op, inputs, outputs, workload.attributes.get());
  for (const std::string& output : outputs) model.add_output(output);
  return model;
}

Invocation::Invocation(const Workload& workload, const om_context* context)
    : op_(workload.row->op),
      context_(context),
      owners_(workload.inputs),
      attributes_(workload.attributes),
      outputs_(static_cast<size_t>(workload.row->output_count)) {
  for (const SharedTensor& input : owners_) inputs_.push_back(input.get());
}

void Invocation::invoke() {
  check([&](om_error** error) {
    return om_op_invoke(context_, op_, kOpset, inputs_.data(), static_cast<int64_t>(inputs_.size()), attributes_.get(),
                        outputs_.data(), static_cast<int64_t>(outputs_.size()), error);
  });
}

std::vector<TensorHandle> Invocation::outputs() {
  invoke();
  return corpus::take_tensors(outputs_);
}

void Invocation::operator()() {
  invoke();
  for (om_value* output : outputs_) om_value_release(output);
}

}  // namespace onemodel::bench
