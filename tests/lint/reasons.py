"""Every reason is used in the sources and shown by a case of the corpus. Those that the corpus cannot say, since only wrong
use of the C API provokes them, are shown in tests/capi instead."""
import re

from project import ROOT, corpus, finish, reasons, sources, text_of

ONLY_THROUGH_C = re.compile(
    r"argument\..*|dlpack\..*|io\..*|input\.value_needed|internal\.failure|session\.(output_.*|input_repeated)|constant\.sparse|"
    r"model\.(malformed|ir_version|tensor|external_data|unsupported|name_missing|type_missing|attribute_repeated)")

code = "".join(text_of(path) for path in sources("src"))
# An operator's list of its reasons says what may happen, not where.
code = re.sub(r"\bReason reasons\[\] = \{.*?\};", "", code, flags=re.DOTALL)
used = set(re.findall(r"\bReason::(\w+)", code))
cases = [case for kind in ("operators", "graphs") for _, content in corpus(kind) for case in content["cases"]]
calls = cases + [run for case in cases for run in case.get("runs", [])]
shown = {call["error"]["reason"] for call in calls if "error" in call}
shown_in_c = "".join(text_of(path) for path in sources("tests/capi"))

findings = []
for identifier, slug in reasons():
    if identifier != re.sub(r"\.", "_", slug):
        findings.append(f"{slug}: the identifier {identifier} is not the slug")
    if identifier not in used:
        findings.append(f"{slug}: nothing in src gives this reason")
    if ONLY_THROUGH_C.fullmatch(slug):
        if f'"{slug}"' not in shown_in_c:
            findings.append(f"{slug}: no test in tests/capi has this reason")
    elif slug not in shown:
        findings.append(f"{slug}: no case of the corpus has this reason")
for slug in sorted(shown - {slug for _, slug in reasons()}):
    findings.append(f"{slug}: a case of the corpus has this reason, which does not exist")
finish(findings)
