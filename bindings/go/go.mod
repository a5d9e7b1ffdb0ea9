module github.com/libonemodel/libonemodel/bindings/go

go 1.19
