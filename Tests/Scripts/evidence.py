#!/usr/bin/env python3
"""Holds the figures on the rule pages to the verdicts in Tests/Evidence/verdicts.jsonl.

  evidence.py             fails where a page claims more than the verdicts carry
  evidence.py --write     writes the figures of first sight onto the pages
  evidence.py --nitless PROGRAM --clones FOLDER
                          audits what was read once more, and counts what is still told of it; FOLDER has a clone
                          OWNER+NAME (or OWNER+NAME/repo) of each repository. This is no figure of first sight.

A verdict is T (true, and worth a comment), A (so, and harmless) or F (false).
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLAIM = re.compile(r"True: (\d+) of (\d+)\.\n")
# Shares that are true and that are not false, below which a level does not do what it promises.
BARS = {"bug": (0.85, 0.95), "risk": (0.70, 0.90), "design": (0.70, 0.90)}


def verdicts():
    lines = (ROOT / "Tests/Evidence/verdicts.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def sight(read):
    """The lines that a page has of the verdicts on its findings."""
    counts = collections.Counter(one["verdict"] for one in read)
    rounds = sorted({one["round"] for one in read})
    named = "round " + str(rounds[0]) if len(rounds) == 1 else "rounds " + ", ".join(map(str, rounds))
    harmless, false = counts["A"], counts["F"]
    return (
        f"True: {counts['T']} of {len(read)}.\n\n"
        f"First sight, {named}: read by others in repositories where it had never run; "
        f"{harmless} harmless, {false} false.\n"
    )


def mended(text, read):
    """The page with what the verdicts carry, and what its own authors read said as such."""
    heading = "\n## Measured\n"
    if heading not in text:
        return text
    before, after = text.split(heading, 1)
    after = after.lstrip("\n")
    # What was written here before goes first.
    after = re.sub(r"^True: \d+ of \d+\.\n\nFirst sight, [^\n]*\n\n*", "", after)
    after = CLAIM.sub(r"Read by its authors where it was tuned: \1 of \2 findings true.\n", after, count=1)
    return before + heading + "\n" + (sight(read) + "\n" if read else "") + after


def table(title, groups):
    print(title)
    for name, read in sorted(groups.items()):
        counts = collections.Counter(one["verdict"] for one in read)
        share, sound = counts["T"] / len(read), 1 - counts["F"] / len(read)
        print(f"  {name:36} {len(read):3} read: {counts['T']:3} true {counts['A']:3} harmless {counts['F']:3} false", end="")
        bar = BARS.get(name)
        print(f"  {share:.0%} true, {sound:.0%} not false" + (f" (bar {bar[0]:.0%}, {bar[1]:.0%})" if bar else ""))


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    return groups


def remeasure(rows, nitless, clones):
    audits = {}
    told, silent = [], []
    for row in rows:
        if row["change"]:
            continue
        key = (row["repository"], row["commit"])
        if key not in audits:
            clone = pathlib.Path(clones) / row["repository"].replace("/", "+")
            if (clone / "repo").is_dir():
                clone = clone / "repo"
            run = subprocess.run(
                [nitless, "audit", row["commit"], "--repo", clone, "--format", "json"], capture_output=True, text=True)
            if run.returncode not in (0, 1):
                sys.exit(f"{nitless} could not audit {row['repository']}: {run.stderr.strip()}")
            audits[key] = json.loads(run.stdout)["introduced"]
        found = any(
            one["rule"] == row["rule"] and (one["fingerprint"] == row["fingerprint"]
                                            or one["path"] == row["path"] and one["line"] == row["line"])
            for one in audits[key])
        (told if found else silent).append(row)
    table("Still told, by level:", grouped(told, "level"))
    for row in silent:
        print(f"  no longer told: {row['verdict']} {row['rule']} {row['path']}:{row['line']} ({row['reason']})")
    for row in told:
        if row["verdict"] != "T":
            print(f"  still told: {row['verdict']} {row['rule']} {row['path']}:{row['line']} ({row['reason']})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--nitless")
    parser.add_argument("--clones")
    given = parser.parse_args()
    rows = verdicts()
    if given.nitless:
        if not given.clones:
            parser.error("--nitless needs --clones")
        return remeasure(rows, given.nitless, given.clones)
    rules = grouped(rows, "rule")
    wrong = []
    for page in sorted(ROOT.glob("Rules/*/*.md")):
        text = page.read_text()
        right = mended(text, rules.get(page.stem, []))
        claims = CLAIM.findall(text)
        carried = CLAIM.findall(right)
        if given.write and right != text:
            page.write_text(right)
        elif claims != carried or rules.get(page.stem) and sight(rules[page.stem]) not in text:
            wrong.append(f"{page.relative_to(ROOT)}: its figures are not those of the verdicts; run Tests/Scripts/evidence.py --write")
    table("First sight, by level:", grouped(rows, "level"))
    table("First sight, by rule:", rules)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
