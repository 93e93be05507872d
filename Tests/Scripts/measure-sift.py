#!/usr/bin/env python3
"""What `nitless sift` passes on of other tools' reports on whole repositories, by rule.

usage: measure-sift.py NITLESS FOLDER

For each clone FOLDER/NAME, the reports FOLDER/NAME.*.json and FOLDER/NAME.*.txt are sifted with --all. Printed
are a Markdown table of the tools and one of the rules, the most frequent first.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

nitless, folder = sys.argv[1], pathlib.Path(sys.argv[2])
said, left, repositories = collections.Counter(), collections.Counter(), collections.defaultdict(list)
reasons = {}


def sift(clone, report):
    run = subprocess.run(
        [nitless, "sift", str(report), "--repo", str(clone), "--all", "--format", "json", "--show-set-aside"],
        capture_output=True, text=True, check=False)
    if run.returncode == 2:
        sys.exit(f"{report}: {run.stderr}")
    passed = collections.Counter(finding["rule"] for finding in json.loads(run.stdout)["introduced"])
    aside = collections.Counter()
    for line in run.stderr.splitlines():
        parts = line.split("  ")
        if parts[0] != "set aside":
            continue
        rule, reason = parts[-2], parts[-1]
        if reason == "the report says it twice":
            continue
        aside[rule] += 1
        reasons[rule] = re.split("[:,]", reason)[0]
    return passed, aside


for report in sorted(folder.glob("*.json")) + sorted(folder.glob("*.txt")):
    clone = folder / report.name.split(".")[0]
    if not (clone / ".git").exists():
        continue
    passed, aside = sift(clone, report)
    said.update(passed + aside)
    left.update(passed)
    tool = report.name.split(".")[-2]
    repositories[tool].append((clone.name.replace("+", "/"), sum((passed + aside).values()), sum(passed.values())))

for tool, rows in repositories.items():
    print(f"\n| {tool} | says | passed on |\n| --- | ---: | ---: |")
    for name, all_of_it, rest in rows:
        print(f"| {name} | {all_of_it:,} | {rest:,} |")
    print(f"| together | {sum(row[1] for row in rows):,} | {sum(row[2] for row in rows):,} |")
print("\n| rule | says | passed on | about |\n| --- | ---: | ---: | --- |")
for rule, count in said.most_common():
    print(f"| `{rule}` | {count:,} | {left[rule]:,} | {reasons.get(rule, 'behaviour')} |")
