#include "ops/attributes.h"

#include <utility>

using namespace onemodel;

om_attributes::om_attributes(const om_attributes& other) {
  for (size_t i = 0; i < other.owned_.size(); ++i) {
    set(*other.owned_[i], other.attributes_[i].kind, other.attributes_[i].integer, other.attributes_[i].real);
  }
}

om_attributes& om_attributes::operator=(om_attributes other) noexcept {
  std::swap(owned_, other.owned_);
  std::swap(attributes_, other.attributes_);
  return *this;
}

void om_attributes::set(Owned given, om_attribute_kind kind, int64_t integer, float real) {
  auto owned = std::make_unique<const Owned>(std::move(given));
  Attribute attribute{owned->name, kind};
  attribute.integer = integer;
  attribute.real = real;
  attribute.integers = owned->integers;
  attribute.reals = owned->reals;
  attribute.text = owned->text;
  attribute.texts = owned->texts;
  attribute.tensor = owned->tensor.get();

  for (size_t i = 0; i < attributes_.size(); ++i) {
    if (attributes_[i].name == owned->name) {
      attributes_[i] = attribute;
      owned_[i] = std::move(owned);
      return;
    }
  }
  owned_.reserve(owned_.size() + 1);
  attributes_.push_back(attribute);
  owned_.push_back(std::move(owned));
}
