// om_model_*, om_tensor_read, om_tensor_write.
#include "graph/model.h"

#include <optional>

#include "capi/handles.h"
#include "graph/file.h"
#include "graph/onnx_reader.h"
#include "graph/onnx_writer.h"
#include "tensor/make_tensor.h"

using namespace onemodel;

namespace {

std::string text_or_empty(const char* text) { return text != nullptr ? text : ""; }

std::string_view bytes_of(const void* bytes, int64_t byte_count) {
  require_array(bytes, byte_count, "bytes");
  return {static_cast<const char*>(bytes), static_cast<size_t>(byte_count)};
}

Reference<Tensor> vector_of_bytes(std::string_view bytes) {
  const auto count = static_cast<int64_t>(bytes.size());
  return copied(default_context(), OM_UINT8, {count}, bytes.data(), count);
}

std::vector<std::string> names_of(const char* const* names, int64_t count, const char* what) {
  require_array(names, count, what);
  std::vector<std::string> result;
  for (int64_t i = 0; i < count; ++i) result.push_back(text_or_empty(names[i]));
  return result;
}

// What every function shares that gives a model or tensor: `make` makes it.
template <class T, class Make>
om_status give(T** out, const char* name, om_error** error, Make&& make) {
  return guarded(error, [&] {
    require_pointer(out, name);
    *out = nullptr;
    *out = make();
  });
}

// The declaration of an input or output.
ValueInfo value_of(const char* name, om_type type, const int64_t* shape, const char* const* symbols, int64_t rank) {
  require_pointer(name, "name");
  ValueInfo value{name, type, std::nullopt};
  if (rank == -1) return value;
  require_array(shape, rank, "shape");
  if (rank > OM_MAX_RANK) {
    throw Failure(Reason::shape_rank_limit, text_of("a tensor has at most ", int{OM_MAX_RANK}, " axes here"), "rank");
  }
  value.shape.emplace();
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (shape[axis] < Dimension::unknown) {
      throw Failure(Reason::argument_extent, text_of("extent ", shape[axis], " of axis ", axis, " is below -1"),
                    "shape");
    }
    value.shape->push_back({shape[axis], symbols != nullptr ? text_or_empty(symbols[axis]) : ""});
  }
  return value;
}

void require_type_or_none(om_type type) {
  if (type != 0 && !is_element_type(type)) {
    throw Failure(Reason::argument_type, text_of(type, " is not an element type"), "type");
  }
}

}  // namespace

OM_EXPORT om_status om_model_read_file(const om_context* context, const char* path, om_model** model,
                                       om_error** error) {
  return give(model, "model", error, [&] {
    require_pointer(path, "path");
    const std::filesystem::path file = path_of(path);
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const om_context& settings = context_or_default(context);
    return new om_model(read_onnx_model(settings, read_file(settings, file), &folder));
  });
}

OM_EXPORT om_status om_model_read(const om_context* context, const void* bytes, int64_t byte_count,
                                  const char* external_folder, om_model** model, om_error** error) {
  return give(model, "model", error, [&] {
    const std::string_view message = bytes_of(bytes, byte_count);
    const std::filesystem::path folder = path_of(text_or_empty(external_folder));
    return new om_model(
        read_onnx_model(context_or_default(context), message, external_folder != nullptr ? &folder : nullptr));
  });
}

OM_EXPORT om_status om_model_write(const om_model* model, om_tensor** bytes, om_error** error) {
  return give(bytes, "bytes", error, [&]() -> om_tensor* {
    require_pointer(model, "model");
    return vector_of_bytes(write_onnx_model(*model)).detach();
  });
}

OM_EXPORT om_status om_model_write_file(const om_model* model, const char* path, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    require_pointer(path, "path");
    replace_file(path_of(path), write_onnx_model(*model));
  });
}

OM_EXPORT om_status om_tensor_read(const om_context* context, const void* bytes, int64_t byte_count, om_tensor** tensor,
                                   om_error** error) {
  return give(tensor, "tensor", error, [&]() -> om_tensor* {
    return read_onnx_tensor(context_or_default(context), bytes_of(bytes, byte_count)).detach();
  });
}

OM_EXPORT om_status om_tensor_write(const om_tensor* tensor, const char* name, om_tensor** bytes, om_error** error) {
  return give(bytes, "bytes", error, [&]() -> om_tensor* {
    const Tensor* elements = tensor_of(tensor, "tensor");
    require_elements(elements, "tensor");
    return vector_of_bytes(write_onnx_tensor(text_or_empty(name), *elements)).detach();
  });
}

OM_EXPORT om_status om_model_create(om_model** model, om_error** error) {
  return give(model, "model", error, [] {
    auto made = std::make_unique<om_model>();
    made->set_opset("", OM_MAX_OPSET);
    return made.release();
  });
}

OM_EXPORT om_status om_model_set_opset(om_model* model, const char* domain, int64_t version, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    if (version < 1) throw Failure(Reason::argument_count, text_of("there is no version ", version), "version");
    model->set_opset(text_or_empty(domain), version);
  });
}

OM_EXPORT om_status om_model_set_ir_version(om_model* model, int64_t version, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    require_ir_version(version);
    model->ir_version = version;
  });
}

OM_EXPORT om_status om_model_add_input(om_model* model, const char* name, om_type type, const int64_t* shape,
                                       const char* const* symbols, int64_t rank, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    if (type == 0) throw Failure(Reason::argument_type, "an input has an element type", "type");
    require_type_or_none(type);
    model->inputs.push_back(value_of(name, type, shape, symbols, rank));
  });
}

OM_EXPORT om_status om_model_add_output(om_model* model, const char* name, om_type type, const int64_t* shape,
                                        const char* const* symbols, int64_t rank, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    require_type_or_none(type);
    model->outputs.push_back(value_of(name, type, shape, symbols, rank));
  });
}

OM_EXPORT om_status om_model_add_initializer(om_model* model, const char* name, om_tensor* tensor, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    require_pointer(name, "name");
    const Tensor* elements = tensor_of(tensor, "tensor");
    require_elements(elements, "tensor");
    model->initializers.push_back({name, Reference<const Tensor>::share(elements)});
  });
}

OM_EXPORT om_status om_model_add_node(om_model* model, const char* op, const char* domain, const char* name,
                                      const char* const* inputs, int64_t input_count, const char* const* outputs,
                                      int64_t output_count, const om_attributes* attributes, om_error** error) {
  return guarded(error, [&] {
    require_pointer(model, "model");
    require_pointer(op, "op");
    ModelNode node;
    node.op = op;
    node.domain = domain_of(text_or_empty(domain));
    node.name = text_or_empty(name);
    node.inputs = names_of(inputs, input_count, "inputs");
    node.outputs = names_of(outputs, output_count, "outputs");
    if (attributes != nullptr) {
      for (const Attribute& attribute : attributes->all()) {
        if (attribute.tensor != nullptr) require_elements(attribute.tensor, attribute.name);
      }
      node.attributes = *attributes;
    }
    model->nodes.push_back(std::move(node));
  });
}

OM_EXPORT void om_model_release(om_model* model) { delete model; }
