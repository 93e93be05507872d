#!/usr/bin/env python3
"""Compares the hunks that nitless reads from a repository with those of `git diff -U0 -M`.

For the latest first-parent commits of REPO, each against its first parent, file change by file
change and hunk by hunk. Where a clone lacks objects that `git diff` asks for, git is asked about
Swift paths only, and the summary says how often. Build the other side with `swift build -c release --product HunkDump`.
Prints every difference; exits 1 if there was one.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time

HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
GIT = ["-c", "core.quotepath=off", "-c", "core.attributesFile=/dev/null"]


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


def git(repository, *arguments):
    command = ["git", "-C", repository, *GIT, *arguments]
    return subprocess.run(command, check=True, capture_output=True, env=environment()).stdout


def expected(repository, before, after, *paths):
    """The Swift file changes of one `git diff`, in its order."""
    output = git(
        repository, "diff", "--raw", "-p", "-z", "-U0", "-M", "--abbrev=40", "--no-ext-diff",
        "--no-textconv", "--no-color", "--submodule=short", before, after, "--", *paths)
    records, position = [], 0
    while output[position:position + 1] == b":":
        end = output.index(b"\0", position)
        status = output[position:end].split(b" ")
        position = end + 1
        paths = []
        for _ in range(2 if status[4][:1] in b"RC" else 1):
            end = output.index(b"\0", position)
            paths.append(output[position:end].decode("utf-8", "replace"))
            position = end + 1
        records.append((status, paths))
    sections = patch_sections(output[position:].lstrip(b"\0"))
    files = []
    for status, paths in records:
        letter = status[4][:1].decode()
        kinds = {"A": ["added"], "D": ["deleted"], "M": ["modified"], "R": ["renamed"],
                 "C": ["copied"], "T": ["deleted", "added"]}[letter]
        for kind in kinds:
            hunks = next(sections)
            if any(path.endswith(".swift") for path in paths):
                files.append({
                    "kind": kind, "old": None if kind == "added" else paths[0],
                    "new": None if kind == "deleted" else paths[-1], "hunks": hunks})
    assert next(sections, None) is None, "more patches than records"
    return files


def patch_sections(patch):
    """The hunks of each `diff --git`; content lines start with a sign, so headers are safe."""
    hunks = None
    for line in patch.split(b"\n"):
        if line.startswith(b"diff --git "):
            if hunks is not None:
                yield hunks
            hunks = []
        elif line.startswith(b"@@ ") and hunks is not None:
            numbers = HUNK.match(line).groups(default=b"1")
            hunks.append([int(number) for number in numbers])
    if hunks is not None:
        yield hunks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repository")
    parser.add_argument("--limit", type=int, default=700)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument(
        "--step", type=int, default=1, help="compare over this many commits at a time: more renames")
    parser.add_argument("--tool", default=".build/release/HunkDump")
    options = parser.parse_args()

    lines = git(
        options.repository, "rev-list", "--first-parent", "--min-parents=1", "--parents",
        f"--skip={options.skip}", "-n", str(options.limit * options.step),
        "HEAD").decode().splitlines()
    steps = [lines[first:first + options.step] for first in range(0, len(lines), options.step)]
    pairs = [(step[-1].split()[1], step[0].split()[0]) for step in steps]
    start = time.time()
    tool = subprocess.run(
        [options.tool, options.repository], stdout=subprocess.PIPE, env=environment(),
        input="".join(f"{before} {after}\n" for before, after in pairs).encode())
    print(f"tool: {time.time() - start:.1f} s, exit status {tool.returncode}")
    changes = [json.loads(line) for line in tool.stdout.splitlines()]

    different = hunks = files = narrowed = 0
    for (before, after), change in zip(pairs, changes):
        if "error" in change:
            different += 1
            print(f"{before[:12]}..{after[:12]}\n  error: {change['error']}")
            continue
        try:
            wanted = expected(options.repository, before, after)
        except subprocess.CalledProcessError:
            narrowed += 1
            wanted = expected(options.repository, before, after, "*.swift")
        actual = [{"kind": file["kind"], "old": file.get("old"), "new": file.get("new"),
                   "hunks": file["hunks"]} for file in change["files"]]
        files += len(wanted)
        hunks += sum(len(file["hunks"]) for file in wanted)
        if wanted != actual:
            different += 1
            print(f"{before[:12]}..{after[:12]}")
            for file in wanted:
                if file not in actual:
                    print("  git: ", json.dumps(file)[:400])
            for file in actual:
                if file not in wanted:
                    print("  tool:", json.dumps(file)[:400])
    read = [change for change in changes if "error" not in change]
    if read:
        times = sorted(change["milliseconds"] for change in read)
        print(f"ms a change: first {read[0]['milliseconds']:.0f}, median "
              f"{times[len(times) // 2]:.1f}, longest {times[-1]:.0f}; "
              f"{read[0]['after']} Swift files")
    print(f"{len(changes)} of {len(pairs)} changes, {files} files, {hunks} hunks, "
          f"{different} different, {narrowed} narrowed to Swift paths")
    return 1 if different or len(changes) != len(pairs) else 0


if __name__ == "__main__":
    sys.exit(main())
