"""What every package of the program carries."""

import gzip
import io
import os
import shutil
import subprocess

from archive import Entry


def tree(source, program, licences, version):
    """The files below a prefix such as /usr/local, by their paths from there."""
    with open(program, "rb") as file:
        entries = [Entry("bin/nitless", file.read(), is_program=True)]
    manual = run([os.path.join(source, "Scripts/write-manual"), program])
    # A compressed manual is what each system's man reads; without a time in it.
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, compresslevel=9) as stream:
        stream.write(manual)
    entries.append(Entry("share/man/man1/nitless.1.gz", packed.getvalue()))
    for shell, path in [
        ("bash", "share/bash-completion/completions/nitless"),
        ("zsh", "share/zsh/site-functions/_nitless"),
        ("fish", "share/fish/vendor_completions.d/nitless.fish"),
    ]:
        # They are read by a running shell, and not run: no line says by what.
        text = run([program, "completions", shell])
        entries.append(Entry(path, text.partition(b"\n")[2] if text.startswith(b"#!") else text))
    return entries + [Entry(f"share/doc/nitless/{name}", text) for name, text in notices(source, licences)]


def notices(source, licences):
    """Our licence, and those of all that is inside of the program: name and text of each."""
    with open(os.path.join(source, "LICENSE"), "rb") as file:
        found = [("LICENSE", file.read())]
    checkouts = os.path.join(source, ".build/checkouts")
    for package in sorted(os.listdir(checkouts)) if os.path.isdir(checkouts) else []:
        for name in ["LICENSE", "LICENSE.txt"]:
            path = os.path.join(checkouts, package, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    found.append((f"licences/{package}", file.read()))
    swift = shutil.which("swift")
    runtime = os.path.join(os.path.dirname(os.path.realpath(swift)), "../share/swift/LICENSE.txt") if swift else ""
    if os.path.exists(runtime):
        with open(runtime, "rb") as file:
            found.append(("licences/swift", file.read()))
    for name in sorted(os.listdir(licences)) if licences else []:
        with open(os.path.join(licences, name), "rb") as file:
            found.append((f"licences/{name}", file.read()))
    return found


def run(command):
    return subprocess.run(command, check=True, capture_output=True).stdout
