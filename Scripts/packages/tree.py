"""What every package carries beside the program."""

import gzip
import os
import shutil
import subprocess

from archive import Entry


def manual(source, program):
    """The manual and the completions, below a prefix such as /usr/local, as a program that runs here writes them."""
    page = run([os.path.join(source, "Scripts/write-manual"), program])
    # A compressed manual is what each system's man reads; without a time in it.
    entries = [Entry("share/man/man1/nitless.1.gz", gzip.compress(page, 9, mtime=0))]
    for shell, path in [
        ("bash", "share/bash-completion/completions/nitless"),
        ("zsh", "share/zsh/site-functions/_nitless"),
        ("fish", "share/fish/vendor_completions.d/nitless.fish"),
    ]:
        text = run([program, "completions", shell])
        # Bash reads it and does not run it: no line says by what. What zsh reads begins with what it completes.
        entries.append(Entry(path, text.partition(b"\n")[2] if text.startswith(b"#!") else text))
    return entries


def pages(source):
    """README.md and the pages that it leads to, below a prefix: what somebody reads who has only the program."""
    names = ["README.md"]
    names += [f"Documentation/{name}" for name in sorted(os.listdir(os.path.join(source, "Documentation")))]
    names += [f"Rules/{name}" for name in ["README.md", "Vocabulary.md", "Knowledge.md", "page.schema.json"]]
    return [Entry(f"share/doc/nitless/{name}", read(os.path.join(source, name))) for name in names]


def notices(source, licences):
    """Our licence, and those of all that is inside of a program built here: path and text of each."""
    found = [("LICENSE", read(os.path.join(source, "LICENSE")))]
    checkouts = os.path.join(source, ".build/checkouts")
    for package in sorted(os.listdir(checkouts)) if os.path.isdir(checkouts) else []:
        for name in ["LICENSE", "LICENSE.txt"]:
            path = os.path.join(checkouts, package, name)
            if os.path.exists(path):
                found.append((f"licences/{package}", read(path)))
    found.append(("licences/libyaml", read(os.path.join(source, "Sources/CLibyaml/LICENSE"))))
    swift = shutil.which("swift")
    runtime = os.path.join(os.path.dirname(os.path.realpath(swift)), "../share/swift/LICENSE.txt") if swift else ""
    if os.path.exists(runtime):
        found.append(("licences/swift", read(runtime)))
    for name in sorted(os.listdir(licences)) if os.path.isdir(licences) else []:
        found.append((f"licences/{name}", read(os.path.join(licences, name))))
    return found


def laid(place):
    """The notices that lie beside a program."""
    found = [("LICENSE", read(os.path.join(place, "LICENSE")))]
    folder = os.path.join(place, "licences")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return found + [(f"licences/{name}", read(os.path.join(folder, name))) for name in names]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(command):
    return subprocess.run(command, check=True, capture_output=True).stdout
