"""Runs the programs of README.md's section "First results" word for word; each is followed by what it prints.

usage: first_results.py LANGUAGE PROJECT BUILD CMAKE [FILE]
  c, python   FILE is not given: the library is installed from the build
  java        FILE: onemodel.jar
  csharp, go  The program is that of the binding's own README.md, which the binding's tests run
Exit code: 0 it prints what README.md says, 1 it does not, 77 something is missing.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = {"c": "c", "python": "python", "java": "java", "csharp": "csharp", "go": "go"}


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(77)


def blocks(path, section=None):
    """The fenced blocks of a page, or of one section of it: (language, text)."""
    text = Path(path).read_text(encoding="utf-8")
    if section is not None:
        text = re.search(rf"^## {section}$(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE).group(1)
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def program_and_output(language, found):
    for (fence, program), (_, output) in zip(found, found[1:]):
        if fence == FENCE[language]:
            return program, output
    raise SystemExit(f"README.md has no program in {language}")


def run(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def installed(build, cmake, folder):
    """Installs the library, and says where it is found."""
    prefix = folder / "prefix"
    run([cmake, "--install", build, "--prefix", str(prefix)])
    library = next(path for path in prefix.rglob("libonemodel.so.0"))
    return {**os.environ, "LD_LIBRARY_PATH": str(library.parent), "PKG_CONFIG_PATH": str(library.parent / "pkgconfig")}


def main():
    language, project, build, cmake = sys.argv[1:5]
    program, expected = program_and_output(language, blocks(Path(project, "README.md"), "First results"))
    if language in ("csharp", "go"):
        own = program_and_output(language, blocks(Path(project, "bindings", language, "README.md")))
        assert (program, expected) == own, "the program is not that of the binding's README.md"
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if language == "c":
            if shutil.which("pkg-config") is None:
                skip("pkg-config is missing")
            environment = installed(build, cmake, folder)
            (folder / "first.c").write_text(program, encoding="utf-8")
            run("cc first.c $(pkg-config --cflags --libs onemodel) -o first", shell=True, cwd=folder, env=environment)
            output = run(["./first"], cwd=folder, env=environment)
        elif language == "python":
            try:
                import numpy  # noqa: F401  the program needs it
            except ImportError:
                skip("the Python module numpy is missing")
            output = run([sys.executable, "-c", program], cwd=folder, env=installed(build, cmake, folder))
        else:
            if shutil.which("java") is None:
                skip("java is missing")
            (folder / "First.java").write_text(program, encoding="utf-8")
            output = run(["java", "-cp", sys.argv[5], "First.java"], cwd=folder)
    assert output == expected, f"it prints\n{output}and should print\n{expected}"


main()
