// om_context_*, om_version.
#include "tensor/context.h"

#include "capi/guard.h"

using namespace onemodel;

OM_EXPORT const char* om_version(void) { return ONEMODEL_VERSION; }

OM_EXPORT om_status om_context_create(om_context** context, om_error** error) {
  return guarded(error, [&] {
    require_pointer(context, "context");
    *context = nullptr;
    *context = new om_context(default_context());
  });
}

OM_EXPORT om_status om_context_set_memory_limit(om_context* context, int64_t bytes, om_error** error) {
  return guarded(error, [&] {
    require_pointer(context, "context");
    require_count(bytes, "bytes");
    context->memory_limit = bytes;
  });
}

OM_EXPORT int64_t om_context_memory_limit(const om_context* context) {
  return context_or_default(context).memory_limit;
}

OM_EXPORT void om_context_release(om_context* context) { delete context; }
