"""Installs what `serve.py` needs into the folder that is given, once. Needs pip."""

import pathlib
import subprocess
import sys

wanted = pathlib.Path(__file__).with_name("requirements.txt")
target = pathlib.Path(sys.argv[1])
# Holds the requirements that were installed whole.
done = target / "installed.txt"

if not (done.exists() and done.read_text() == wanted.read_text()):
    options = ["--quiet", "--upgrade", "--no-deps", "--no-compile", "--only-binary", ":all:"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", target, "--requirement", wanted],
        check=True,
    )
    done.write_text(wanted.read_text())
