#include "ops/attributes.h"

#include <algorithm>
#include <utility>

using namespace onemodel;

om_attributes::om_attributes(const om_attributes& other) {
  for (size_t i = 0; i < other.owned_.size(); ++i) {
    add(*other.owned_[i], other.attributes_[i].kind, other.attributes_[i].integer, other.attributes_[i].real);
  }
}

om_attributes& om_attributes::operator=(om_attributes other) noexcept {
  std::swap(owned_, other.owned_);
  std::swap(attributes_, other.attributes_);
  return *this;
}

void om_attributes::add(Owned given, om_attribute_kind kind, int64_t integer, float real) {
  auto owned = std::make_unique<const Owned>(std::move(given));
  Attribute attribute(owned->name, kind);
  attribute.integer = integer;
  attribute.real = real;
  attribute.integers = owned->integers;
  attribute.reals = owned->reals;
  attribute.text = owned->text;
  attribute.texts = owned->texts;
  attribute.tensor = owned->tensor.get();

  owned_.push_back(std::move(owned));
  try {
    attributes_.push_back(attribute);
  } catch (...) {
    owned_.pop_back();
    throw;
  }
}

void om_attributes::set(Owned given, om_attribute_kind kind, int64_t integer, float real) {
  const auto earlier = std::ranges::find(attributes_, std::string_view(given.name), &Attribute::name);
  const auto index = static_cast<size_t>(earlier - attributes_.begin());
  add(std::move(given), kind, integer, real);
  if (index + 1 == attributes_.size()) return;
  std::swap(attributes_[index], attributes_.back());
  std::swap(owned_[index], owned_.back());
  attributes_.pop_back();
  owned_.pop_back();
}
