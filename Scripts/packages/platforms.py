"""The machines that programs are for, under the names that each kind of package has for them.

Ours are those of `uname -m`, so that a line of a shell can name the file for the machine it runs on.
"""

import platform
import re
import subprocess


class Platform:
    def __init__(self, name, triples, debian=None, wheel=None):
        self.name = name
        self.triples = triples
        self.debian = debian
        self.wheel = wheel

    def wheel_tag(self, program):
        """What pip calls the machines that can run the program."""
        if not self.name.startswith("linux"):
            return self.wheel
        major, minor = least_libc(program)
        return f"manylinux_{major}_{minor}_{self.wheel}"


PLATFORMS = {
    platform.name: platform
    for platform in [
        Platform("linux-x86_64", ["x86_64-unknown-linux-gnu"], debian="amd64", wheel="x86_64"),
        Platform("linux-aarch64", ["aarch64-unknown-linux-gnu"], debian="arm64", wheel="aarch64"),
        Platform("macos-arm64", ["arm64-apple-macosx"], wheel="macosx_15_0_arm64"),
        Platform("macos-x86_64", ["x86_64-apple-macosx"], wheel="macosx_15_0_x86_64"),
    ]
}


def here():
    """The platform of this machine."""
    system = {"Linux": "linux", "Darwin": "macos"}.get(platform.system(), platform.system())
    return f"{system}-{platform.machine()}"


def dynamic(program, *sections):
    return subprocess.run(["objdump", *sections, program], check=True, capture_output=True, text=True).stdout


def libraries(program):
    """The libraries that a Linux program wants from the system."""
    return sorted(re.findall(r"NEEDED\s+(\S+)", dynamic(program, "-p")))


def least_libc(program):
    """The oldest C library that has all that a Linux program asks of it, as (2, 34)."""
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", dynamic(program, "-p"))
    return max((int(major), int(minor)) for major, minor in versions)
