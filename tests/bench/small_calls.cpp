// Calls of a few elements, where what counts is what a call costs at all.
#include <algorithm>

#include "contenders.h"
#include "corpus/model.h"
#include "sections.h"

namespace onemodel::bench {
namespace {

using corpus::check;

constexpr double nanosecond = 1e-9;

// A named function that gives one tensor, which is released.
template <typename Call>
std::function<void()> named(Call call) {
  return [call] {
    om_tensor* output = nullptr;
    check([&](om_error** error) { return call(&output, error); });
    om_tensor_release(output);
  };
}

// One operator as a workload, for om_op_invoke and for ONNX Runtime.
Workload small_workload(const char* op, const char* inputs, const char* attributes = "") {
  static std::vector<std::unique_ptr<Row>> rows;  // workloads point to their rows
  rows.push_back(std::make_unique<Row>(Row{op, "small", "none", {"0", "", ""}, inputs, attributes}));
  return make_workload(*rows.back(), Size::small, Extent::full);
}

std::unique_ptr<RivalCall> prepare_slice(const Workload& slice, Rival& rival) {
  const std::vector<TensorHandle> results = Invocation(slice, nullptr).outputs();
  RivalRequest request;
  request.model = make_model(slice).bytes();
  request.inputs = {{corpus::input_name(0), slice.inputs[0].get()}};
  request.outputs = {{corpus::output_name(0), results[0].get()}};
  std::string refusal;
  return rival.prepare(request, refusal);
}

// A session of `count` nodes of one operator, each working on what the one before gives.
enum class Into { new_outputs, outputs_that_are_there };
std::function<void()> chain_of(const char* op, int64_t count, const SharedTensor& input, Into into) {
  ModelBuilder model;
  model.add_input("value_0", *input);
  const SharedTensor order = make_input("int64{2,0,3,1}");
  model.add_constant("order", order.get());
  const bool gathers = std::string_view(op) == "Gather";
  for (int64_t i = 0; i < count; ++i) {
    std::vector<std::string> inputs{"value_" + std::to_string(i)};
    if (gathers) inputs.emplace_back("order");
    model.add_node(op, inputs, {"value_" + std::to_string(i + 1)}, nullptr);
  }
  model.add_output("value_" + std::to_string(count));
  const std::vector<TensorHandle> results = run_once(model.model(), {input}, nullptr);
  std::vector<const om_tensor*> targets;
  if (into == Into::outputs_that_are_there) targets.push_back(results[0].get());
  return run_of(model.model(), {input}, targets, nullptr);
}

// A session of `count` views, and a last node that moves.
std::function<void()> views_of(int64_t count, const SharedTensor& input) {
  ModelBuilder model;
  model.add_input("value_0", *input);
  const SharedTensor shapes[] = {make_input("int64{2,8}"), make_input("int64{4,4}")};
  for (size_t i = 0; i < 2; ++i) model.add_constant("shape_" + std::to_string(i), shapes[i].get());
  for (int64_t i = 0; i < count; ++i) {
    model.add_node("Reshape", {"value_" + std::to_string(i), "shape_" + std::to_string(i % 2)},
                   {"value_" + std::to_string(i + 1)}, nullptr);
  }
  model.add_node("Trilu", {"value_" + std::to_string(count)}, {"last"}, nullptr);
  model.add_output("last");
  return run_of(model.model(), {input}, {}, nullptr);
}

// A session of `count` nodes that are known when it is made, and a last node that moves.
std::function<void()> folded_of(int64_t count, const SharedTensor& input) {
  ModelBuilder model;
  model.add_input("x", *input);
  const SharedTensor order = make_input("int64{2,0,3,1}");
  model.add_constant("order_0", order.get());
  for (int64_t i = 0; i < count; ++i) {
    model.add_node("Gather", {"order_" + std::to_string(i), "order_0"}, {"order_" + std::to_string(i + 1)}, nullptr);
  }
  model.add_node("Gather", {"x", "order_" + std::to_string(count)}, {"last"}, nullptr);
  model.add_output("last");
  return run_of(model.model(), {input}, {}, nullptr);
}

// A cost, from the times of one call or of a shorter and a longer one.
struct Cost {
  std::string name;
  double bar;  // nanoseconds; 0: none
  std::vector<std::function<void()>> calls;
  std::function<double(const std::vector<double>& seconds)> cost;
};

constexpr int64_t more = 64;  // nodes that the longer session has more

double of_call(const std::vector<double>& seconds) { return seconds[0]; }
double of_node(const std::vector<double>& seconds) { return (seconds[1] - seconds[0]) / more; }
double of_the_rest(const std::vector<double>& seconds) { return seconds[0] - of_node(seconds); }

}  // namespace

std::vector<SmallCall> measure_small_calls(const Filter& filter, Rival* rival, int64_t rounds) {
  const SharedTensor eight = make_input("float32[8]");
  const SharedTensor square = make_input("float32[4,4]");
  const SharedTensor order = make_input("int64{2,0,3,1}");
  static constexpr int64_t start = 2, end = 6, flat = -1;

  std::vector<Cost> costs;
  const auto add = [&](const char* name, std::function<void()> call, double bar) {
    costs.push_back({name, bar, {std::move(call)}, of_call});
  };
  add("om_slice of 4 elements", named([=](om_tensor** output, om_error** error) {
        return om_slice(nullptr, eight.get(), &start, &end, nullptr, nullptr, 1, output, error);
      }),
      100);
  add("om_transpose of 4x4", named([=](om_tensor** output, om_error** error) {
        return om_transpose(nullptr, square.get(), nullptr, 0, output, error);
      }),
      100);
  add("om_gather of 4 rows of 4", named([=](om_tensor** output, om_error** error) {
        return om_gather(nullptr, square.get(), order.get(), 0, output, error);
      }),
      100);
  add("om_concat of two 4x4", named([=](om_tensor** output, om_error** error) {
        const om_tensor* const twice[] = {square.get(), square.get()};
        return om_concat(nullptr, twice, 2, 0, output, error);
      }),
      100);
  add("om_shape", named([=](om_tensor** output, om_error** error) {
        return om_shape(nullptr, square.get(), 0, INT64_MAX, output, error);
      }),
      100);
  add("om_reshape, a view", named([=](om_tensor** output, om_error** error) {
        return om_reshape(nullptr, square.get(), &flat, 1, 0, output, error);
      }),
      40);
  add("om_identity, a view",
      named([=](om_tensor** output, om_error** error) { return om_identity(nullptr, square.get(), output, error); }),
      40);
  const Workload slice = small_workload("Slice", "float32[8] int64{2} int64{6} int64{0} int64{1}");
  add("om_op_invoke of Slice", Invocation(slice, nullptr), 250);
  add("om_op_invoke of Transpose", Invocation(small_workload("Transpose", "float32[4,4]", "perm=[1,0]"), nullptr), 250);
  add("om_op_invoke of Reshape", Invocation(small_workload("Reshape", "float32[4,4] int64{-1}"), nullptr), 250);
  const std::unique_ptr<RivalCall> rival_slice = rival == nullptr ? nullptr : prepare_slice(slice, *rival);
  if (rival_slice)
    add(
        "ONNX Runtime's run of Slice", [&] { rival_slice->run_on_one_thread(); }, 0);

  const auto lengths = [](auto&& session) {
    return std::vector<std::function<void()>>{session(int64_t{1}), session(1 + more)};
  };
  const auto trilu = [&](int64_t count) { return chain_of("Trilu", count, square, Into::new_outputs); };
  const auto trilu_into = [&](int64_t count) { return chain_of("Trilu", count, square, Into::outputs_that_are_there); };
  const auto gather = [&](int64_t count) { return chain_of("Gather", count, square, Into::outputs_that_are_there); };
  costs.push_back({"session, each further Trilu", 50, lengths(trilu_into), of_node});
  costs.push_back({"session, each further Gather", 50, lengths(gather), of_node});
  costs.push_back({"session, each further view", 5, lengths([&](int64_t n) { return views_of(n, square); }), of_node});
  costs.push_back(
      {"session, each further folded node", 5, lengths([&](int64_t n) { return folded_of(n, square); }), of_node});
  costs.push_back({"session, a run without its node", 150, lengths(trilu), of_the_rest});
  costs.push_back({"session, a run into outputs, without its node", 150, lengths(trilu_into), of_the_rest});

  std::erase_if(costs, [&](Cost& cost) { return !filter(cost.name = "Small call/" + cost.name); });
  std::vector<Contender> contenders;
  for (const Cost& cost : costs) {
    for (const auto& call : cost.calls) contenders.push_back({cost.name, call});
  }
  Effort effort;
  effort.least_rounds = effort.most_rounds = rounds;
  measure(contenders, effort);

  std::vector<SmallCall> results;
  auto first = contenders.begin();
  for (const Cost& cost : costs) {
    const std::vector<Contender> timed(first, first + static_cast<std::ptrdiff_t>(cost.calls.size()));
    first += static_cast<std::ptrdiff_t>(cost.calls.size());
    SmallCall& result = results.emplace_back(SmallCall{cost.name, {}, 0, cost.bar * nanosecond});
    for (int64_t i = 0; i < rounds; ++i) {
      std::vector<double> seconds;
      for (const Contender& contender : timed) seconds.push_back(contender.seconds[static_cast<size_t>(i)]);
      result.contender.seconds.push_back(cost.cost(seconds));
    }
    std::vector<double> least;
    for (const Contender& contender : timed) least.push_back(std::ranges::min(contender.seconds));
    result.least = cost.cost(least);
  }
  return results;
}

}  // namespace onemodel::bench
