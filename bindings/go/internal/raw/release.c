#include "_cgo_export.h"

// What the library calls to release memory of which Go takes care. The pointer is no address but the number of a function.
void onemodel_go_release(void *function) { onemodelGoRelease((uintptr_t)function); }
