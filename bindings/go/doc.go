// Package onemodel is libonemodel for Go: ONNX's shape and indexing operators, exact and safe, one by one or as models
// that sessions plan and run.
//
// A Tensor is made by NewTensor, by NewTensorFunc without a copy, or by another of the functions that begin with New,
// and read by Data, Values or Use. Each operator has a function, such as Slice, which means its newest version; Invoke
// runs any operator at any opset. ReadModelFile and NewModel give a Model, NewSession makes a Session of it, and
// Session.Run runs it.
//
// Every error is an *Error, which says the reason by a stable slug, and errors.Is tells its status: ErrInvalidModel,
// ErrInvalidInput and so on.
//
// Objects may be used by any number of goroutines, and closed by any of them at any time. What is not closed is
// released when it is garbage, but Go's garbage collector does not know how much native memory it holds.
//
// The native library is found by pkg-config under the name onemodel.
package onemodel
