"""Every operator has a corpus file, a C function and a row in README.md, and its head comment lists the reasons that its
table lists."""
import re

from project import ROOT, corpus, finish, name_of, operators, reasons, text_of

header = text_of(ROOT / "include/onemodel.h")
readme = text_of(ROOT / "README.md")
cases = {path.stem: content for path, content in corpus("operators")}
slugs = dict(reasons())

findings = []
found = operators()
declared = re.findall(r"extern const Operator (\w+)_operator;", text_of(ROOT / "src/ops/operators.h"))
if sorted(declared) != sorted(path.stem for _, path in found):
    findings.append("src/ops/operators.h does not declare the operators that the files define")
for name, path in found:
    here = name_of(path)
    stem = path.stem
    text = text_of(path)
    if cases.get(stem, {}).get("operator") != name:
        findings.append(f"{here}: conformance/operators/{stem}.json is missing, or not of {name}")
    if not re.search(rf"\bom_{stem}\(", header):
        findings.append(f"{here}: onemodel.h has no om_{stem}")
    if not re.search(rf"^\| {name}\b.*\| `om_{stem}` \|$", readme, re.MULTILINE):
        findings.append(f"{here}: README.md has no row for {name}")
    if not text.startswith(f"// {name}"):
        findings.append(f"{here}: the head comment does not start with the operator's name")

    head = " ".join(line[2:].strip() for line in re.match(r"(?://.*\n)*", text).group().splitlines())
    refuses = re.search(r"Refuses(?: nothing of its own|: ([\w., ]+))\.", head)
    table = re.search(r"\bReason reasons\[\] = \{(.*?)\};", text, re.DOTALL)
    listed = {slugs.get(identifier, identifier) for identifier in re.findall(r"Reason::(\w+)", table.group(1))} if table else set()
    if not refuses:
        findings.append(f"{here}: the head comment does not say what the operator refuses")
    elif set(re.findall(r"\w+\.\w+", refuses.group(1) or "")) != listed:
        difference = set(re.findall(r"\w+\.\w+", refuses.group(1) or "")) ^ listed
        findings.append(f"{here}: head comment and table of reasons differ in {', '.join(sorted(difference))}")
finish(findings)
