// om_attributes_*.
#include "ops/attributes.h"

#include <utility>

#include "capi/guard.h"
#include "capi/handles.h"

using namespace onemodel;

namespace {

// The part that all setters share: `set_value` puts the value under the name into the attributes.
template <class SetValue>
om_status set(om_attributes* attributes, const char* name, om_error** error, SetValue&& set_value) {
  return guarded(error, [&] {
    require_pointer(attributes, "attributes");
    require_pointer(name, "name");
    set_value(om_attributes::Owned{name});
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
  return set(attributes, name, error,
             [&](om_attributes::Owned owned) { attributes->set(std::move(owned), OM_ATTRIBUTE_INT, value); });
}

OM_EXPORT om_status om_attributes_set_ints(om_attributes* attributes, const char* name, const int64_t* values,
                                           int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned owned) {
    require_array(values, count, "values");
    owned.integers.assign(values, values + count);
    attributes->set(std::move(owned), OM_ATTRIBUTE_INTS);
  });
}

OM_EXPORT om_status om_attributes_set_float(om_attributes* attributes, const char* name, float value,
                                            om_error** error) {
  return set(attributes, name, error,
             [&](om_attributes::Owned owned) { attributes->set(std::move(owned), OM_ATTRIBUTE_FLOAT, 0, value); });
}

OM_EXPORT om_status om_attributes_set_floats(om_attributes* attributes, const char* name, const float* values,
                                             int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned owned) {
    require_array(values, count, "values");
    owned.reals.assign(values, values + count);
    attributes->set(std::move(owned), OM_ATTRIBUTE_FLOATS);
  });
}

OM_EXPORT om_status om_attributes_set_string(om_attributes* attributes, const char* name, const char* bytes,
                                             int64_t length, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned owned) {
    require_array(bytes, length, "bytes");
    owned.text.assign(bytes, bytes + length);
    attributes->set(std::move(owned), OM_ATTRIBUTE_STRING);
  });
}

OM_EXPORT om_status om_attributes_set_strings(om_attributes* attributes, const char* name, const char* const* strings,
                                              const int64_t* lengths, int64_t count, om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned owned) {
    require_array(strings, count, "strings");
    for (int64_t i = 0; i < count; ++i) {
      if (lengths == nullptr) {
        require_pointer(strings[i], "strings");
        owned.texts.emplace_back(strings[i]);
      } else {
        require_array(strings[i], lengths[i], "strings");
        owned.texts.emplace_back(strings[i], strings[i] + lengths[i]);
      }
    }
    attributes->set(std::move(owned), OM_ATTRIBUTE_STRINGS);
  });
}

OM_EXPORT om_status om_attributes_set_tensor(om_attributes* attributes, const char* name, om_tensor* value,
                                             om_error** error) {
  return set(attributes, name, error, [&](om_attributes::Owned owned) {
    owned.tensor = Reference<Tensor>::share(const_cast<Tensor*>(tensor_of(value, "value")));
    attributes->set(std::move(owned), OM_ATTRIBUTE_TENSOR);
  });
}

OM_EXPORT void om_attributes_release(om_attributes* attributes) { delete attributes; }
