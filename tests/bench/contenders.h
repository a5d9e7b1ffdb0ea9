// Who takes part in a row beside ONNX Runtime: the library on one and on two threads, and plain copies.
#pragma once

#include <cstdint>
#include <functional>

#include "corpus/handles.h"

namespace onemodel::bench {

// A context whose calls use that many threads, 1 or 2; it lives as long as the program.
const om_context* context_with_threads(int64_t threads);

// Copies that many bytes of random data into memory that is there already, as memcpy does it.
std::function<void()> memcpy_of(int64_t bytes);

// The same with stores that go past the caches; empty where the machine has none.
std::function<void()> streaming_copy_of(int64_t bytes);

// Reads that many bytes.
std::function<void()> reading_of(int64_t bytes);

}  // namespace onemodel::bench
