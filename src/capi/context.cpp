// om_context_*, om_version, om_simd_level.
#include "tensor/context.h"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "base/small_blocks.h"
#include "capi/guard.h"
#include "kernels/simd.h"

using namespace onemodel;

OM_EXPORT const char* om_version(void) { return ONEMODEL_VERSION; }

OM_EXPORT const char* om_simd_level(void) { return simd_level_name(simd_level()); }

OM_EXPORT om_status om_context_create(om_context** context, om_error** error) {
  return guarded(error, [&] {
    require_pointer(context, "context");
    *context = nullptr;
    *context = new om_context(make_context());
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

OM_EXPORT om_status om_context_set_threads(om_context* context, int64_t threads, om_error** error) {
  return guarded(error, [&] {
    require_pointer(context, "context");
    if (threads < 1 || threads > OM_MAX_THREADS) {
      throw Failure(Reason::argument_count,
                    text_of(threads, " threads are asked for; 1 to ", int64_t{OM_MAX_THREADS}, " can be"), "threads");
    }
    context->workers = Workers::create(threads);
  });
}

OM_EXPORT int64_t om_context_threads(const om_context* context) {
  return context_or_default(context).workers->thread_count();
}

OM_EXPORT om_status om_context_set_buffer_limit(om_context* context, int64_t bytes, om_error** error) {
  return guarded(error, [&] {
    require_pointer(context, "context");
    require_count(bytes, "bytes");
    context->blocks->set_limit(bytes);
  });
}

OM_EXPORT int64_t om_context_buffer_limit(const om_context* context) {
  return context_or_default(context).blocks->limit();
}

OM_EXPORT void om_context_release_buffers(const om_context* context) {
  context_or_default(context).blocks->clear();
  SmallBlocks::clear();
#if defined(__GLIBC__)
  malloc_trim(0);  // or free memory between blocks that are in use would stay with the process
#endif
}

OM_EXPORT void om_context_release(om_context* context) { delete context; }
