#include "rows.h"

#include <algorithm>
#include <cstring>

#include "contenders.h"
#include "corpus/model.h"
#include "reference.h"

namespace onemodel::bench {
namespace {

using corpus::check;

int64_t bytes_of(const om_tensor* tensor) {
  constexpr int64_t bytes_of_string = 16;
  return om_tensor_type(tensor) == OM_STRING ? om_tensor_element_count(tensor) * bytes_of_string
                                             : om_tensor_byte_count(tensor);
}

// What is known when a model is loaded is an initializer, unless nothing would be left to do.
Literals literals_of(const Workload& workload) {
  return workload.has_only_literals() ? Literals::fed : Literals::initializers;
}

bool is_fed(const Workload& workload, size_t input) {
  return workload.inputs[input] && (!workload.is_literal(input) || literals_of(workload) == Literals::fed);
}

// The workload as a session that writes into outputs that are there already.
std::function<void()> session_into(const Workload& workload, const std::vector<TensorHandle>& results,
                                   const om_context* context) {
  for (const TensorHandle& result : results) {
    if (om_tensor_type(result.get()) == OM_STRING) return {};  // which cannot be written into
  }
  const ModelHandle model = make_model(workload, literals_of(workload));
  om_session* made = nullptr;
  check([&](om_error** error) { return om_session_create(nullptr, model.get(), &made, error); });
  const std::shared_ptr<om_session> session(made, om_session_release);
  std::vector<const om_tensor*> inputs;
  for (size_t i = 0; i < workload.inputs.size(); ++i) {
    if (is_fed(workload, i)) inputs.push_back(workload.inputs[i].get());
  }
  std::vector<SharedTensor> outputs;
  std::vector<om_tensor*> borrowed;
  for (const TensorHandle& result : results) {
    om_tensor* copy = nullptr;
    check([&](om_error** error) {
      return om_tensor_create(nullptr, om_tensor_type(result.get()), om_tensor_shape(result.get()),
                              om_tensor_rank(result.get()), om_tensor_data(result.get()),
                              om_tensor_byte_count(result.get()), &copy, error);
    });
    outputs.emplace_back(copy, om_tensor_release);
    borrowed.push_back(copy);
  }
  return [session, inputs, outputs, borrowed, context] {
    check([&](om_error** error) {
      return om_session_run_into(session.get(), context, inputs.data(), static_cast<int64_t>(inputs.size()),
                                 borrowed.data(), static_cast<int64_t>(borrowed.size()), error);
    });
  };
}

std::unique_ptr<RivalCall> prepare_rival(const Workload& workload, const std::vector<TensorHandle>& results,
                                         Rival& rival, std::string& refusal) {
  RivalRequest request;
  request.model = corpus::write_onnx_model(*make_model(workload, literals_of(workload)));
  for (size_t i = 0; i < workload.inputs.size(); ++i) {
    if (is_fed(workload, i)) request.inputs.emplace_back(corpus::input_name(i), workload.inputs[i].get());
  }
  for (size_t i = 0; i < results.size(); ++i) request.outputs.emplace_back(corpus::output_name(i), results[i].get());
  request.is_optimised = !workload.is_known_beforehand();
  request.has_known_shapes = om_operator_kind_of(om_operator_find(workload.row->op)) != OM_KIND_DATA_DEPENDENT;
  return rival.prepare(request, refusal);
}

}  // namespace

std::optional<double> RowResult::median(Who who) const {
  const std::optional<Spread> spread = spread_of(of(who).seconds);
  return spread ? std::optional(spread->median) : std::nullopt;
}

std::optional<double> RowResult::ratio(Who numerator, Who denominator) const {
  const std::optional<Spread> spread = ratio_of(of(numerator), of(denominator));
  return spread ? std::optional(spread->median) : std::nullopt;
}

std::optional<double> RowResult::attainable() const {
  const auto category =
      std::ranges::find_if(kCategories, [&](const Category& one) { return std::strcmp(one.name, row->category) == 0; });
  if (category == kCategories.end()) throw std::runtime_error(name + " is of the unknown class " + row->category);
  const double share = size == Size::large ? category->large : size == Size::medium ? category->medium : 0;
  return share > 0 ? std::optional(share) : std::nullopt;
}

RowResult measure_row(const Row& row, Size size, Rival* rival, const Effort& effort) {
  static const corpus::ContextHandle one_thread = context_with_threads(1);
  static const corpus::ContextHandle two_threads = context_with_threads(2);

  const Workload workload = make_workload(row, size);
  RowResult result;
  result.row = &row;
  result.size = size;
  result.name = workload.name;
  result.description = workload.description;
  std::vector<TensorHandle> outputs = Invocation(workload, one_thread.get()).outputs();
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
  set(Who::ours_1, Invocation(workload, one_thread.get()));
  if (two_threads) set(Who::ours_2, Invocation(workload, two_threads.get()), true);
  set(Who::ours_into, session_into(workload, outputs, one_thread.get()));
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
