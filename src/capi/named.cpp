// The named operators: each puts its parameters into ONNX's order and calls the newest version.
#include <algorithm>
#include <array>
#include <cstring>

#include "capi/handles.h"
#include "capi/outputs.h"
#include "ops/execute.h"
#include "ops/operators.h"

using namespace onemodel;

namespace {

inline Argument required(const om_tensor* tensor, const char* name) {
  const Tensor* given = tensor_of(tensor, name);
  require_elements(given, name);
  return Argument::of(given);
}

inline Argument optional(const om_tensor* tensor, const char* name) {
  return tensor != nullptr ? required(tensor, name) : Argument();
}

inline Argument list(const int64_t* values, int64_t count, const char* name) {
  require_array(values, count, name);
  return Argument::of(std::span(values, static_cast<size_t>(count)));
}

// NULL is a list that is not given, which has no entries.
inline Argument optional_list(const int64_t* values, int64_t count, const char* name) {
  if (values == nullptr && count == 0) return Argument();
  return list(values, count, name);
}

// An attribute that may not be given.
inline std::span<const Attribute> given_if(bool given, const Attribute& attribute) {
  return given ? std::span(&attribute, 1) : std::span<const Attribute>();
}

// Calls call(run), which calls run(inputs, attributes): that runs `op` into the outputs, of which optional ones at the
// end may be null. Attributes that are not given are left away.
template <size_t Outputs, class Call>
om_status run_named(const Operator& op, const om_context* context, const std::array<om_tensor**, Outputs>& outputs,
                    om_error** error, Call&& call) {
  return guarded(error, [&] {
    for (om_tensor** output : outputs) {
      if (output != nullptr) *output = nullptr;
    }
    const auto declared = op.versions.back().outputs;
    size_t wanted = Outputs;
    while (wanted > 1 && declared[wanted - 1].presence == Presence::optional && outputs[wanted - 1] == nullptr) {
      --wanted;
    }
    for (size_t i = 0; i < wanted; ++i) require_pointer(outputs[i], declared[i].name.data());
    std::array<Reference<Tensor>, Outputs> results;
    on_behalf_of(op, [&] {
      call([&](std::span<const Argument> inputs, std::span<const Attribute> attributes = {}) {
        // The functions have the parameters that the newest version has.
        run_operator(op, op.versions.back(), context_or_default(context), inputs, attributes,
                     std::span(results).first(wanted), Caller::named_function);
      });
    });
    for (size_t i = 0; i < wanted; ++i) *outputs[i] = results[i].detach();
  });
}

template <class Call>
om_status run_named(const Operator& op, const om_context* context, om_tensor** output, om_error** error, Call&& call) {
  return run_named(op, context, std::array{output}, error, std::forward<Call>(call));
}

}  // namespace

OM_EXPORT om_status om_shape(const om_context* context, const om_tensor* data, int64_t start, int64_t end,
                             om_tensor** shape, om_error** error) {
  return run_named(shape_operator, context, shape, error, [&](const auto& run) {
    run(std::array{required(data, "data")}, std::array{Attribute::of("end", end), Attribute::of("start", start)});
  });
}

OM_EXPORT om_status om_size(const om_context* context, const om_tensor* data, om_tensor** size, om_error** error) {
  return run_named(size_operator, context, size, error,
                   [&](const auto& run) { run(std::array{required(data, "data")}); });
}

OM_EXPORT om_status om_squeeze(const om_context* context, const om_tensor* data, const int64_t* axes,
                               int64_t axes_count, om_tensor** squeezed, om_error** error) {
  return run_named(squeeze_operator, context, squeezed, error, [&](const auto& run) {
    run(std::array{required(data, "data"), optional_list(axes, axes_count, "axes")});
  });
}

OM_EXPORT om_status om_unsqueeze(const om_context* context, const om_tensor* data, const int64_t* axes,
                                 int64_t axes_count, om_tensor** expanded, om_error** error) {
  return run_named(unsqueeze_operator, context, expanded, error, [&](const auto& run) {
    run(std::array{required(data, "data"), list(axes, axes_count, "axes")});
  });
}

OM_EXPORT om_status om_flatten(const om_context* context, const om_tensor* input, int64_t axis, om_tensor** output,
                               om_error** error) {
  return run_named(flatten_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(input, "input")}, std::array{Attribute::of("axis", axis)});
  });
}

OM_EXPORT om_status om_reshape(const om_context* context, const om_tensor* data, const int64_t* shape,
                               int64_t shape_count, int32_t allowzero, om_tensor** reshaped, om_error** error) {
  return run_named(reshape_operator, context, reshaped, error, [&](const auto& run) {
    run(std::array{required(data, "data"), list(shape, shape_count, "shape")},
        std::array{Attribute::of("allowzero", int64_t{allowzero})});
  });
}

OM_EXPORT om_status om_identity(const om_context* context, const om_tensor* input, om_tensor** output,
                                om_error** error) {
  return run_named(identity_operator, context, output, error,
                   [&](const auto& run) { run(std::array{required(input, "input")}); });
}

OM_EXPORT om_status om_dropout(const om_context* context, const om_tensor* data, const om_tensor* ratio,
                               const om_tensor* training_mode, om_tensor** output, om_tensor** mask, om_error** error) {
  return run_named(dropout_operator, context, std::array{output, mask}, error, [&](const auto& run) {
    run(std::array{required(data, "data"), optional(ratio, "ratio"), optional(training_mode, "training_mode")});
  });
}

OM_EXPORT om_status om_transpose(const om_context* context, const om_tensor* data, const int64_t* perm,
                                 int64_t perm_count, om_tensor** transposed, om_error** error) {
  return run_named(transpose_operator, context, transposed, error, [&](const auto& run) {
    require_count(perm_count, "perm_count");
    if (perm_count > 0) require_pointer(perm, "perm");
    const auto axes = perm != nullptr ? std::span(perm, static_cast<size_t>(perm_count)) : std::span<const int64_t>();
    run(std::array{required(data, "data")}, given_if(perm != nullptr, Attribute::of("perm", axes)));
  });
}

OM_EXPORT om_status om_concat(const om_context* context, const om_tensor* const* inputs, int64_t input_count,
                              int64_t axis, om_tensor** concat_result, om_error** error) {
  return guarded(error, [&] {
    require_pointer(concat_result, "concat_result");
    *concat_result = nullptr;
    Reference<Tensor> result;
    on_behalf_of(concat_operator, [&] {
      require_array(inputs, input_count, "inputs");
      SmallVector<Argument, 8> arguments;
      arguments.reserve(static_cast<size_t>(input_count));
      for (int64_t i = 0; i < input_count; ++i) {
        const Tensor* input = static_cast<const Tensor*>(inputs[i]);
        if (input == nullptr || !input->has_elements()) required(inputs[i], text_of("inputs[", i, "]").c_str());
        arguments.emplace_back(*input);
      }
      const Attribute attribute = Attribute::of("axis", axis);
      run_operator(concat_operator, concat_operator.versions.back(), context_or_default(context),
                   {arguments.data(), arguments.size()}, {&attribute, 1}, {&result, 1},
                   input_count > 0 ? Caller::named_function : Caller::any);  // which refuses to join nothing
    });
    *concat_result = result.detach();
  });
}

OM_EXPORT om_status om_split(const om_context* context, const om_tensor* input, const int64_t* split,
                             int64_t split_count, int64_t axis, om_tensor** outputs, int64_t output_count,
                             om_error** error) {
  return guarded(error, [&] {
    require_array(outputs, output_count, "outputs");
    std::fill(outputs, outputs + output_count, nullptr);
    Outputs results(output_count);
    on_behalf_of(split_operator, [&] {
      const std::array arguments{required(input, "input"), optional_list(split, split_count, "split")};
      const Attribute attribute = Attribute::of("axis", axis);
      run_operator(split_operator, split_operator.versions.back(), context_or_default(context), arguments,
                   {&attribute, 1}, results.all());
    });
    results.hand_over(outputs);
  });
}

OM_EXPORT om_status om_slice(const om_context* context, const om_tensor* data, const int64_t* starts,
                             const int64_t* ends, const int64_t* axes, const int64_t* steps, int64_t count,
                             om_tensor** output, om_error** error) {
  return run_named(slice_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), list(starts, count, "starts"), list(ends, count, "ends"),
                   axes != nullptr ? list(axes, count, "axes") : Argument(),
                   steps != nullptr ? list(steps, count, "steps") : Argument()});
  });
}

OM_EXPORT om_status om_expand(const om_context* context, const om_tensor* input, const int64_t* shape,
                              int64_t shape_count, om_tensor** output, om_error** error) {
  return run_named(expand_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(input, "input"), list(shape, shape_count, "shape")});
  });
}

OM_EXPORT om_status om_tile(const om_context* context, const om_tensor* input, const int64_t* repeats,
                            int64_t repeats_count, om_tensor** output, om_error** error) {
  return run_named(tile_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(input, "input"), list(repeats, repeats_count, "repeats")});
  });
}

OM_EXPORT om_status om_gather(const om_context* context, const om_tensor* data, const om_tensor* indices, int64_t axis,
                              om_tensor** output, om_error** error) {
  return run_named(gather_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), required(indices, "indices")}, std::array{Attribute::of("axis", axis)});
  });
}

OM_EXPORT om_status om_gather_elements(const om_context* context, const om_tensor* data, const om_tensor* indices,
                                       int64_t axis, om_tensor** output, om_error** error) {
  return run_named(gather_elements_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), required(indices, "indices")}, std::array{Attribute::of("axis", axis)});
  });
}

OM_EXPORT om_status om_gather_nd(const om_context* context, const om_tensor* data, const om_tensor* indices,
                                 int64_t batch_dims, om_tensor** output, om_error** error) {
  return run_named(gather_nd_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), required(indices, "indices")},
        std::array{Attribute::of("batch_dims", batch_dims)});
  });
}

OM_EXPORT om_status om_scatter_nd(const om_context* context, const om_tensor* data, const om_tensor* indices,
                                  const om_tensor* updates, const char* reduction, om_tensor** output,
                                  om_error** error) {
  return run_named(scatter_nd_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), required(indices, "indices"), required(updates, "updates")},
        given_if(reduction != nullptr, Attribute::of_text("reduction", reduction != nullptr ? reduction : "")));
  });
}

OM_EXPORT om_status om_pad(const om_context* context, const om_tensor* data, const int64_t* pads, int64_t pads_count,
                           const om_tensor* constant_value, const int64_t* axes, int64_t axes_count, const char* mode,
                           om_tensor** output, om_error** error) {
  return run_named(pad_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(data, "data"), list(pads, pads_count, "pads"), optional(constant_value, "constant_value"),
                   optional_list(axes, axes_count, "axes")},
        given_if(mode != nullptr, Attribute::of_text("mode", mode != nullptr ? mode : "")));
  });
}

OM_EXPORT om_status om_constant_of_shape(const om_context* context, const int64_t* shape, int64_t shape_count,
                                         const om_tensor* value, om_tensor** output, om_error** error) {
  return run_named(constant_of_shape_operator, context, output, error, [&](const auto& run) {
    const std::array inputs{list(shape, shape_count, "shape")};
    run(inputs, given_if(value != nullptr, Attribute::of_tensor("value", optional(value, "value").tensor)));
  });
}

OM_EXPORT om_status om_range(const om_context* context, const om_tensor* start, const om_tensor* limit,
                             const om_tensor* delta, int64_t stash_type, om_tensor** output, om_error** error) {
  return run_named(range_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(start, "start"), required(limit, "limit"), required(delta, "delta")},
        std::array{Attribute::of("stash_type", stash_type)});
  });
}

OM_EXPORT om_status om_one_hot(const om_context* context, const om_tensor* indices, int64_t depth,
                               const om_tensor* values, int64_t axis, om_tensor** output, om_error** error) {
  return run_named(one_hot_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(indices, "indices"), Argument::of_scalar(depth), required(values, "values")},
        std::array{Attribute::of("axis", axis)});
  });
}

OM_EXPORT om_status om_trilu(const om_context* context, const om_tensor* input, int64_t k, int32_t upper,
                             om_tensor** output, om_error** error) {
  return run_named(trilu_operator, context, output, error, [&](const auto& run) {
    run(std::array{required(input, "input"), Argument::of_scalar(k)},
        std::array{Attribute::of("upper", int64_t{upper})});
  });
}

OM_EXPORT om_status om_non_zero(const om_context* context, const om_tensor* x, om_tensor** y, om_error** error) {
  return run_named(non_zero_operator, context, y, error, [&](const auto& run) { run(std::array{required(x, "x")}); });
}

OM_EXPORT om_status om_topk(const om_context* context, const om_tensor* x, int64_t k, int64_t axis, int32_t largest,
                            int32_t sorted, om_tensor** values, om_tensor** indices, om_error** error) {
  return run_named(topk_operator, context, std::array{values, indices}, error, [&](const auto& run) {
    run(std::array{required(x, "x"), list(&k, 1, "k")},
        std::array{Attribute::of("axis", axis), Attribute::of("largest", int64_t{largest}),
                   Attribute::of("sorted", int64_t{sorted})});
  });
}
