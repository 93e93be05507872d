"""What the repositories beside this one hold, made from `templates/` and the checksums of a release."""

import os

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")

# How Homebrew asks what machine it is on.
BREW = {
    "linux-x86_64": ("on_linux", "on_intel"),
    "linux-aarch64": ("on_linux", "on_arm"),
    "macos-x86_64": ("on_macos", "on_intel"),
    "macos-arm64": ("on_macos", "on_arm"),
}


def repositories(version, address, sums):
    """The text of each file, by its path."""
    found = {}
    for folder, _, names in os.walk(TEMPLATES):
        for name in names:
            path = os.path.join(folder, name)
            with open(path) as file:
                text = file.read()
            for key, value in [
                ("@VERSION@", version), ("@ADDRESS@", address),
                ("@BUNDLE_SHA256@", sums["nitless.artifactbundle.zip"]), ("@PLATFORMS@\n", brew(address, sums)),
            ]:
                text = text.replace(key, value)
            found[os.path.relpath(path, TEMPLATES)] = text
    return dict(sorted(found.items()))


def brew(address, sums):
    blocks = []
    for name, (system, processor) in BREW.items():
        file = f"nitless-{name}.tar.gz"
        if file in sums:
            blocks.append(
                f'  {system} do\n    {processor} do\n      url "{address}/{file}"\n      sha256 "{sums[file]}"\n'
                "    end\n  end\n\n")
    return "".join(blocks)
