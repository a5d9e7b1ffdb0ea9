"""Runs the program and checks what it says."""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
_folder = tempfile.TemporaryDirectory(prefix="onemodel-")  # goes with the process
FOLDER = pathlib.Path(_folder.name)


def path(name, contents=None):
    """A file in the test's own folder."""
    file = FOLDER / name
    if contents is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    return file


def run(*arguments, code=0, says=None):
    """What the program prints. It must leave with `code`; if that is not 0, one line on standard error that has `says`."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=FOLDER)
    told = f"{arguments}: code {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.returncode == code, told
    if says is not None:
        assert says in done.stderr, f"{says!r} is not in {told}"
        assert done.stderr.count("\n") == 1, told
    return done.stdout
