"""What the public header declares."""
import re
import subprocess
import tempfile
from pathlib import Path


def functions(header):
    """The names of all functions, in the order of the header."""
    text = re.sub(r"/\*.*?\*/", "", Path(header).read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"\b(om_\w+)\s*\(", text)


def preprocessed(compiler, header):
    """The declarations as a C compiler sees them, without those of <stdint.h>."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "stdint.h").touch()
        command = [compiler, "-E", "-P", "-nostdinc", "-I", folder, "-x", "c", header]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
