#include "calls.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace fuzz {
namespace {

// Makes the inputs and attributes of one call fit each other.
class Planner {
 public:
  Planner(Random& random, const om_operator* op, int64_t opset, const Pool& pool)
      : random_(random), op_(op), pool_(pool), name_(om_operator_name(op)) {
    call_.op = name_;
    call_.opset = opset;
  }

  Call plan() {
    const int64_t opset = call_.opset;
    choose_data();
    choose_output_count();
    for (int64_t i = 0; i < om_operator_attribute_count(op_, opset); ++i) {
      if (om_operator_attribute_is_required(op_, opset, i) || random_.chance(60)) {
        call_.attributes.push_back(
            attribute(om_operator_attribute_name(op_, opset, i), om_operator_attribute_kind(op_, opset, i)));
      }
    }
    for (int64_t i = 0; i < om_operator_input_count(op_, opset); ++i) {
      const bool absent = om_operator_input_is_optional(op_, opset, i) && random_.chance(40);
      call_.inputs.push_back(absent ? Plan{} : input(i));
    }
    if (name_ == "Concat") {
      for (int64_t more = random_.between(0, 2); more > 0; --more) call_.inputs.push_back(concat_input());
    }
    while (!call_.inputs.empty() && !call_.inputs.back().present() && random_.chance(80)) call_.inputs.pop_back();
    return std::move(call_);
  }

 private:
  int64_t rank() const { return static_cast<int64_t>(shape_.size()); }
  bool accepts(int64_t index, om_type type) const {
    return om_operator_input_accepts(op_, call_.opset, index, type) != 0;
  }
  om_type accepted_type(int64_t index) {
    std::vector<om_type> types;
    for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
      if (accepts(index, type)) types.push_back(type);
    }
    return types.empty() ? OM_FLOAT32 : random_.one_of(types);
  }
  om_type type_like_data(int64_t index) { return accepts(index, type_) ? type_ : accepted_type(index); }
  om_type integer_type(int64_t index) {
    if (list_type_ == 0) list_type_ = random_.one_of({OM_INT64, OM_INT64, OM_INT32});
    if (accepts(index, list_type_)) return list_type_;
    return accepts(index, OM_INT64) ? OM_INT64 : accepted_type(index);
  }

  void choose_data() {
    type_ = accepted_type(0);
    if (!pool_.empty() && random_.chance(30)) {
      const auto& existing = random_.one_of(pool_);
      if (accepts(0, om_tensor_type(existing.get()))) {
        type_ = om_tensor_type(existing.get());
        const int64_t* extents = om_tensor_shape(existing.get());
        shape_.assign(extents, extents + om_tensor_rank(existing.get()));
        data_ = Plan{type_, shape_, {}, {}, existing};
        choose_axis();
        return;
      }
    }
    const int64_t wanted_rank = random_.chance(90) ? random_.between(0, 4) : random_.between(5, OM_MAX_RANK);
    for (int64_t i = 0; i < wanted_rank; ++i) {
      shape_.push_back(random_.chance(8) ? 0 : random_.between(1, wanted_rank > 4 ? 2 : 5));
    }
    if (name_ == "Squeeze") {
      for (int64_t& extent : shape_) extent = random_.chance(50) ? 1 : extent;
    }
    data_ = random_plan(random_, type_, shape_);
    choose_axis();
  }

  void choose_axis() {
    axis_ = rank() > 0 ? random_.between(0, rank() - 1) : 0;
    listed_axes_.resize(static_cast<size_t>(rank()));
    std::iota(listed_axes_.begin(), listed_axes_.end(), 0);
    if (name_ == "Squeeze") {
      std::erase_if(listed_axes_, [&](int64_t axis) { return shape_[static_cast<size_t>(axis)] != 1; });
    }
    for (size_t i = listed_axes_.size(); i > 1; --i) {
      std::swap(listed_axes_[i - 1],
                listed_axes_[static_cast<size_t>(random_.between(0, static_cast<int64_t>(i) - 1))]);
    }
    listed_axes_.resize(static_cast<size_t>(random_.between(0, static_cast<int64_t>(listed_axes_.size()))));
    axes_listed_ = random_.chance(50);
    if (!axes_listed_ && name_ != "Squeeze") {
      listed_axes_.resize(static_cast<size_t>(random_.between(name_ == "Pad" ? rank() : 0, rank())));
      std::iota(listed_axes_.begin(), listed_axes_.end(), 0);
    }
  }

  void choose_output_count() {
    const int64_t outputs = om_operator_output_count(op_, call_.opset);
    call_.output_count = outputs;
    if (outputs > 1 && om_operator_output_is_optional(op_, call_.opset, outputs - 1) && random_.chance(50)) {
      --call_.output_count;
    }
    if (name_ == "Split") call_.output_count = random_.between(1, 4);
  }

  int64_t signed_axis(int64_t axis, int64_t rank) { return random_.chance(30) ? axis - rank : axis; }

  Integers axes() {
    Integers axes = listed_axes_;
    int64_t within = rank();
    if (name_ == "Unsqueeze") {
      const int64_t added = random_.between(0, 3);
      within = rank() + added;
      axes.resize(static_cast<size_t>(within));
      std::iota(axes.begin(), axes.end(), 0);
      for (size_t i = axes.size(); i > 1; --i) {
        std::swap(axes[i - 1], axes[static_cast<size_t>(random_.between(0, static_cast<int64_t>(i) - 1))]);
      }
      axes.resize(static_cast<size_t>(added));
    }
    for (int64_t& axis : axes) axis = signed_axis(axis, within);
    return axes;
  }

  Integers several(size_t count, int64_t least, int64_t most) {
    Integers values(count);
    for (int64_t& value : values) value = random_.between(least, most);
    return values;
  }

  Integers target_shape() {
    if (name_ == "ConstantOfShape") return several(static_cast<size_t>(random_.between(0, 4)), 0, 4);
    Integers target = shape_;
    if (name_ == "Expand") {
      for (int64_t& extent : target) {
        if (extent == 1) {
          extent = random_.between(0, 4);
        } else if (random_.chance(40)) {
          extent = 1;
        }
      }
      if (!target.empty() && random_.chance(30)) target.erase(target.begin());
      if (target.size() < 7 && random_.chance(30)) target.insert(target.begin(), random_.between(1, 3));
      return target;
    }
    switch (random_.between(0, 3)) {
      case 0:
        std::ranges::reverse(target);
        break;
      case 1:
        target = {element_count(shape_)};
        break;
      case 2:
        target.insert(target.begin() + random_.between(0, rank()), 1);
        break;
      default:
        break;
    }
    if (!target.empty() && random_.chance(40))
      random_.one_of(std::vector<int64_t*>{&target.front(), &target.back()})[0] = -1;
    if (!target.empty() && random_.chance(20)) target.front() = 0;
    return target;
  }

  Integers parts() {
    Integers sizes(static_cast<size_t>(call_.output_count), 0);
    int64_t left = rank() > 0 ? shape_[static_cast<size_t>(axis_)] : 3;
    for (size_t i = 0; i + 1 < sizes.size(); ++i) left -= sizes[i] = random_.between(0, left);
    sizes.back() = left;
    return sizes;
  }

  Integers permutation() {
    Integers perm(static_cast<size_t>(rank()));
    std::iota(perm.begin(), perm.end(), 0);
    for (size_t i = perm.size(); i > 1; --i) {
      std::swap(perm[i - 1], perm[static_cast<size_t>(random_.between(0, static_cast<int64_t>(i) - 1))]);
    }
    return perm;
  }

  // The list that an input or attribute of that name is.
  std::optional<Integers> list(const std::string& name) {
    const size_t axes_count = listed_axes_.size();
    if (name == "axes") return axes();
    if (name == "starts" || name == "ends") return several(axes_count, -6, 6);
    if (name == "steps") {
      Integers steps = several(axes_count, -3, 3);
      for (int64_t& step : steps) step = step == 0 ? 1 : step;
      return steps;
    }
    if (name == "shape" || (name == "input" && name_ == "ConstantOfShape")) return target_shape();
    if (name == "repeats") return several(static_cast<size_t>(rank()), 0, 3);
    if (name == "pads" || name == "paddings") {
      const bool all = call_.opset < 18 || !axes_listed_;
      return several(2 * (all ? static_cast<size_t>(rank()) : axes_count), -1, 3);
    }
    if (name == "split") return parts();
    if (name == "perm") return permutation();
    if (name == "K") return Integers{random_.between(0, rank() > 0 ? shape_[static_cast<size_t>(axis_)] : 2)};
    return std::nullopt;
  }

  Attribute attribute(const std::string& name, om_attribute_kind kind) {
    Attribute attribute{name, kind};
    switch (kind) {
      case OM_ATTRIBUTE_INT:
        if (name == "axis") {
          attribute.integer = signed_axis(axis_, rank());
          if (name_ == "OneHot") attribute.integer = random_.between(-rank() - 1, rank());
        } else if (name == "k") {
          attribute.integer = random_.between(0, rank() > 0 ? shape_[static_cast<size_t>(axis_)] : 2);
        } else if (name == "num_outputs") {
          attribute.integer = call_.output_count;
        } else if (name == "start" || name == "end") {
          attribute.integer = random_.between(-5, 5);
        } else if (name == "batch_dims") {
          attribute.integer = batch_dims_ = random_.between(0, std::max<int64_t>(0, std::min<int64_t>(rank() - 1, 2)));
        } else {
          attribute.integer = name == "stash_type" ? 1 : random_.between(0, 1);
        }
        break;
      case OM_ATTRIBUTE_INTS:
        attribute.integers = list(name).value_or(several(2, 0, 2));
        break;
      case OM_ATTRIBUTE_FLOAT:
        attribute.real = static_cast<float>(random_.between(-300, 300)) / 2;
        break;
      case OM_ATTRIBUTE_STRING:
        attribute.text = name == "mode" ? random_.one_of<const char*>({"constant", "reflect", "edge", "wrap"})
                                        : random_.one_of<const char*>({"none", "add", "mul", "max", "min"});
        break;
      case OM_ATTRIBUTE_TENSOR:
        attribute.tensor = random_plan(random_, static_cast<om_type>(random_.between(OM_FLOAT32, OM_INT2)), {1});
        break;
      default:
        break;
    }
    return attribute;
  }

  // Indices in [-extent, extent) of the axis that component `i` stands for.
  int64_t index(int64_t axis) {
    const int64_t extent = axis < rank() ? shape_[static_cast<size_t>(axis)] : 1;
    return extent == 0 ? 0 : random_.between(-extent, extent - 1);
  }

  Plan indices(int64_t input) {
    Integers shape;
    Integers values;
    if (name_ == "OneHot") return random_plan(random_, accepted_type(input), several(2, 0, 3));
    if (name_ == "GatherElements") {
      shape = shape_;
      for (int64_t& extent : shape) extent = random_.between(0, extent);
      if (rank() > 0) shape[static_cast<size_t>(axis_)] = random_.between(0, 4);
      shape = handy(shape);
      values.resize(static_cast<size_t>(element_count(shape)));
      for (int64_t& value : values) value = index(axis_);
    } else if (name_ == "Gather") {
      shape = several(static_cast<size_t>(random_.between(0, 2)), 0, 3);
      values.resize(static_cast<size_t>(element_count(shape)));
      for (int64_t& value : values) value = index(axis_);
    } else {
      shape.assign(shape_.begin(), shape_.begin() + batch_dims_);
      if (random_.chance(70)) shape.push_back(random_.between(0, 3));
      const int64_t depth =
          random_.between(name_ == "ScatterND" ? 0 : std::min<int64_t>(1, rank() - batch_dims_), rank() - batch_dims_);
      shape.push_back(depth);
      shape = handy(shape);
      values.resize(static_cast<size_t>(element_count(shape)));
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = index(batch_dims_ + static_cast<int64_t>(i) % shape.back());
      updates_shape_.assign(shape.begin(), shape.end() - 1);
      updates_shape_.insert(updates_shape_.end(), shape_.begin() + depth, shape_.end());
    }
    return number_plan(integer_type(input), shape, values);
  }

  Plan concat_input() {
    Integers shape = shape_;
    if (rank() > 0) shape[static_cast<size_t>(axis_)] = random_.between(0, 3);
    return random_plan(random_, type_, shape);
  }

  Plan scalar(int64_t input, om_type type, int64_t least, int64_t most) {
    (void)input;
    return number_plan(type, random_.chance(50) ? Integers{} : Integers{1}, {random_.between(least, most)});
  }

  Plan input(int64_t index) {
    const std::string name = om_operator_input_name(op_, call_.opset, index);
    if (name_ == "Range") {
      if (type_ == OM_STRING) return random_plan(random_, type_, {});
      return index == 2 ? scalar(index, type_, 1, 3) : scalar(index, type_, -5, 5);
    }
    if (name == "indices") return indices(index);
    if (name == "updates") return random_plan(random_, type_like_data(index), updates_shape_);
    if (name == "depth") return scalar(index, accepted_type(index), 0, 4);
    if (name == "values") return random_plan(random_, accepted_type(index), {2});
    if (name == "k") return scalar(index, OM_INT64, -4, 4);
    if (name == "constant_value")
      return random_plan(random_, type_like_data(index), random_.chance(50) ? Integers{} : Integers{1});
    if (name == "ratio") return random_plan(random_, accepted_type(index), {});
    if (name == "training_mode") return number_plan(OM_BOOL, {}, {0});
    if (name == "tiles") return scalar(index, type_like_data(index), 0, 3);
    if (name == "axis") return scalar(index, type_like_data(index), 0, std::max<int64_t>(rank() - 1, 0));
    if (index == 0 && name_ != "ConstantOfShape") return data_;
    if (const std::optional<Integers> values = list(name)) {
      const Integers shape{static_cast<int64_t>(values->size())};
      return number_plan(integer_type(index), shape, *values);
    }
    return random_plan(random_, type_like_data(index), {});
  }

  Random& random_;
  const om_operator* op_;
  const Pool& pool_;
  std::string name_;
  Call call_;
  om_type type_ = 0;
  om_type list_type_ = 0;
  Integers shape_;
  Plan data_;
  int64_t axis_ = 0;
  int64_t batch_dims_ = 0;
  bool axes_listed_ = false;
  Integers listed_axes_;
  Integers updates_shape_;
};

Plan any_plan(Random& random) {
  Integers shape;
  for (int64_t rank = random.between(0, 4); rank > 0; --rank) shape.push_back(random.between(0, 3));
  return random_plan(random, static_cast<om_type>(random.between(OM_FLOAT32, OM_INT2)), shape);
}

bool is_integers(const Plan& plan) { return (plan.type == OM_INT32 || plan.type == OM_INT64) && !plan.existing; }

void spoil_integers(Random& random, Integers* integers) {
  switch (random.between(0, 3)) {
    case 0:
      integers->push_back(random.extreme());
      break;
    case 1:
      if (!integers->empty()) integers->pop_back();
      break;
    default:
      if (!integers->empty()) {
        (*integers)[static_cast<size_t>(random.between(0, static_cast<int64_t>(integers->size()) - 1))] =
            random.extreme();
      }
  }
}

void spoil_input(Random& random, Plan* plan) {
  if (plan->existing) *plan = any_plan(random);
  switch (random.between(0, 9)) {
    case 0:
      *plan = Plan{};
      break;
    case 1:
      *plan = any_plan(random);
      break;
    case 2:
      // Extents that nothing may multiply, in a tensor without elements.
      plan->shape.resize(static_cast<size_t>(random.between(1, OM_MAX_RANK)));
      for (int64_t& extent : plan->shape) extent = std::max<int64_t>(random.extreme(), 0);
      plan->shape[static_cast<size_t>(random.between(0, static_cast<int64_t>(plan->shape.size()) - 1))] = 0;
      plan->bytes.clear();
      plan->strings.clear();
      break;
    case 3:
      if (plan->present())
        *plan = random_plan(random, static_cast<om_type>(random.between(OM_FLOAT32, OM_INT2)), plan->shape);
      break;
    default:
      if (is_integers(*plan) && plan->shape.size() <= 1) {
        Integers integers = integers_of(*plan);
        spoil_integers(random, &integers);
        *plan = number_plan(plan->type, {static_cast<int64_t>(integers.size())}, integers);
      } else if (is_integers(*plan) && !plan->bytes.empty()) {
        Integers integers = integers_of(*plan);
        integers[static_cast<size_t>(random.between(0, static_cast<int64_t>(integers.size()) - 1))] = random.extreme();
        *plan = number_plan(plan->type, plan->shape, integers);
      } else if (plan->present() && element_count(plan->shape) > 0) {
        *plan = random_plan(random, plan->type, plan->shape);
      }
  }
}

void spoil_attribute(Random& random, Attribute* attribute) {
  switch (random.between(0, 9)) {
    case 0:
      attribute->kind = static_cast<om_attribute_kind>(random.between(OM_ATTRIBUTE_INT, OM_ATTRIBUTE_TENSOR));
      if (attribute->kind == OM_ATTRIBUTE_TENSOR && !attribute->tensor.present()) attribute->tensor = any_plan(random);
      break;
    case 1:
      attribute->name += random.chance(50) ? "s" : "";
      attribute->tensor = any_plan(random);
      break;
    case 2:
      attribute->text = random.one_of<const char*>({"", "none", "NONE", "add", "constant", "a longer text"});
      attribute->real = random.one_of<float>({0, -1e30F, 1e30F, std::numeric_limits<float>::infinity(),
                                              std::numeric_limits<float>::quiet_NaN(), 0.5F, -0.0F});
      break;
    default:
      attribute->integer = random.extreme();
      spoil_integers(random, &attribute->integers);
  }
}

}  // namespace

const Attribute* Call::attribute(const std::string& name) const {
  const auto found = std::ranges::find_if(attributes, [&](const Attribute& a) { return a.name == name; });
  return found != attributes.end() ? &*found : nullptr;
}

Call plausible_call(Random& random, const om_operator* op, int64_t opset, const Pool& pool) {
  return Planner(random, op, opset, pool).plan();
}

void spoil(Random& random, Call* call) {
  for (int64_t times = random.between(1, 3); times > 0; --times) {
    const int64_t what = random.between(0, 19);
    if (what == 0) {
      call->inputs.push_back(any_plan(random));
    } else if (what == 1) {
      call->output_count = random.between(0, 5);
    } else if (what == 2) {
      Attribute unknown{random.one_of<const char*>({"axis", "axes", "value", "nonsense", ""}), OM_ATTRIBUTE_INT};
      unknown.integer = random.extreme();
      call->attributes.push_back(unknown);
    } else if (what == 3) {
      if (!call->inputs.empty()) call->inputs.pop_back();
    } else if (what == 4) {
      if (!call->attributes.empty()) call->attributes.pop_back();
    } else if (what < 9 && !call->attributes.empty()) {
      spoil_attribute(
          random,
          &call->attributes[static_cast<size_t>(random.between(0, static_cast<int64_t>(call->attributes.size()) - 1))]);
    } else if (!call->inputs.empty()) {
      spoil_input(random,
                  &call->inputs[static_cast<size_t>(random.between(0, static_cast<int64_t>(call->inputs.size()) - 1))]);
    }
  }
}

Plan huge_plan(Random& random, om_type type) {
  Plan plan;
  plan.type = type;
  int64_t left = 58;  // bits of the element count, which leave room for 16-byte elements
  for (int64_t rank = random.between(1, OM_MAX_RANK); rank > 0 && left > 0; --rank) {
    const int64_t exponent = random.between(0, left);
    left -= exponent;
    plan.shape.push_back((int64_t{1} << exponent) - (exponent > 1 && random.chance(30) ? 1 : 0));
  }
  if (type != OM_STRING && om_type_bits(type) <= 8 && random.chance(5)) {
    plan.shape = {std::numeric_limits<int64_t>::max()};
  }
  return plan;
}

}  // namespace fuzz
