"""A wheel that carries the program, for pip, pipx, uv and pre-commit."""

import base64
import hashlib

from archive import Entry, zipped

SUMMARY = "Reviews what a change makes a Swift program do, and never how it looks."


def wheel(version, tag, program, notices, when):
    """Its file name and its bytes."""
    info = f"nitless-{version}.dist-info"
    entries = [
        Entry(f"nitless-{version}.data/scripts/nitless", program, is_program=True),
        Entry(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: nitless\nVersion: {version}\nSummary: {SUMMARY}\n"
            "License: Apache-2.0\nRequires-Python: >=3.7\nDescription-Content-Type: text/plain\n\n"
            f"{SUMMARY}\nThe package holds the program and no Python.\n"),
        Entry(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: nitless\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"),
    ]
    entries += [Entry(f"{info}/{name}", text) for name, text in notices]
    record = "".join(f"{entry.name},sha256={digest(entry.content)},{len(entry.content)}\n" for entry in entries)
    entries.append(Entry(f"{info}/RECORD", record + f"{info}/RECORD,,\n"))
    return f"nitless-{version}-py3-none-{tag}.whl", zipped(entries, when)


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
