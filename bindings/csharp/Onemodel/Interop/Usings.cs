// The raw layer: the functions of onemodel.h under their own names, made by SWIG.
global using Raw = Onemodel.Interop.onemodel;
