#!/usr/bin/env python3
"""Review ordinary commits of real repositories, and hold nitless to its promise that most of them get no finding.

  quiet.py --nitless BIN [--commits 300] [--workers 2] [--log FILE] [--show RULE|all] REPOSITORY...

Each of the latest commits that are no merges and touch a Swift file is reviewed by itself, newest first, the
repositories in turn (bare ones will do). --log keeps what was found, one commit a line; a run with the same file goes
on where the last one stopped, or with --again reviews anew those commits that had findings. --show prints the findings
of a rule with the lines around them, for reading.
The exit status is 1 if the median of findings for each commit is above 0 or their mean is 0.15 or more in a
repository, or a review could not be done.
"""
import argparse, collections, concurrent.futures, json, os, statistics, subprocess, sys

MOST = 0.15

def git(repository, *command):
    return subprocess.run(["git", "-C", repository, *command], capture_output=True, text=True, errors="replace").stdout

def name(repository):
    path = os.path.abspath(repository).rstrip("/")
    return os.path.basename(os.path.dirname(path)) if os.path.basename(path) == "repo" else os.path.basename(path)

def commits(repository, count):
    return git(repository, "rev-list", "--no-merges", "--min-parents=1", f"--max-count={count}", "HEAD", "--", "*.swift").split()

def review(nitless, repository, commit):
    done = subprocess.run([nitless, "review", f"{commit}^..{commit}", "--repo", repository, "--format", "json", "--jobs", "1"],
                          capture_output=True, text=True, errors="replace")
    entry = {"repository": name(repository), "commit": commit, "status": done.returncode}
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return entry | {"findings": [], "failure": done.stderr.strip()[-300:]}
    keep = ("rule", "level", "path", "line", "fingerprint", "message", "why", "cause", "fix")
    found = [{key: one[key] for key in keep if key in one} for one in report["introduced"]]
    return entry | {"findings": found} | ({} if done.returncode in (0, 1) else {"failure": done.stderr.strip()[-300:]})

def show(repositories, entries, rule):
    for entry in entries:
        repository = repositories[entry["repository"]]
        for one in entry["findings"]:
            if rule not in ("all", one["rule"]): continue
            print(f"\n## {one['rule']} ({one['level']}) {entry['repository']} {entry['commit'][:10]} {one['path']}:{one['line']}")
            print("   " + one["message"])
            for why in one.get("why", [])[:6]: print(f"   because {why['says']} {why.get('path', '')}:{why.get('line', '')}")
            if "cause" in one: print(f"   cause {one['cause']['path']}:{one['cause']['line']}")
            lines = git(repository, "show", f"{entry['commit']}:{one['path']}").split("\n")
            for number in range(max(0, one["line"] - 5), min(len(lines), one["line"] + 8)):
                print(f"   {number + 1:5}{'>' if number + 1 == one['line'] else ' '} {lines[number][:150]}")

def table(entries):
    missed = False
    rules = collections.Counter(); levels = collections.Counter()
    print(f"{'repository':34} {'commits':>7} {'median':>6} {'mean':>6} {'quiet':>6}")
    by = collections.defaultdict(list)
    for entry in entries: by[entry["repository"]].append(entry)
    for repository, own in sorted(by.items()):
        counts = [len(entry["findings"]) for entry in own]
        median, mean = statistics.median(counts), statistics.mean(counts)
        missed |= median > 0 or mean >= MOST
        print(f"{repository:34} {len(counts):7} {median:6g} {mean:6.3f} {100 * counts.count(0) / len(counts):5.1f}%")
        for entry in own:
            rules.update(one["rule"] for one in entry["findings"]); levels.update(one["level"] for one in entry["findings"])
    counts = [len(entry["findings"]) for entry in entries]
    print(f"{'together':34} {len(counts):7} {statistics.median(counts):6g} {statistics.mean(counts):6.3f} "
          f"{100 * counts.count(0) / len(counts):5.1f}%   {dict(levels)}")
    for rule, count in rules.most_common(): print(f"  {rule:34} {count:5} {count / len(entries):8.4f} a commit")
    failures = [entry for entry in entries if "failure" in entry]
    for entry in failures: print(f"not done: {entry['repository']} {entry['commit'][:10]}: {entry['failure']}")
    return missed or bool(failures)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("repositories", nargs="+"); ap.add_argument("--nitless"); ap.add_argument("--commits", type=int, default=300)
    ap.add_argument("--workers", type=int, default=2); ap.add_argument("--log"); ap.add_argument("--show"); ap.add_argument("--again", action="store_true")
    a = ap.parse_args()
    repositories = {name(path): path for path in a.repositories}
    known = {}
    if a.log and os.path.exists(a.log):
        for line in open(a.log):
            entry = json.loads(line)
            known[entry["repository"], entry["commit"]] = entry
    if a.nitless:
        lists = {path: commits(path, a.commits) for path in a.repositories}
        turns = [(path, list[turn]) for turn in range(a.commits) for path, list in lists.items() if turn < len(list)]
        def wanted(path, commit):
            entry = known.get((name(path), commit))
            return entry is None or a.again and (entry["findings"] or "failure" in entry)
        todo = [(path, commit) for path, commit in turns if wanted(path, commit)]
        with concurrent.futures.ThreadPoolExecutor(a.workers) as pool:
            for entry in pool.map(lambda one: review(a.nitless, *one), todo):
                known[entry["repository"], entry["commit"]] = entry
                if a.log:
                    with open(a.log, "a") as log: log.write(json.dumps(entry) + "\n")
    entries = [entry for (repository, _), entry in known.items() if repository in repositories]
    if not entries: sys.exit("nothing was reviewed: name a program with --nitless, or a --log that has reviews")
    if a.show: show(repositories, entries, a.show)
    else: sys.exit(1 if table(entries) else 0)

main()
