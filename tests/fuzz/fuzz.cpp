// onemodel_fuzz: random calls, most of them wrong, of every operator. Each is made through om_op_invoke, through
// om_op_infer with and without elements, and through the operator's own function, and all of them have to agree. A
// build with sanitizers (ONEMODEL_SANITIZE) also sees what touches memory that it must not.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "calls.h"
#include "named.h"
#include "tensors.h"

namespace fuzz {
namespace {

// Stands for an out parameter that was not set.
om_tensor* untouched() {
  static int64_t place;
  return reinterpret_cast<om_tensor*>(&place);
}
om_error* untouched_error() {
  static int64_t place;
  return reinterpret_cast<om_error*>(&place);
}

om_status status_of(const std::string& reason) {
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    if (reason == om_reason_slug(i)) return om_reason_status(i);
  }
  return -1;
}

// How a call went: a reason, or outputs.
struct Outcome {
  std::string reason;  // "" if it succeeded
  std::string message;
  std::vector<Handle> outputs;
  std::vector<std::string> faults;  // against the rules that hold for every call

  bool succeeded() const { return reason.empty(); }
  std::string text() const {
    std::string text = succeeded() ? "succeeds:" : reason + " (" + message + ")";
    for (const Handle& output : outputs) text.append(" ").append(text_of(output.get()));
    return text;
  }
};

Outcome outcome_of(om_status status, om_error* error, const std::vector<om_tensor*>& outputs) {
  Outcome outcome;
  if (status == OM_OK) {
    if (error != nullptr) outcome.faults.emplace_back("the call succeeds, and the error is not NULL");
    for (om_tensor* output : outputs) {
      if (output == untouched() || output == nullptr) {
        outcome.faults.emplace_back("the call succeeds, and an output is not set");
      } else {
        outcome.outputs.emplace_back(output);
      }
    }
    return outcome;
  }
  outcome.reason = "no error";
  if (error == nullptr || error == untouched_error()) {
    outcome.faults.emplace_back("the call fails without an error");
  } else {
    outcome.reason = om_error_reason(error);
    outcome.message = om_error_message(error);
    if (om_error_status(error) != status) outcome.faults.emplace_back("the error has another status than the call");
    if (status_of(outcome.reason) != status) outcome.faults.emplace_back("the reason has another status than the call");
    if (outcome.message.empty() || outcome.message.find('\n') != std::string::npos) {
      outcome.faults.emplace_back("the message is not one line");
    }
    if (status == OM_INTERNAL) outcome.faults.emplace_back("the library reports a fault of its own");
  }
  om_error_release(error == untouched_error() ? nullptr : error);
  for (om_tensor* output : outputs) {
    if (output != nullptr) outcome.faults.emplace_back("the call fails, and an output is not NULL");
  }
  return outcome;
}

struct AttributesRelease {
  void operator()(om_attributes* attributes) const { om_attributes_release(attributes); }
};
using AttributesHandle = std::unique_ptr<om_attributes, AttributesRelease>;

void require_ok(om_status status) {
  if (status != OM_OK) std::abort();
}

AttributesHandle make_attributes(Random& random, const Call& call) {
  om_attributes* made = nullptr;
  require_ok(om_attributes_create(&made, nullptr));
  AttributesHandle attributes(made);
  for (const Attribute& attribute : call.attributes) {
    const char* name = attribute.name.c_str();
    switch (attribute.kind) {
      case OM_ATTRIBUTE_INT:
        require_ok(om_attributes_set_int(made, name, attribute.integer, nullptr));
        break;
      case OM_ATTRIBUTE_INTS:
        require_ok(om_attributes_set_ints(made, name, attribute.integers.data(),
                                          static_cast<int64_t>(attribute.integers.size()), nullptr));
        break;
      case OM_ATTRIBUTE_FLOAT:
        require_ok(om_attributes_set_float(made, name, attribute.real, nullptr));
        break;
      case OM_ATTRIBUTE_FLOATS:
        require_ok(om_attributes_set_floats(made, name, &attribute.real, 1, nullptr));
        break;
      case OM_ATTRIBUTE_STRING:
        require_ok(om_attributes_set_string(made, name, attribute.text.data(),
                                            static_cast<int64_t>(attribute.text.size()), nullptr));
        break;
      case OM_ATTRIBUTE_STRINGS: {
        const char* text = attribute.text.data();
        const auto length = static_cast<int64_t>(attribute.text.size());
        require_ok(om_attributes_set_strings(made, name, &text, &length, 1, nullptr));
        break;
      }
      default: {
        const Handle tensor = make(random, attribute.tensor);
        if (tensor) require_ok(om_attributes_set_tensor(made, name, tensor.get(), nullptr));
      }
    }
  }
  return attributes;
}

using Function = om_status (*)(const om_context*, const char*, int64_t, const om_value* const*, int64_t,
                               const om_attributes*, om_value**, int64_t, om_error**);

Outcome run(Function function, const om_context* context, const Call& call, const std::vector<Handle>& inputs,
            const om_attributes* attributes) {
  std::vector<const om_value*> values;
  for (const Handle& input : inputs) values.push_back(input.get());
  std::vector<om_value*> outputs(static_cast<size_t>(call.output_count), untouched());
  om_error* error = untouched_error();
  const om_status status =
      function(context, call.op.c_str(), call.opset, values.data(), static_cast<int64_t>(values.size()), attributes,
               outputs.data(), call.output_count, &error);
  return outcome_of(status, error, outputs);
}

// Whether what om_op_infer says is true of what om_op_invoke gives.
bool describes(const om_tensor* description, const om_tensor* result) {
  if (om_tensor_type(description) != om_tensor_type(result) || om_tensor_rank(description) != om_tensor_rank(result)) {
    return false;
  }
  for (int64_t axis = 0; axis < om_tensor_rank(result); ++axis) {
    const int64_t extent = om_tensor_shape(description)[axis];
    if (extent != -1 && extent != om_tensor_shape(result)[axis]) return false;
  }
  return true;
}

class Fuzzer {
 public:
  explicit Fuzzer(uint64_t seed) : random_(seed) {
    om_context* context = nullptr;
    require_ok(om_context_create(&context, nullptr));
    context_ = context;
  }
  ~Fuzzer() { om_context_release(context_); }
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  void run_one() {
    ++calls_;
    require_ok(om_context_set_memory_limit(context_, random_.one_of<int64_t>({0, 64, 4096, 1 << 20, 1 << 20, 1 << 20}),
                                           nullptr));
    if (random_.chance(10)) {
      misuse_makers();
      return;
    }
    const om_operator* op = om_operator_at(random_.between(0, om_operator_count() - 1));
    const int64_t first = om_operator_version_since(op, 0);
    const int64_t opset = random_.chance(40) ? int64_t{OM_MAX_OPSET} : random_.between(first, OM_MAX_OPSET);
    call_ = plausible_call(random_, op, opset, pool_);
    if (random_.chance(60)) spoil(random_, &call_);
    if (random_.chance(1)) call_.opset = random_.extreme();
    run_planned();
    if (random_.chance(10)) infer_huge();
  }

  int64_t fault_count() const { return fault_count_; }
  void print_summary() const {
    std::printf("%" PRId64 " calls, %" PRId64 " succeeded, %" PRId64 " refused, %" PRId64
                " through their own function, %" PRId64 " faults\n",
                calls_, succeeded_, refused_, named_, fault_count_);
  }

 private:
  void report(const std::string& what) {
    if (++fault_count_ > 20) return;
    std::fprintf(stderr, "call %" PRId64 ": %s\n  %s-%" PRId64 ", %" PRId64 " outputs, limit %" PRId64 "\n", calls_,
                 what.c_str(), call_.op.c_str(), call_.opset, call_.output_count, om_context_memory_limit(context_));
    for (const Handle& input : inputs_) std::fprintf(stderr, "  input %s\n", text_of(input.get()).c_str());
    for (const Attribute& attribute : call_.attributes) {
      std::fprintf(stderr, "  attribute %s of kind %d: %" PRId64 " \"%s\" %g [", attribute.name.c_str(), attribute.kind,
                   attribute.integer, attribute.text.c_str(), static_cast<double>(attribute.real));
      for (const int64_t value : attribute.integers) std::fprintf(stderr, " %" PRId64, value);
      std::fprintf(stderr, " ]\n");
    }
  }

  void report_faults(const Outcome& outcome, const char* of) {
    for (const std::string& fault : outcome.faults) report(std::string(of) + ": " + fault + ": " + outcome.text());
    for (const Handle& output : outcome.outputs) {
      const std::string fault = std::strcmp(of, "infer") == 0 ? "" : fault_of(output.get());
      if (!fault.empty()) report(std::string(of) + ": " + fault + ": " + outcome.text());
    }
  }

  void run_planned() {
    inputs_.clear();
    std::vector<Handle> copies;
    for (const Plan& plan : call_.inputs) {
      inputs_.push_back(make(random_, plan));
      copies.push_back(make(random_, plan));
    }
    const AttributesHandle attributes = make_attributes(random_, call_);

    const Outcome result = run(om_op_invoke, context_, call_, inputs_, attributes.get());
    report_faults(result, "invoke");
    ++(result.succeeded() ? succeeded_ : refused_);
    compare_equal(result, run(om_op_invoke, context_, call_, inputs_, attributes.get()), "invoke again");
    compare_inferred(result, attributes.get());
    if (call_.opset == OM_MAX_OPSET) compare_named(result);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i] && !equal(inputs_[i].get(), copies[i].get())) report("an input was changed");
    }
    keep(result);
  }

  void compare_equal(const Outcome& expected, const Outcome& actual, const char* what) {
    report_faults(actual, what);
    bool same = expected.reason == actual.reason && expected.outputs.size() == actual.outputs.size();
    for (size_t i = 0; same && i < expected.outputs.size(); ++i) {
      same = equal(expected.outputs[i].get(), actual.outputs[i].get());
    }
    if (!same) report(std::string(what) + " " + actual.text() + "\n  but invoke " + expected.text());
  }

  void compare_inferred(const Outcome& result, const om_attributes* attributes) {
    // What only running finds out.
    const bool found_by_running = result.reason == "index.out_of_range" || result.reason == "memory.exhausted";
    const Outcome inferred = run(om_op_infer, context_, call_, inputs_, attributes);
    report_faults(inferred, "infer");
    const bool agrees = inferred.reason == result.reason || (found_by_running && inferred.succeeded());
    if (!agrees || !outputs_described(inferred, result)) {
      report("infer " + inferred.text() + "\n  but invoke " + result.text());
    }

    std::vector<Handle> partly_described;
    for (const Handle& input : inputs_) {
      Plan plan;
      if (input && random_.chance(50)) {
        const int64_t* extents = om_tensor_shape(input.get());
        plan = Plan{om_tensor_type(input.get()), Integers(extents, extents + om_tensor_rank(input.get())), {}, {}, {}};
        partly_described.push_back(describe(plan));
      } else {
        partly_described.push_back(input ? retained(input.get()) : nullptr);
      }
    }
    const Outcome described = run(om_op_infer, context_, call_, partly_described, attributes);
    report_faults(described, "infer");
    // Without elements fewer checks can be made.
    const bool plausible = described.reason == "input.value_needed" || described.reason == result.reason ||
                           (described.succeeded() && !result.succeeded());
    if (!plausible || !outputs_described(described, result)) {
      report("infer from descriptions " + described.text() + "\n  but invoke " + result.text());
    }
  }

  static bool outputs_described(const Outcome& inferred, const Outcome& result) {
    if (!inferred.succeeded() || !result.succeeded()) return true;
    for (size_t i = 0; i < result.outputs.size(); ++i) {
      if (!describes(inferred.outputs[i].get(), result.outputs[i].get())) return false;
    }
    return true;
  }

  void compare_named(const Outcome& result) {
    std::vector<om_tensor*> outputs(static_cast<size_t>(call_.output_count), untouched());
    om_error* error = untouched_error();
    om_status status = OM_OK;
    if (!call_named(context_, call_, inputs_, &outputs, &status, &error)) return;
    ++named_;
    compare_equal(result, outcome_of(status, error, outputs), "the operator's own function");
  }

  void keep(const Outcome& result) {
    for (const Handle& output : result.outputs) {
      om_tensor* tensor = output.get();
      if (om_tensor_element_count(tensor) > 256) continue;
      const std::shared_ptr<om_tensor> kept(retained(tensor).release(), Release());
      if (pool_.size() < 32) {
        pool_.push_back(kept);
      } else {
        pool_[static_cast<size_t>(random_.between(0, 31))] = kept;
      }
    }
  }

  // A first input that no memory could hold, and sizes of unknown extent: om_op_infer has to be able to reckon with
  // them.
  void infer_huge() {
    if (call_.inputs.empty() || !call_.inputs[0].present()) return;
    Handle description = describe(huge_plan(random_, call_.inputs[0].type));
    if (random_.chance(20)) {
      const om_value* input = description.get();
      om_value* unknown = nullptr;
      if (om_op_infer(context_, "NonZero", 13, &input, 1, nullptr, &unknown, 1, nullptr) == OM_OK) {
        description.reset(unknown);
      }
    }
    inputs_[0] = std::move(description);
    const AttributesHandle attributes = make_attributes(random_, call_);
    const Outcome inferred = run(om_op_infer, context_, call_, inputs_, attributes.get());
    report_faults(inferred, "infer");
    for (const Handle& output : inferred.outputs) {
      for (int64_t axis = 0; axis < om_tensor_rank(output.get()); ++axis) {
        const int64_t extent = om_tensor_shape(output.get())[axis];
        if (extent < 0 && call_.op != "NonZero") report("infer gives a negative extent: " + inferred.text());
      }
    }
    const Outcome invoked = run(om_op_invoke, context_, call_, inputs_, attributes.get());
    report_faults(invoked, "invoke");
    if (invoked.succeeded()) report("invoke runs without elements");
  }

  // The functions that make tensors, with arguments that seldom fit each other.
  void misuse_makers() {
    call_ = Call{"no operator", 0, {}, {}, 1};
    inputs_.clear();
    const int64_t rank = random_.chance(90) ? random_.between(0, 9) : random_.between(-2, 0);
    Integers shape;
    for (int64_t i = 0; i < rank; ++i) shape.push_back(random_.chance(70) ? random_.between(0, 2) : random_.extreme());
    const om_type type = static_cast<om_type>(random_.between(-1, OM_INT2 + 1));
    std::vector<std::byte> bytes(static_cast<size_t>(random_.between(0, 64)));
    int64_t byte_count = static_cast<int64_t>(bytes.size());
    const bool counted = std::ranges::none_of(shape, [](int64_t extent) { return extent < 0; });
    const int64_t count = counted ? element_count(shape) : -1;
    if (count >= 0 && count < 1024 && random_.chance(80)) {
      byte_count = (count * om_type_bits(type) + 7) / 8;
      bytes.resize(static_cast<size_t>(byte_count));
    }
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_.bits() & 0xFFU);
    const void* data = random_.chance(95) ? bytes.data() : nullptr;
    const int64_t* extents = random_.chance(95) ? shape.data() : nullptr;

    om_tensor* tensor = untouched();
    om_error* error = untouched_error();
    int releases = 0;
    om_status status = OM_OK;
    const int64_t function = random_.between(0, 3);
    if (function == 0) {
      status = om_tensor_create(context_, type, extents, rank, data, byte_count, &tensor, &error);
    } else if (function == 1) {
      status = om_tensor_borrow(
          context_, type, extents, rank, data, byte_count, [](void* user_data) { ++*static_cast<int*>(user_data); },
          &releases, &tensor, &error);
    } else if (function == 2) {
      status = om_tensor_describe(type, extents, rank, &tensor, &error);
    } else {
      std::vector<const char*> strings(static_cast<size_t>(count >= 0 && count < 64 ? count : random_.between(0, 4)),
                                       "text");
      const Integers lengths(strings.size(), random_.chance(80) ? random_.between(0, 4) : -random_.between(0, 1));
      status = om_tensor_create_strings(context_, extents, rank, strings.data(),
                                        random_.chance(90) ? lengths.data() : nullptr,
                                        static_cast<int64_t>(strings.size()), &tensor, &error);
    }
    {
      const Outcome outcome = outcome_of(status, error, {tensor});
      report_faults(outcome, function == 2 ? "infer" : "making a tensor");
      ++(outcome.succeeded() ? succeeded_ : refused_);
    }
    if (releases != (function == 1 && status == OM_OK ? 1 : 0)) report("borrowed memory is not released once");
  }

  Random random_;
  om_context* context_ = nullptr;
  Call call_;
  std::vector<Handle> inputs_;
  Pool pool_;
  int64_t calls_ = 0;
  int64_t succeeded_ = 0;
  int64_t refused_ = 0;
  int64_t named_ = 0;
  int64_t fault_count_ = 0;
};

}  // namespace
}  // namespace fuzz

int main(int argc, char** argv) {
  uint64_t seed = 1;
  uint64_t calls = 100000;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    char* end = nullptr;
    const uint64_t number = i + 1 < argc ? std::strtoull(argv[i + 1], &end, 10) : 0;
    if (end == nullptr || *end != '\0' || end == argv[i + 1] || (option != "--seed" && option != "--calls")) {
      std::fprintf(stderr, "usage: onemodel_fuzz [--seed N] [--calls N]\n");
      return 2;
    }
    (option == "--seed" ? seed : calls) = number;
  }
  fuzz::Fuzzer fuzzer(seed);
  for (uint64_t i = 0; i < calls; ++i) fuzzer.run_one();
  std::printf("seed %" PRIu64 ": ", seed);
  fuzzer.print_summary();
  return fuzzer.fault_count() == 0 ? 0 : 1;
}
