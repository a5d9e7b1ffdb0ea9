// om_attributes_*.
#include "capi/attributes.h"

#include "capi/guard.h"
#include "capi/handles.h"

using namespace onemodel;

void om_attributes::set(std::unique_ptr<Owned> owned, Attribute attribute) {
  attribute.name = owned->name;
  for (size_t i = 0; i < attributes_.size(); ++i) {
    if (attributes_[i].name == attribute.name) {
      attributes_[i] = attribute;
      owned_[i] = std::move(owned);
      return;
    }
  }
  owned_.reserve(owned_.size() + 1);
  attributes_.push_back(attribute);
  owned_.push_back(std::move(owned));
}

namespace {

// The part that all setters share: `fill` puts the value into what is owned and gives the attribute over it.
template <class Fill>
om_status set(om_attributes* attributes, const char* name, om_error** error, Fill&& fill) {
  return guarded(error, [&] {
    require_pointer(attributes, "attributes");
    require_pointer(name, "name");
    auto owned = std::make_unique<om_attributes::Owned>(om_attributes::Owned{name});
    const Attribute attribute = fill(*owned);
    attributes->set(std::move(owned), attribute);
  });
}

}  // namespace

OM_EXPORT om_status om_attributes_create(om_attributes** attributes, om_error** error) {
  return guarded(error, [&] {
    require_pointer(attributes, "attributes");
    *attributes = nullptr;
    *attributes = new om_attributes;
  });
}

OM_EXPORT om_status om_attributes_set_int(om_attributes* attributes, const char* name, int64_t value,
                                          om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned&) { return Attribute::of({}, value); });
}

OM_EXPORT om_status om_attributes_set_ints(om_attributes* attributes, const char* name, const int64_t* values,
                                           int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned& owned) {
    require_array(values, count, "values");
    owned.integers.assign(values, values + count);
    return Attribute::of({}, std::span<const int64_t>(owned.integers));
  });
}

OM_EXPORT om_status om_attributes_set_float(om_attributes* attributes, const char* name, float value,
                                            om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned&) {
    Attribute attribute{{}, OM_ATTRIBUTE_FLOAT};
    attribute.real = value;
    return attribute;
  });
}

// No operator here reads lists of floats or of strings; that one was given is all there is to know.
OM_EXPORT om_status om_attributes_set_floats(om_attributes* attributes, const char* name, const float* values,
                                             int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned&) {
    require_array(values, count, "values");
    return Attribute{{}, OM_ATTRIBUTE_FLOATS};
  });
}

OM_EXPORT om_status om_attributes_set_string(om_attributes* attributes, const char* name, const char* bytes,
                                             int64_t length, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned& owned) {
    require_array(bytes, length, "bytes");
    owned.text.assign(bytes, bytes + length);
    return Attribute::of_text({}, owned.text);
  });
}

OM_EXPORT om_status om_attributes_set_strings(om_attributes* attributes, const char* name, const char* const* strings,
                                              const int64_t* lengths, int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned&) {
    require_array(strings, count, "strings");
    require_array(lengths, count, "lengths");
    return Attribute{{}, OM_ATTRIBUTE_STRINGS};
  });
}

OM_EXPORT om_status om_attributes_set_tensor(om_attributes* attributes, const char* name, om_tensor* value,
                                             om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned& owned) {
    owned.tensor = Reference<Tensor>::share(const_cast<Tensor*>(tensor_of(value, "value")));
    return Attribute::of_tensor({}, owned.tensor.get());
  });
}

OM_EXPORT void om_attributes_release(om_attributes* attributes) { delete attributes; }
