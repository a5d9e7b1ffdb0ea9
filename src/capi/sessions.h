// What the functions of sessions and of plans share.
#pragma once

#include "capi/handles.h"
#include "graph/session.h"

namespace onemodel {

// What is told of a value; null is one that is not there.
inline om_type type_of(const PlannedValue* value) { return value != nullptr ? value->type : 0; }
inline int64_t rank_of(const PlannedValue* value) {
  return value == nullptr ? 0 : value->ranked ? value->shape.rank() : int64_t{-1};
}
inline const int64_t* extents_of(const PlannedValue* value) {
  return value != nullptr && value->ranked ? value->shape.data() : nullptr;
}

// Refuses as many inputs or outputs as the session does not have.
inline void require_count_of(int64_t count, size_t wanted, const char* name) {
  if (std::cmp_not_equal(count, wanted)) {
    throw Failure(Reason::argument_count, text_of("a count of ", count, " is given; the session has ", wanted), name);
  }
}

}  // namespace onemodel
