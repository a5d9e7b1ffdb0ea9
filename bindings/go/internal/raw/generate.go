// Package raw has each function of onemodel.h under its own name, over handles and plain pointers.
//
// SWIG makes it of bindings/swig; memory.go and release.* have what is no function of the header.
package raw

//go:generate sh ../../generate.sh .
