#include "corpus/call.h"

#include <algorithm>

#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

void set_attribute(om_attributes* attributes, const Attribute& attribute) {
  const char* name = attribute.name.c_str();
  struct Setter {
    om_attributes* attributes;
    const char* name;

    void operator()(int64_t value) const {
      check([&](om_error** error) { return om_attributes_set_int(attributes, name, value, error); });
    }
    void operator()(const std::vector<int64_t>& values) const {
      check([&](om_error** error) {
        return om_attributes_set_ints(attributes, name, values.data(), static_cast<int64_t>(values.size()), error);
      });
    }
    void operator()(float value) const {
      check([&](om_error** error) { return om_attributes_set_float(attributes, name, value, error); });
    }
    void operator()(const std::vector<float>& values) const {
      check([&](om_error** error) {
        return om_attributes_set_floats(attributes, name, values.data(), static_cast<int64_t>(values.size()), error);
      });
    }
    void operator()(const std::string& text) const {
      check([&](om_error** error) {
        return om_attributes_set_string(attributes, name, text.data(), static_cast<int64_t>(text.size()), error);
      });
    }
    void operator()(const std::vector<std::string>& strings) const {
      std::vector<const char*> pointers;
      std::vector<int64_t> lengths;
      for (const std::string& text : strings) {
        pointers.push_back(text.data());
        lengths.push_back(static_cast<int64_t>(text.size()));
      }
      check([&](om_error** error) {
        return om_attributes_set_strings(attributes, name, pointers.data(), lengths.data(),
                                         static_cast<int64_t>(pointers.size()), error);
      });
    }
    void operator()(const WrittenTensor& written) const {
      const TensorHandle tensor = make_tensor(written.tensor);
      check([&](om_error** error) { return om_attributes_set_tensor(attributes, name, tensor.get(), error); });
    }
  };
  std::visit(Setter{attributes, name}, attribute.value);
}

TensorHandle make_input(const std::optional<WrittenTensor>& written, InputElements elements) {
  if (!written) {
    return nullptr;
  }
  return elements == InputElements::given ? make_tensor(written->tensor) : describe_tensor(written->tensor);
}

int64_t count_outputs(const om_operator* op, const Case& one_case) {
  if (one_case.error) {
    return one_case.output_count.value_or(required_output_count(op, one_case.opset));
  }
  int64_t count = 0;
  for (const Argument& output : one_case.outputs) {
    const auto position = output_position(op, one_case.opset, output.name);
    if (!position) {
      throw JsonError("outputs." + output.name, "the operator has no output of this name at this opset");
    }
    count = std::max(count, *position + static_cast<int64_t>(output.tensors.size()));
  }
  return count;
}

using OperatorFunction = om_status(const om_context*, const char*, int64_t, const om_value* const*, int64_t,
                                   const om_attributes*, om_value**, int64_t, om_error**);

Outcome call_operator(OperatorFunction* function, const Call& call) {
  Outcome outcome;
  try {
    const AttributesHandle attributes = make_attributes(call.attributes);
    const std::vector<const om_value*> inputs = borrow_tensors(call.inputs);
    std::vector<om_value*> outputs(static_cast<size_t>(call.output_count));
    check([&](om_error** error) {
      return function(nullptr, call.operator_name.c_str(), call.opset, inputs.data(),
                      static_cast<int64_t>(inputs.size()), attributes.get(), outputs.data(), call.output_count, error);
    });
    for (const TensorHandle& output : take_tensors(outputs)) {
      outcome.outputs.push_back(copy_tensor(*output));
    }
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

}  // namespace

AttributesHandle make_attributes(const std::vector<Attribute>& attributes) {
  om_attributes* raw = nullptr;
  check([&](om_error** error) { return om_attributes_create(&raw, error); });
  AttributesHandle handle(raw);
  for (const Attribute& attribute : attributes) {
    set_attribute(handle.get(), attribute);
  }
  return handle;
}

Call make_call(const std::string& operator_name, const Case& one_case, InputElements elements) {
  Call call;
  call.op = om_operator_find(operator_name.c_str());
  call.operator_name = operator_name;
  call.opset = one_case.opset;
  call.attributes = one_case.attributes;
  call.output_count = count_outputs(call.op, one_case);
  for (const Argument& argument : one_case.inputs) {
    size_t position = call.inputs.size();
    if (exists_at(call.op, call.opset)) {
      const auto known_position = input_position(call.op, call.opset, argument.name);
      if (!known_position) {
        throw JsonError("inputs." + argument.name, "the operator has no input of this name at this opset");
      }
      position = static_cast<size_t>(*known_position);
    }
    call.inputs.resize(std::max(call.inputs.size(), position + argument.tensors.size()));
    for (size_t i = 0; i < argument.tensors.size(); ++i) {
      call.inputs[position + i] = make_input(argument.tensors[i], elements);
    }
  }
  return call;
}

Outcome invoke(const Call& call) { return call_operator(om_op_invoke, call); }

Outcome infer(const Call& call) { return call_operator(om_op_infer, call); }

}  // namespace onemodel::corpus
