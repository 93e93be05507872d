"""A package for Debian, Ubuntu and their like."""

import gzip
import hashlib
import time

from archive import Entry, folders, tarred

MAINTAINER = "nitless maintainers <nitless@users.noreply.github.com>"

COPYRIGHT = """\
Copyright: 2026 the authors of nitless
License: Apache-2.0, which is in /usr/share/common-licenses/Apache-2.0

What is inside of the program beside it has the licences in /usr/share/doc/nitless/licences.
"""


def deb(version, platform, entries, libc, when):
    """The bytes of a .deb of what lies below /usr: an `ar` of a format's number and two archives."""
    files = [Entry("./" + debian_path(entry.name), entry.content, entry.mode == 0o755) for entry in entries]
    files = [entry for entry in files if not entry.name.endswith("/LICENSE")]
    files.append(Entry("./usr/share/doc/nitless/copyright", COPYRIGHT))
    changes = f"nitless ({version}) stable; urgency=medium\n\n  * Release {version}.\n\n -- {MAINTAINER}  {date(when)}\n"
    # The YAML reader is part of the program's source, and no other release of it will do.
    files.append(Entry("./usr/share/lintian/overrides/nitless", "nitless: embedded-library *\n"))
    files.append(Entry("./usr/share/doc/nitless/changelog.gz", gzip.compress(changes.encode(), 9, mtime=0)))
    files.sort(key=lambda entry: entry.name)
    size = sum(len(entry.content) for entry in files) // 1024 + len(folders(files))
    control = (
        f"Package: nitless\nVersion: {version}\nArchitecture: {platform.debian}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {size}\nDepends: libc6 (>= {libc[0]}.{libc[1]})\nRecommends: git, curl, ca-certificates\n"
        "Section: devel\nPriority: optional\n"
        "Description: code review of what a change makes a Swift program do\n"
        " nitless compares the program before a change with the program after it, and\n"
        " reports the defects that the change brings in: retain cycles, crashes,\n"
        " callbacks that never come. It never speaks about how the code looks, and needs\n"
        " no build.\n")
    sums = "".join(f"{hashlib.md5(entry.content).hexdigest()}  {entry.name[2:]}\n" for entry in files)
    parts = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", tarred([Entry("./control", control), Entry("./md5sums", sums)], when)),
        ("data.tar.gz", tarred(files, when)),
    ]
    packed = b"!<arch>\n"
    for name, content in parts:
        packed += f"{name:<16}{when:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
        packed += content + b"\n" * (len(content) % 2)
    return packed


def debian_path(path):
    """Where Debian has what lies elsewhere below other prefixes."""
    return "usr/" + path.replace("share/zsh/site-functions", "share/zsh/vendor-completions")


def date(when):
    return time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(when))
