"""Sources are laid out as clang-format does it. The public header is not: its comments hold tables."""
import shutil
import subprocess
import sys

from project import ROOT, skip, sources

if shutil.which("clang-format") is None:
    skip("clang-format is missing")
paths = [path for folder in ("src", "tests", "examples") for path in sources(folder)]
sys.exit(subprocess.run(["clang-format", "--dry-run", "--Werror", "--ferror-limit=1", *map(str, paths)], cwd=ROOT,
                        check=False).returncode)
