// The attributes of one call, as the C API collects them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/call.h"

struct om_attributes {
 public:
  std::span<const onemodel::Attribute> all() const { return attributes_; }

  // What an attribute's view points at.
  struct Owned {
    std::string name;
    std::vector<int64_t> integers{};
    std::string text{};
    onemodel::Reference<onemodel::Tensor> tensor{};
  };
  // Sets an attribute, in place of an earlier one of its name.
  void set(std::unique_ptr<Owned> owned, onemodel::Attribute attribute);

 private:
  std::vector<std::unique_ptr<Owned>> owned_;  // entry i is what entry i of attributes_ points at
  std::vector<onemodel::Attribute> attributes_;
};
