"""What must not stand in the project: paths of somebody's machine, and open ends without an owner."""
import re

from project import ROOT, files, finish, name_of, text_of

FORBIDDEN = {
    r"(?<![\w.])/(home|root|work|Users)/\w": "a path of somebody's machine",
    r"\b(TODO|FIXME|XXX)\b(?!\(\w)": "an open end without an owner",
}

findings = []
for path in files():
    if path.parent == ROOT / "tests/lint":
        continue
    try:
        lines = text_of(path).splitlines()
    except UnicodeDecodeError:
        continue  # not text
    for number, line in enumerate(lines, 1):
        findings += [f"{name_of(path)}:{number}: {what}" for pattern, what in FORBIDDEN.items() if re.search(pattern, line)]
finish(findings)
