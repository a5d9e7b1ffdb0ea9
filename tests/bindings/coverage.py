"""Every function of the public header is called by the raw layer and used by the layer written by hand of each binding.

usage: coverage.py PROJECT
"""
import re
import sys
from pathlib import Path

project = Path(sys.argv[1])
sys.path.append(str(project / "tests/abi"))
import header  # noqa: E402  the folder is known only now

# The sources of the layer by hand, and how it calls a function of the raw layer.
LAYERS = {
    "csharp": ("Onemodel/**/*.cs", lambda name: name),
    "java": ("src/main/java/**/*.java", lambda name: name),
    "go": ("*.go", lambda name: name[0].upper() + name[1:]),
}
# Values are tensors as yet: who retains and releases tensors has them, too.
SAME = {"om_value_retain": "om_tensor_retain", "om_value_release": "om_tensor_release"}


def code(path):
    """The file without comments, in which a name is not a use."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


functions = header.functions(project / "include/onemodel.h")
findings = []
for language, (pattern, name_in) in LAYERS.items():
    folder = project / "bindings" / language
    sources = [path for path in folder.glob(pattern) if not path.name.endswith("_test.go")]
    used = set(re.findall(r"\b[Oo]m_\w+", "".join(code(path) for path in sources)))
    for function in functions:
        if name_in(function) not in used and name_in(SAME.get(function, function)) not in used:
            findings.append(f"{language}: {function} cannot be reached")
    print(f"{language}: {len(functions)} functions, {len(sources)} files")
print("\n".join(findings))
sys.exit(1 if findings or len(functions) < 100 else 0)
