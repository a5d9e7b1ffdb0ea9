// Reading protobuf messages field by field.
#pragma once

#include <protozero/pbf_message.hpp>
#include <string>
#include <string_view>

#include "base/failure.h"

namespace onemodel {

// A field is dispatched by number and wire type together: one of the right number but a wrong wire type is skipped, as
// every field that is not known.
template <class Field>
constexpr uint32_t varint(Field field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
template <class Field>
constexpr uint32_t bytes(Field field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}
template <class Field>
constexpr uint32_t fixed32(Field field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed32);
}
template <class Field>
constexpr uint32_t fixed64(Field field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}

// Calls `take` with each field of the message; it has to read or skip it.
template <class Field, class Take>
void for_each_field(std::string_view message_bytes, Take&& take) {
  protozero::pbf_message<Field> message(message_bytes.data(), message_bytes.size());
  while (message.next()) take(message);
}

// The bytes of a field that is a string, bytes or a message.
template <class Message>
std::string_view view_of(Message& message) {
  const protozero::data_view view = message.get_view();
  return {view.data(), view.size()};
}

// The last value of such a field in the message; empty if there is none.
template <class Field>
std::string_view find_bytes(std::string_view message_bytes, Field field) {
  std::string_view found;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    if (message.tag_and_type() == bytes(field)) {
      found = view_of(message);
    } else {
      message.skip();
    }
  });
  return found;
}

// Runs `read`; protozero's exceptions in it say that the bytes end too early or are no protobuf.
template <class Read>
auto read_message(const char* what, Read&& read) {
  try {
    return read();
  } catch (const protozero::exception& exception) {
    throw Failure(Reason::model_malformed, text_of("this is no ", what, ": ", exception.what()));
  }
}

}  // namespace onemodel
