"""The artifact bundle that SwiftPM takes a program from."""

import json

from archive import Entry, zipped


def bundle(version, programs, notices, when):
    """- programs: the bytes of each platform's program."""
    folder = "nitless.artifactbundle"
    variants = [(platform, f"nitless-{version}-{platform.name}/bin/nitless") for platform in programs]
    info = {
        "schemaVersion": "1.0",
        "artifacts": {
            "nitless": {
                "type": "executable",
                "version": version,
                "variants": [{"path": path, "supportedTriples": platform.triples} for platform, path in variants],
            }
        },
    }
    entries = [Entry(f"{folder}/info.json", json.dumps(info, indent=2) + "\n")]
    entries += [Entry(f"{folder}/{path}", programs[platform], is_program=True) for platform, path in variants]
    return zipped(entries + [Entry(f"{folder}/{name}", text) for name, text in notices], when)
