"""What the lint tests share: where things are, what the sources say, and how findings are reported."""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def finish(findings):
    """Prints what was found and leaves."""
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)


def skip(why):
    """Leaves as skipped, not as passed."""
    print(f"SKIPPED: {why}")
    sys.exit(77)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def text_of(path):
    return path.read_text(encoding="utf-8")


def files():
    """All files of the project: those that git knows, or does not know yet."""
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=False,
                             capture_output=True, text=True)
    if listing.returncode != 0:
        skip("this is no git checkout")
    return sorted({ROOT / line for line in listing.stdout.splitlines() if (ROOT / line).is_file()})


def sources(folder):
    """The C and C++ files below a folder."""
    return sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in (".h", ".c", ".cpp"))


def reasons():
    """(identifier, slug) of every reason."""
    return re.findall(r'^REASON\((\w+), "([\w.]+)"', text_of(ROOT / "src/base/reasons.def"), re.MULTILINE)


def operators():
    """(ONNX's name, source file) of every operator. Its name in snake case is the file's."""
    found = []
    for path in sorted((ROOT / "src/ops").glob("*.cpp")):
        match = re.search(r'^constinit const Operator \w+_operator =[^;]*?\(\s*"(\w+)"', text_of(path), re.MULTILINE)
        if match:
            found.append((match.group(1), path))
    return found


def corpus(kind):
    """(path, content) of every file of the corpus that holds cases of "operators" or "graphs"."""
    return [(path, json.loads(text_of(path))) for path in sorted((ROOT / "conformance" / kind).glob("*.json"))]
