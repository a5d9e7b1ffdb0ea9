// What is passed to C is passed as it is: no marshalling code is made.
[assembly: System.Runtime.CompilerServices.DisableRuntimeMarshalling]
// Native libraries are looked for beside the assembly, and where the host found the package's, never in the working directory.
[assembly: System.Runtime.InteropServices.DefaultDllImportSearchPaths(
    System.Runtime.InteropServices.DllImportSearchPath.AssemblyDirectory)]
