package raw

// #include <stdint.h>
import "C"

import "runtime/cgo"

//export onemodelGoRelease
func onemodelGoRelease(data C.uintptr_t) {
	handle := cgo.Handle(data)
	release := handle.Value().(func())
	handle.Delete()
	release()
}
