"""What the repositories beside this one hold, made from `templates/` and the checksums of a release."""

import os

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")

# How Homebrew asks what machine it is on, in the order that its style wants.
BREW = {
    "on_macos": {"on_arm": "macos-arm64", "on_intel": "macos-x86_64"},
    "on_linux": {"on_arm": "linux-aarch64", "on_intel": "linux-x86_64"},
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
    systems = []
    for system, programs in BREW.items():
        files = {processor: f"nitless-{name}.tar.gz" for processor, name in programs.items()}
        blocks = [
            f'    {processor} do\n      url "{address}/{file}"\n      sha256 "{sums[file]}"\n    end\n'
            for processor, file in files.items() if file in sums
        ]
        if blocks:
            systems.append(f"  {system} do\n" + "".join(blocks) + "  end\n\n")
    return "".join(systems)
