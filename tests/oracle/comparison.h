// One call made by this library and by ONNX Runtime, and how the two outcomes relate.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "child.h"
#include "corpus/call.h"
#include "draft.h"
#include "onnxruntime.h"

namespace onemodel::oracle {

// The draft as a model for ONNX Runtime. It imports the opset in which the operator's version came, since newer opsets
// that mean the same version may not be known there.
Request make_request(const Draft& draft, Settings settings);

// What this library makes of it.
corpus::Outcome run_ours(const Draft& draft);

enum class Relation {
  agree,         // the same outputs
  both_refuse,   // an error in both
  not_runnable,  // ONNX Runtime has no implementation
  differ         // anything else
};

Relation relate(const corpus::Outcome& ours, const Outcome& theirs);

// Whether the tensors have the written types, shapes and bits.
bool same_outputs(const std::vector<corpus::Argument>& written, const std::vector<Tensor>& actual);

// Whether a call that is refused for this reason breaks the operator's signature (its inputs, outputs and attributes)
// or does not exist: ONNX Runtime refuses these with the same words as what it does not implement.
bool is_signature_reason(const std::string& reason);

// "2x3 float32, ...": outcomes for people.
std::string describe(const std::vector<Tensor>& outputs);
std::string describe(const corpus::Outcome& ours);
std::string describe(const Outcome& theirs);

}  // namespace onemodel::oracle
