// Why a call was refused: a reason out of the one table, and a message for people.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "onemodel.h"

namespace onemodel {

enum class Reason : int32_t {
#define REASON(identifier, slug, status, meaning) identifier,
#include "base/reasons.def"
#undef REASON
};

struct ReasonRow {
  const char* slug;
  om_status status;
  const char* meaning;
};

std::span<const ReasonRow> reason_table();
const ReasonRow& reason_row(Reason reason);

// Thrown by everything inside the library; the C functions turn it into an om_error.
class Failure : public std::exception {
 public:
  Failure(Reason reason, std::string text, std::string_view input = {})
      : reason_(reason), text_(std::move(text)), input_(input) {}

  Reason reason() const { return reason_; }
  const std::string& text() const { return text_; }
  const std::string& operator_name() const { return operator_name_; }
  const std::string& input() const { return input_; }
  const char* what() const noexcept override { return text_.c_str(); }

  // Rules shared by operators do not know for which one they were asked; whoever runs an operator does.
  void set_operator_name(std::string_view name) { operator_name_ = name; }
  // The same holds for the node of a model.
  const std::string& node_name() const { return node_name_; }
  void set_node_name(std::string_view name) { node_name_ = name; }

 private:
  Reason reason_;
  std::string text_;
  std::string operator_name_;
  std::string node_name_;
  std::string input_;
};

// The parts one after the other as text: text_of("axis ", 3, " is listed twice").
template <class... Parts>
[[gnu::cold, gnu::noinline]] std::string text_of(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return std::move(stream).str();
}

// Throws a Failure with the parts as its text. For checks that small calls make, too: what is refused is kept out of
// the way of what passes.
template <class... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void refuse(Reason reason, std::string_view input, Parts... parts) {
  throw Failure(reason, text_of(parts...), input);
}

// Runs the function, and names the operator and the node, "" outside a model, in its failures, which do not know them.
// The names are only looked at when it fails.
template <class Name, class NodeName, class Function>
void on_behalf_of(const Name& operator_name, const NodeName& node_name, Function&& function) {
  try {
    function();
  } catch (Failure& failure) {
    failure.set_operator_name(operator_name);
    failure.set_node_name(node_name);
    throw;
  }
}

// A list as people write it: "[2, 3]".
std::string list_text(std::span<const int64_t> values);

}  // namespace onemodel
