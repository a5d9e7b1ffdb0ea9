#!/usr/bin/env python3
"""Builds a program outside the source tree that gets the module as users do, from a module proxy, which here is a folder.

    consumer.py FOLDER VERSION

The program is the first one of README.md. Its output must be what README.md says.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

MODULE = "github.com/libonemodel/libonemodel/bindings/go"
SOURCE = pathlib.Path(__file__).resolve().parent
GO = os.environ.get("GO", "go")


def write_proxy(proxy, version):
    """The files of the module as a module proxy has them."""
    folder = proxy / MODULE / "@v"
    folder.mkdir(parents=True)
    (folder / "list").write_text(version + "\n")
    (folder / f"{version}.info").write_text(json.dumps({"Version": version, "Time": "2026-01-01T00:00:00Z"}))
    shutil.copy(SOURCE / "go.mod", folder / f"{version}.mod")
    with zipfile.ZipFile(folder / f"{version}.zip", "w") as archive:
        for file in sorted(path for path in SOURCE.rglob("*") if path.is_file()):
            archive.write(file, f"{MODULE}@{version}/{file.relative_to(SOURCE)}")


def readme_program():
    """The first Go program of README.md and the output that follows it."""
    readme = (SOURCE / "README.md").read_text()
    program = re.search(r"```go\n(package main\n.*?)```\n", readme, re.DOTALL)
    output = re.search(r"```text\n(.*?)```\n", readme[program.end():], re.DOTALL)
    return program.group(1), output.group(1)


def main():
    folder, version = pathlib.Path(sys.argv[1]), "v" + sys.argv[2]
    if folder.exists():
        # Go makes the modules that it unpacks read-only.
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)
        shutil.rmtree(folder)
    program = folder / "program"
    program.mkdir(parents=True)
    write_proxy(folder / "proxy", version)
    environment = dict(os.environ, GOPROXY=(folder / "proxy").resolve().as_uri(), GONOSUMDB="*", GONOSUMCHECK="1",
                       GOSUMDB="off", GOPATH=str((folder / "path").resolve()))

    def go(*arguments):
        completed = subprocess.run([GO, *arguments], cwd=program, env=environment, stdout=subprocess.PIPE, text=True)
        if completed.returncode != 0:
            sys.exit(f"go {' '.join(arguments)} fails")
        return completed.stdout

    source, expected = readme_program()
    (program / "main.go").write_text(source)
    go("mod", "init", "example.com/program")
    go("get", f"{MODULE}@{version}")
    actual = go("run", ".")
    if actual != expected:
        sys.exit(f"the program prints {actual!r}, but README.md says {expected!r}")
    print(actual, end="")


main()
