"""Makes a package that holds nothing and wants nitless @VERSION@, for `pip install .`"""

import os
import zipfile

NAME, VERSION = "nitless_pre_commit", "@VERSION@"


def build_wheel(directory, config_settings=None, metadata_directory=None):
    file = f"{NAME}-{VERSION}-py3-none-any.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nRequires-Dist: nitless=={VERSION}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: nitless\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(os.path.join(directory, file), "w") as wheel:
        for name, text in files.items():
            wheel.writestr(f"{info}/{name}", text)
        record = "".join(f"{info}/{name},,\n" for name in [*files, "RECORD"])
        wheel.writestr(f"{info}/RECORD", record)
    return file
