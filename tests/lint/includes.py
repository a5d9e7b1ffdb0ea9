"""The arrows between the folders run one way: base <- tensor <- kernels <- ops <- capi. The corpus and the program see the
library as any user does. Operators never include each other."""
import re

from project import ROOT, finish, name_of, operators, sources, text_of

LIBRARY = ["base", "tensor", "kernels", "ops", "graph", "capi"]
ALLOWED = {folder: set(LIBRARY[:i + 1]) for i, folder in enumerate(LIBRARY)}
ALLOWED["corpus"] = {"corpus"}
ALLOWED["cli"] = {"corpus", "cli"}

findings = []
operator_headers = {f"ops/{path.stem}.h" for _, path in operators()}
for path in sources("src"):
    folder = path.relative_to(ROOT / "src").parts[0]
    if folder not in ALLOWED:
        findings.append(f"{name_of(path)}: the folder {folder} has no place in the order")
        continue
    for number, line in enumerate(text_of(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"(.*)"', line)
        if not match or match.group(1) == "onemodel.h":
            continue
        target = match.group(1)
        here = f"{name_of(path)}:{number}"
        if ".." in target or not (ROOT / "src" / target).is_file():
            findings.append(f"{here}: {target} is not a path from src/")
        elif target.split("/")[0] not in ALLOWED[folder]:
            findings.append(f"{here}: {folder} must not include {target}")
        elif target in operator_headers or target.endswith(".cpp"):
            findings.append(f"{here}: operators do not include each other")
finish(findings)
