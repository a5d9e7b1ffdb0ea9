"""Every function of the public header is called in tests/capi, and says since when it is there."""
import re
import sys

from project import ROOT, finish, sources, text_of

sys.path.append(str(ROOT / "tests/abi"))
import header as public_header  # noqa: E402  the folder is known only now

path = ROOT / "include/onemodel.h"
tests = "".join(text_of(source) for source in sources("tests/capi"))
findings = [f"{name}: no test in tests/capi calls it" for name in public_header.functions(path)
            if not re.search(rf"\b{name}\(", tests)]
# A comment may speak of several functions that follow it.
for comment, rest in re.findall(r"(/\*(?:(?!\*/).)*\*/)\n((?:(?!/\*).)*)", text_of(path), re.DOTALL):
    for name in re.findall(r"^[a-z][\w* ]*\b(om_\w+)\(", rest, re.MULTILINE):
        if not re.search(r"Since \d+\.\d+\. \*/$", comment) and not re.search(rf"{name}[^;]*;\s*/\*", rest + "/*"):
            findings.append(f"{name}: its comment does not end with 'Since N.N.'")
finish(findings)
