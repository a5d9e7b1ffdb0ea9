#include "rows.h"

#include <algorithm>
#include <cstring>

#include "contenders.h"
#include "corpus/model.h"
#include "reference.h"

namespace onemodel::bench {
namespace {

int64_t bytes_of(const om_tensor* tensor) {
  constexpr int64_t bytes_of_string = 16;
  return om_tensor_type(tensor) == OM_STRING ? om_tensor_element_count(tensor) * bytes_of_string
                                             : om_tensor_byte_count(tensor);
}

std::unique_ptr<RivalCall> prepare_rival(const Workload& workload, const std::vector<TensorHandle>& results,
                                         Rival& rival, std::string& refusal) {
  RivalRequest request;
  request.model = make_model(workload).bytes();
  for (const size_t i : fed_inputs(workload)) {
    request.inputs.emplace_back(corpus::input_name(i), workload.inputs[i].get());
  }
  for (size_t i = 0; i < results.size(); ++i) request.outputs.emplace_back(corpus::output_name(i), results[i].get());
  request.is_optimised = !workload.is_known_beforehand();
  request.has_known_shapes = om_operator_kind_of(om_operator_find(workload.row->op)) != OM_KIND_DATA_DEPENDENT;
  return rival.prepare(request, refusal);
}

}  // namespace

std::function<void()> session_into(const Workload& workload, const std::vector<TensorHandle>& results) {
  std::vector<SharedTensor> inputs;
  for (const size_t i : fed_inputs(workload)) inputs.push_back(workload.inputs[i]);
  std::vector<const om_tensor*> targets;
  for (const TensorHandle& result : results) {
    if (om_tensor_type(result.get()) == OM_STRING) return {};  // which cannot be written into
    targets.push_back(result.get());
  }
  return run_of(make_model(workload).model(), inputs, targets, context_with_threads(1));
}

std::optional<double> RowResult::attainable() const {
  const auto category =
      std::ranges::find_if(kCategories, [&](const Category& one) { return std::strcmp(one.name, row->category) == 0; });
  if (category == kCategories.end()) throw std::runtime_error(name + " is of the unknown class " + row->category);
  double share = 0;
  if (size == Size::medium) share = category->medium;
  if (size == Size::large && extent == Extent::full) share = category->large;
  return share > 0 ? std::optional(share) : std::nullopt;
}

RowResult measure_row(const Row& row, Size size, Rival* rival, const Effort& effort) {
  RowResult result;
  result.extent = effort.reduces_large ? Extent::reduced : Extent::full;
  const Workload workload = make_workload(row, size, result.extent);
  result.row = &row;
  result.size = size;
  result.name = workload.name;
  result.description = workload.description;
  std::vector<TensorHandle> outputs = Invocation(workload, context_with_threads(1)).outputs();
  for (const TensorHandle& output : outputs) result.bytes += bytes_of(output.get());
  const bool reads_more = std::string_view(row.op) == "NonZero" || std::string_view(row.op) == "TopK";
  if (reads_more) result.bytes = std::max(result.bytes, bytes_of(workload.inputs.front().get()));

  std::unique_ptr<RivalCall> rival_call;
  if (rival != nullptr) rival_call = prepare_rival(workload, outputs, *rival, result.onnxruntime_refusal);
  result.fault = difference_from_reference(workload, outputs, effort.places_to_check);
  if (rival_call) {
    result.is_checked_by_onnxruntime = true;
    const std::string difference = rival_call->difference(outputs);
    if (!difference.empty()) result.fault += " ONNX Runtime differs: " + difference;
  }

  result.contenders.resize(kWhoCount);
  for (size_t i = 0; i < kWhoCount; ++i) result.contenders[i].key = kWhoKeys[i];
  const auto set = [&](Who who, std::function<void()> call, bool spins = false) {
    result.contenders[static_cast<size_t>(who)].call = std::move(call);
    result.contenders[static_cast<size_t>(who)].spins = spins;
  };
  set(Who::ours_1, Invocation(workload, context_with_threads(1)));
  set(Who::ours_2, Invocation(workload, context_with_threads(2)));
  if (effort.runs_into_outputs) set(Who::ours_into, session_into(workload, outputs));
  outputs.clear();
  if (rival_call) {
    set(Who::onnxruntime_1, [&] { rival_call->run_on_one_thread(); });
    set(
        Who::onnxruntime_2, [&] { rival_call->run_on_two_threads(); }, true);
  }
  if (std::string_view(row.op) == "TopK") {
    set(Who::memcpy, reading_of(result.bytes));
  } else {
    set(Who::memcpy, memcpy_of(result.bytes));
    set(Who::streaming_copy, streaming_copy_of(result.bytes));
  }
  measure(result.contenders, effort);
  for (Contender& contender : result.contenders) contender.call = nullptr;
  return result;
}

}  // namespace onemodel::bench
