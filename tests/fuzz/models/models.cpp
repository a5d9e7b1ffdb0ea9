// onemodel_fuzz_models CORPUS: models and tensors in ONNX's format, cut off after every byte and with every byte
// changed: a few to every other value, those of the corpus's graphs to one. Each is read, or refused with an error; a
// build with sanitizers (ONEMODEL_SANITIZE) also sees what touches memory that it must not. What is read can be used as
// any other model, and run as a session, or is refused with an error.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case_file.h"
#include "corpus/model.h"
#include "corpus/session.h"
#include "corpus/split_mix.h"
#include "onemodel.h"

namespace {

namespace corpus = onemodel::corpus;
using corpus::AttributesHandle;
using corpus::ContextHandle;
using corpus::ErrorHandle;
using corpus::ModelHandle;
using corpus::SessionHandle;
using corpus::TensorHandle;

constexpr int64_t memory_limit = 1 << 20;

void require_ok(om_status status) {
  if (status != OM_OK) std::abort();
}

// What a function gives through its out parameter, where it cannot fail.
template <class Handle, class Function>
Handle given(Function&& function) {
  typename Handle::pointer made = nullptr;
  require_ok(function(&made));
  return Handle(made);
}

TensorHandle tensor_of(om_type type, const std::vector<int64_t>& shape, const std::string& bytes) {
  return given<TensorHandle>([&](om_tensor** made) {
    return om_tensor_create(nullptr, type, shape.data(), static_cast<int64_t>(shape.size()), bytes.data(),
                            static_cast<int64_t>(bytes.size()), made, nullptr);
  });
}

TensorHandle vector_of(const std::vector<int64_t>& values) {
  std::string bytes(values.size() * sizeof(int64_t), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return tensor_of(OM_INT64, {static_cast<int64_t>(values.size())}, bytes);
}

TensorHandle strings() {
  const int64_t shape[] = {2};
  const char* const texts[] = {"one", ""};
  return given<TensorHandle>(
      [&](om_tensor** made) { return om_tensor_create_strings(nullptr, shape, 1, texts, nullptr, 2, made, nullptr); });
}

std::string text_of(const TensorHandle& bytes) {
  return {static_cast<const char*>(om_tensor_data(bytes.get())),
          static_cast<size_t>(om_tensor_byte_count(bytes.get()))};
}

std::string message_of(const om_model* model) {
  return text_of(given<TensorHandle>([&](om_tensor** made) { return om_model_write(model, made, nullptr); }));
}

std::string message_of(const TensorHandle& tensor) {
  return text_of(
      given<TensorHandle>([&](om_tensor** made) { return om_tensor_write(tensor.get(), "x", made, nullptr); }));
}

void add_node(om_model* model, const char* op, const std::vector<const char*>& inputs,
              const std::vector<const char*>& outputs, const om_attributes* attributes) {
  require_ok(om_model_add_node(model, op, "", "n", inputs.data(), static_cast<int64_t>(inputs.size()), outputs.data(),
                               static_cast<int64_t>(outputs.size()), attributes, nullptr));
}

AttributesHandle new_attributes() {
  return given<AttributesHandle>([](om_attributes** made) { return om_attributes_create(made, nullptr); });
}

ModelHandle new_model() {
  return given<ModelHandle>([](om_model** made) { return om_model_create(made, nullptr); });
}

// A slice of an input whose shape is asked for, with constants.
std::string slices() {
  const ModelHandle model = new_model();
  const int64_t shape[] = {-1, 3};
  const char* const symbols[] = {"N", nullptr};
  require_ok(om_model_add_input(model.get(), "d", OM_FLOAT32, shape, symbols, 2, nullptr));
  require_ok(om_model_add_output(model.get(), "s", OM_FLOAT32, shape, symbols, 2, nullptr));
  require_ok(om_model_add_output(model.get(), "r", 0, nullptr, nullptr, -1, nullptr));
  require_ok(om_model_add_initializer(model.get(), "a", vector_of({0, 1}).get(), nullptr));
  require_ok(om_model_add_initializer(model.get(), "b", vector_of({2, -1}).get(), nullptr));
  add_node(model.get(), "Slice", {"d", "a", "b"}, {"s"}, nullptr);
  add_node(model.get(), "Shape", {"d"}, {"t"}, nullptr);
  add_node(model.get(), "Reshape", {"d", "t"}, {"r"}, nullptr);
  return message_of(model.get());
}

// Attributes of every kind.
std::string attributes_of_each_kind() {
  const ModelHandle model = new_model();
  require_ok(om_model_add_output(model.get(), "c", OM_STRING, nullptr, nullptr, -1, nullptr));
  const AttributesHandle attributes = new_attributes();
  const int64_t integers[] = {1, -1};
  const float reals[] = {0.5F, -1};
  const char* const texts[] = {"x", ""};
  om_attributes* const to = attributes.get();
  require_ok(om_attributes_set_int(to, "i", 300, nullptr));
  require_ok(om_attributes_set_ints(to, "is", integers, 2, nullptr));
  require_ok(om_attributes_set_float(to, "f", 0.5F, nullptr));
  require_ok(om_attributes_set_floats(to, "fs", reals, 2, nullptr));
  require_ok(om_attributes_set_string(to, "s", "abc", 3, nullptr));
  require_ok(om_attributes_set_strings(to, "ss", texts, nullptr, 2, nullptr));
  require_ok(om_attributes_set_tensor(to, "value", strings().get(), nullptr));
  add_node(model.get(), "Constant", {}, {"c"}, to);
  return message_of(model.get());
}

// A permutation by attribute, of packed and other small types.
std::string small_types() {
  const ModelHandle model = new_model();
  const AttributesHandle attributes = new_attributes();
  const int64_t permutation[] = {1, 0};
  require_ok(om_attributes_set_ints(attributes.get(), "perm", permutation, 2, nullptr));
  require_ok(om_model_add_initializer(model.get(), "p", tensor_of(OM_INT4, {1, 3}, "\x21\x03").get(), nullptr));
  require_ok(om_model_add_initializer(model.get(), "q", tensor_of(OM_BOOL, {2, 1}, "\x01\x01").get(), nullptr));
  require_ok(om_model_add_output(model.get(), "t", OM_INT4, nullptr, nullptr, -1, nullptr));
  require_ok(om_model_add_output(model.get(), "u", OM_BOOL, nullptr, nullptr, -1, nullptr));
  add_node(model.get(), "Transpose", {"p"}, {"t"}, attributes.get());
  add_node(model.get(), "Transpose", {"q"}, {"u"}, attributes.get());
  return message_of(model.get());
}

using namespace std::string_literals;

// A model whose one tensor is said to lie in the file "a".
std::string external_data() {
  return "\x08\x08\x3a\x26\x2a\x24"s
         "\x08\x02\x10\x03\x70\x01"s
         "\x6a\x0d\x0a\x08location\x12\x01"s
         "a"s
         "\x6a\x0d\x0a\x06offset\x12\x03"s
         "100"s;
}

// A tensor of int16 in its typed field, packed and not.
std::string typed_tensor() { return "\x08\x04\x10\x05\x2a\x06\x01\xff\xff\xff\xff\x0f\x28\x07\x28\x80\x01"s; }

class Fuzzer {
 public:
  Fuzzer() : context_(given<ContextHandle>([](om_context** made) { return om_context_create(made, nullptr); })) {
    require_ok(om_context_set_memory_limit(context_.get(), memory_limit, nullptr));
  }

  // The message, which is read or not, cut off after every byte, and with every byte changed to others.
  template <class Read>
  void spoil(const std::string& message, bool is_read, Read&& read) {
    if (read(message) != is_read) report(is_read ? "this is not read" : "this is read", message);
    for (size_t size = 0; size < message.size(); ++size) read(message.substr(0, size));
    for (size_t i = 0; i < message.size(); ++i) {
      std::string spoilt = message;
      for (int value = 0; value < 256; ++value) {
        spoilt[i] = static_cast<char>(value);
        read(spoilt);
      }
    }
  }

  // The same with one change of every byte.
  template <class Read>
  void spoil_once(const std::string& message, Read&& read) {
    if (!read(message)) report("this is not read", message);
    for (size_t size = 0; size < message.size(); ++size) read(message.substr(0, size));
    for (size_t i = 0; i < message.size(); ++i) {
      std::string spoilt = message;
      spoilt[i] = static_cast<char>(spoilt[i] ^ (1 << random_.next() % 8));
      read(spoilt);
    }
  }

  bool read_model(const std::string& message) {
    return read<ModelHandle>(
        message,
        [&](const char* bytes, int64_t size, om_model** made, om_error** error) {
          return om_model_read(context_.get(), bytes, size, ".", made, error);
        },
        [&](const ModelHandle& model) { use(model.get(), message); });
  }

  bool read_tensor(const std::string& message) {
    return read<TensorHandle>(
        message,
        [&](const char* bytes, int64_t size, om_tensor** made, om_error** error) {
          return om_tensor_read(context_.get(), bytes, size, made, error);
        },
        [&](const TensorHandle& tensor) {
          if (om_tensor_byte_count(tensor.get()) > memory_limit) report("a tensor is larger than allowed", message);
          if (message_of(tensor).empty()) report("a tensor is not written", message);
        });
  }

  int finish() const {
    std::printf("%" PRId64 " messages, %" PRId64 " read, %" PRId64 " refused, %" PRId64 " faults\n", read_ + refused_,
                read_, refused_, faults_);
    return faults_ == 0 ? 0 : 1;
  }

 private:
  void report(const std::string& what, const std::string& message) {
    if (++faults_ > 20) return;
    std::fprintf(stderr, "%s:", what.c_str());
    for (const char byte : message) std::fprintf(stderr, " %02x", static_cast<unsigned>(static_cast<uint8_t>(byte)));
    std::fprintf(stderr, "\n");
  }

  // Whether the message was read; what was read is used then.
  template <class Handle, class Read, class Use>
  bool read(const std::string& message, Read&& read_message, Use&& use_it) {
    // In a block of memory of exactly its size.
    const auto bytes = std::make_unique<char[]>(message.size());
    std::memcpy(bytes.get(), message.data(), message.size());
    typename Handle::pointer made = nullptr;
    om_error* raw_error = nullptr;
    const om_status status = read_message(bytes.get(), static_cast<int64_t>(message.size()), &made, &raw_error);
    const Handle handle(made);
    const ErrorHandle error(raw_error);
    check_error(status, error.get(), message);
    if ((status == OM_OK) != (handle != nullptr)) report("the status and the result do not agree", message);
    if (!handle) {
      ++refused_;
      return false;
    }
    ++read_;
    use_it(handle);
    return true;
  }

  void check_error(om_status status, const om_error* error, const std::string& message) {
    if (om_error_status(error) != status) report("the status and the error do not agree", message);
    if (status == OM_INTERNAL) report("the library reports a fault of its own", message);
    if (std::strchr(om_error_message(error), '\n') != nullptr) report("an error has several lines", message);
  }

  // A session of the model with zeros for all inputs, where they are not too large.
  void run(const om_model* model, const std::string& message) {
    om_session* made = nullptr;
    om_error* raw_error = nullptr;
    const om_status status = om_session_create(context_.get(), model, &made, &raw_error);
    const SessionHandle session(made);
    const ErrorHandle error(raw_error);
    check_error(status, error.get(), message);
    if ((status == OM_OK) != (session != nullptr)) report("the status and the session do not agree", message);
    if (!session) return;

    std::vector<TensorHandle> fed;
    std::vector<const om_tensor*> inputs;
    for (int64_t i = 0; i < om_session_input_count(made); ++i) {
      std::vector<int64_t> shape;
      int64_t count = 1;
      for (int64_t axis = 0; axis < om_session_input_rank(made, i); ++axis) {
        const int64_t extent = om_session_input_shape(made, i)[axis];
        shape.push_back(extent >= 0 ? extent : 2);
        if (shape.back() > 4096 || (count *= shape.back()) > 65536) return;
      }
      const om_type type = om_session_input_type(made, i);
      if (type == OM_STRING) {
        const std::vector<const char*> texts(static_cast<size_t>(count), "");
        fed.push_back(given<TensorHandle>([&](om_tensor** tensor) {
          return om_tensor_create_strings(nullptr, shape.data(), static_cast<int64_t>(shape.size()), texts.data(),
                                          nullptr, count, tensor, nullptr);
        }));
      } else {
        fed.push_back(
            tensor_of(type, shape, std::string(static_cast<size_t>((count * om_type_bits(type) + 7) / 8), 0)));
      }
      inputs.push_back(fed.back().get());
    }
    std::vector<om_tensor*> outputs(static_cast<size_t>(om_session_output_count(made)));
    for (int again = 0; again < 2; ++again) {
      om_error* run_error = nullptr;
      const om_status run_status =
          om_session_run(made, context_.get(), inputs.data(), static_cast<int64_t>(inputs.size()), outputs.data(),
                         static_cast<int64_t>(outputs.size()), &run_error);
      const ErrorHandle owned_error(run_error);
      check_error(run_status, run_error, message);
      for (om_tensor* output : outputs) om_tensor_release(output);
    }
  }

  // A model that was read is written, unless it has what is not kept, and read again.
  void use(const om_model* model, const std::string& message) {
    run(model, message);
    om_tensor* made = nullptr;
    om_error* raw_error = nullptr;
    const om_status status = om_model_write(model, &made, &raw_error);
    const TensorHandle bytes(made);
    const ErrorHandle error(raw_error);
    check_error(status, error.get(), message);
    if (status != OM_OK) return;
    om_model* again = nullptr;
    if (om_model_read(context_.get(), om_tensor_data(bytes.get()), om_tensor_byte_count(bytes.get()), nullptr, &again,
                      nullptr) != OM_OK) {
      report("a model that was read and written is not read again", message);
    }
    om_model_release(again);
  }

  ContextHandle context_;
  int64_t read_ = 0;
  int64_t refused_ = 0;
  int64_t faults_ = 0;
  corpus::SplitMix64 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: onemodel_fuzz_models CORPUS\n");
    return 2;
  }
  Fuzzer fuzzer;
  const auto model = [&](const std::string& message) { return fuzzer.read_model(message); };
  const auto tensor = [&](const std::string& message) { return fuzzer.read_tensor(message); };
  for (const std::string& message : {slices(), attributes_of_each_kind(), small_types()})
    fuzzer.spoil(message, true, model);
  fuzzer.spoil(external_data(), false, model);  // the file is not there
  for (const std::string& message : {typed_tensor(), message_of(strings()), message_of(vector_of({1, 2})),
                                     message_of(tensor_of(OM_UINT2, {3}, "x"))}) {
    fuzzer.spoil(message, true, tensor);
  }
  std::vector<corpus::Problem> problems;
  for (const auto& path : corpus::find_case_files({argv[1]})) {
    for (const corpus::GraphCase& graph : corpus::parse_case_file(path, corpus::read_file(path), problems).graphs) {
      fuzzer.spoil_once(corpus::write_onnx_model(*corpus::make_model(graph)), model);
    }
  }
  if (!problems.empty()) std::fprintf(stderr, "%s\n", to_string(problems.front()).c_str());
  return fuzzer.finish();
}
