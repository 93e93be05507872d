#!/usr/bin/env python3
"""A review that takes over what the other program has found out says the same as one that works both out whole.

  same-review.py --nitless BIN [--commits N] [--done FILE] REPOSITORY...

Reviews the last N (100) first-parent commits of each repository (bare ones will do) that touch Swift, twice each, oldest
first: without a cache, where the program before the change takes over what it can from the one after it; and with one,
where what was found before the change is what was found after the one before it, worked out whole. The reports must be
equal to the byte. Prints what differs; the exit status is 1 if anything does. With --done, commits that are named in the
file are passed over, and those that are equal are added to it: a run that was cut off goes on.
"""
import argparse, os, subprocess, sys, tempfile

def commits(repository, count):
    done = subprocess.run(["git", "-C", repository, "rev-list", "--first-parent", "--no-merges", "--min-parents=1",
                           f"--max-count={count}", "HEAD", "--", "*.swift"], capture_output=True, text=True, check=True)
    return done.stdout.split()[::-1]

def review(nitless, repository, commit, *options):
    done = subprocess.run([nitless, "review", f"{commit}~1..{commit}", "--repo", repository, "--format", "json", *options],
                          capture_output=True)
    return done.returncode, done.stdout, done.stderr

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nitless", required=True)
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--done")
    parser.add_argument("repositories", nargs="+")
    options = parser.parse_args()
    passed = set()
    if options.done and os.path.exists(options.done):
        with open(options.done) as lines:
            passed = set(lines.read().split())
    same = different = broken = 0
    for repository in options.repositories:
        with tempfile.TemporaryDirectory() as cache:
            for commit in commits(repository, options.commits):
                if commit in passed:
                    continue
                alone = review(options.nitless, repository, commit, "--no-cache")
                kept = review(options.nitless, repository, commit, "--cache", cache)
                if alone != kept:
                    different += 1
                    print(f"{repository} {commit}: {alone[0]} {len(alone[1])} bytes, {kept[0]} {len(kept[1])} bytes", flush=True)
                    continue
                same += 1
                broken += alone[0] == 2
                if options.done:
                    with open(options.done, "a") as lines:
                        lines.write(commit + "\n")
    print(f"{same} commits the same, {different} not; {broken} of the same could not be reviewed")
    return 1 if different else 0

if __name__ == "__main__":
    sys.exit(main())
