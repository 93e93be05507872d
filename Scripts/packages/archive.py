"""Archives whose bytes depend on nothing but what is in them and when the release is from."""

import gzip
import io
import tarfile
import time
import zipfile


class Entry:
    """A file of an archive: its name there, its bytes, and whether it is run."""

    def __init__(self, name, content, is_program=False):
        self.name = name
        self.content = content if isinstance(content, bytes) else content.encode()
        self.mode = 0o755 if is_program else 0o644


def tarred(entries, when):
    """The bytes of a .tar.gz; folders come before what is in them."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=when, compresslevel=6) as stream:
        with tarfile.open(fileobj=stream, mode="w") as archive:
            for folder in folders(entries):
                archive.addfile(member(folder, 0, 0o755, when, tarfile.DIRTYPE))
            for entry in entries:
                archive.addfile(member(entry.name, len(entry.content), entry.mode, when), io.BytesIO(entry.content))
    return packed.getvalue()


def member(name, size, mode, when, kind=tarfile.REGTYPE):
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime, info.type = size, mode, when, kind
    info.uname = info.gname = "root"
    return info


def zipped(entries, when):
    """The bytes of a .zip; zip knows no time before 1980 and no zones."""
    packed = io.BytesIO()
    moment = max(time.gmtime(when)[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.name, moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(info, entry.content)
    return packed.getvalue()


def folders(entries):
    found = set()
    for entry in entries:
        parts = entry.name.split("/")[:-1]
        found |= {"/".join(parts[:count + 1]) for count in range(len(parts))}
    return sorted(found)
