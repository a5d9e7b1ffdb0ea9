// The attributes of a call or of a model's node, with what they point at.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/call.h"

struct om_attributes {
 public:
  om_attributes() = default;
  om_attributes(const om_attributes& other);
  om_attributes(om_attributes&&) = default;
  om_attributes& operator=(om_attributes other) noexcept;
  ~om_attributes() = default;

  std::span<const onemodel::Attribute> all() const { return attributes_; }

  // What an attribute's view points at.
  struct Owned {
    std::string name;
    std::vector<int64_t> integers{};
    std::vector<float> reals{};
    std::string text{};
    std::vector<std::string> texts{};
    onemodel::Reference<onemodel::Tensor> tensor{};
  };
  // Adds an attribute of a name that is not there yet; the attribute points into what is owned.
  void add(Owned owned, om_attribute_kind kind, int64_t integer = 0, float real = 0);
  // Sets an attribute, in place of an earlier one of its name.
  void set(Owned owned, om_attribute_kind kind, int64_t integer = 0, float real = 0);

 private:
  std::vector<std::unique_ptr<const Owned>> owned_;  // entry i is what entry i of attributes_ points at
  std::vector<onemodel::Attribute> attributes_;
};
