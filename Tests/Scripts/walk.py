#!/usr/bin/env python3
"""Review every first-parent commit of real repositories, in slices, and say which of them break something.

  walk.py --nitless BIN --log DIR [--slice 200] [--minutes 60] [--seconds 10] [--sample 30] REPOSITORY...
  walk.py --log DIR --table

Each commit is reviewed against its first parent, oldest first, a slice of each repository in turn (bare ones will do).
DIR has a file for each repository with one line for each commit; a run with the same DIR goes on where the last one
stopped. Named are: an end by a signal, status 2 with what was said (files that do not parse aside, which are counted),
and more than --seconds of processor time.
Of every --sample-th commit B with its parent A and its grandparent Z it is also held that
  mirror:  B..A introduces what A..B fixes, and the other way round;
  audit:   what an audit of A finds, and what A..B introduces less what it fixes, is what an audit of B finds;
  chain:   Z..A and then A..B come to what Z..B says;
by rule and file, rules about a change aside. Findings that change their file with the code they are in are no difference.
The exit status is 1 if something was named.
"""
import argparse, collections, json, os, re, resource, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

def name(repository):
    path = os.path.abspath(repository).rstrip("/")
    return os.path.basename(os.path.dirname(path)) if os.path.basename(path) == "repo" else os.path.basename(path)

def git(repository, *command):
    return subprocess.run(["git", "-C", repository, *command], capture_output=True, text=True, errors="replace").stdout

def of_changes():
    """The rules about a change: an audit cannot have them."""
    found = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "Rules")):
        for file in files:
            if not file.endswith(".md"): continue
            text = open(os.path.join(folder, file), encoding="utf-8").read()
            if re.match(r"---\n(?:.*\n)*?compare:", text): found.add(file[:-3])
    return found

class Walk:
    def __init__(self, nitless, seconds):
        self.nitless, self.seconds, self.aside = nitless, seconds, of_changes()

    def run(self, *arguments):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run([self.nitless, *arguments, "--format", "json", "--jobs", "1"], capture_output=True, timeout=600)
            status, output, errors = done.returncode, done.stdout, done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            status, output, errors = "no end within 600 s", b"", ""
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cost = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)
        try: report = json.loads(output)
        except ValueError: report = {"introduced": []} if "no Swift file" in errors else None
        return status, cost, report, errors.strip()[-300:]

    def review(self, repository, before, after):
        return self.run("review", f"{before}..{after}", "--repo", repository)

    def entry(self, repository, commit, parent):
        status, cost, report, errors = self.review(repository, parent, commit)
        entry = {"commit": commit, "status": status, "seconds": cost}
        if report is not None:
            entry |= {"introduced": len(report["introduced"]), "fixed": len(report["fixed"])}
            skipped = [one for one in report.get("skipped", [])]
        named = []
        if report is None: named.append(f"status {status}, no report: {errors}")
        elif status not in (0, 1):
            entry["skipped"] = [f"{one['path']}: {one['because']}" for one in skipped][:5]
            if not skipped: named.append(f"status {status}: {errors}")
        if cost > self.seconds: named.append(f"{cost} s")
        if named: entry["named"] = named
        return entry, report

    def count(self, findings):
        return collections.Counter((one["rule"], one["path"]) for one in findings if one["rule"] not in self.aside)

    def differences(self, repository, commit, parent, grandparent, report):
        """What of the equations does not hold, in words."""
        told = []
        _, _, back, _ = self.review(repository, commit, parent)
        if back is None: return ["no review backwards"]
        for here, there in (("introduced", "fixed"), ("fixed", "introduced")):
            told += self.unequal(f"mirror, {here}", self.count(report[here]), self.count(back[there]))
        _, _, before, _ = self.run("audit", parent, "--repo", repository)
        _, _, after, _ = self.run("audit", commit, "--repo", repository)
        if before is None or after is None: return told + ["no audit"]
        whole = self.by_rule(before["introduced"]); whole.update(self.by_rule(report["introduced"])); whole.subtract(self.by_rule(report["fixed"]))
        told += self.unequal("audit", whole, self.by_rule(after["introduced"]))
        if grandparent:
            _, _, first, _ = self.review(repository, grandparent, parent)
            _, _, both, _ = self.review(repository, grandparent, commit)
            if first is None or both is None: return told + ["no chain"]
            steps = self.by_rule(first["introduced"] + report["introduced"]); steps.subtract(self.by_rule(first["fixed"] + report["fixed"]))
            once = self.by_rule(both["introduced"]); once.subtract(self.by_rule(both["fixed"]))
            told += self.unequal("chain", steps, once)
        return told

    def by_rule(self, findings):
        return collections.Counter(one["rule"] for one in findings if one["rule"] not in self.aside)

    @staticmethod
    def unequal(what, one, other):
        return [f"{what}: {key if isinstance(key, str) else ' in '.join(key)} {one[key]} and {other[key]}"
                for key in sorted(set(one) | set(other)) if one[key] != other[key]]

def walk(a):
    os.makedirs(a.log, exist_ok=True)
    walk = Walk(a.nitless, a.seconds)
    end = time.time() + 60 * a.minutes
    todo = []
    for repository in a.repositories:
        path = os.path.join(a.log, name(repository) + ".jsonl")
        done = sum(1 for _ in open(path)) if os.path.exists(path) else 0
        commits = git(repository, "rev-list", "--first-parent", "--reverse", "HEAD").split()
        todo.append([repository, path, commits, max(done, 1)])
    while any(one[3] < len(one[2]) for one in todo) and time.time() < end:
        for one in todo:
            repository, path, commits, next = one
            with open(path, "a") as log:
                if next == 1 and log.tell() == 0: log.write(json.dumps({"commit": commits[0], "status": "first"}) + "\n")
                for index in range(next, min(next + a.slice, len(commits))):
                    if time.time() >= end: return
                    entry, report = walk.entry(repository, commits[index], commits[index - 1])
                    if index % a.sample == 0 and report is not None and entry["status"] in (0, 1):
                        entry["equations"] = walk.differences(
                            repository, commits[index], commits[index - 1], commits[index - 2] if index > 1 else None, report)
                    log.write(json.dumps(entry) + "\n"); log.flush()
                    one[3] = index + 1

def table(log):
    missed = False
    print(f"{'repository':40} {'commits':>7} {'median':>7} {'most':>7} {'skipped':>7} {'sample':>6} {'hold':>5}")
    sums = collections.Counter(); told = []
    for file in sorted(os.listdir(log)):
        if not file.endswith(".jsonl"): continue
        entries = [json.loads(line) for line in open(os.path.join(log, file))]
        seconds = sorted(one["seconds"] for one in entries if "seconds" in one) or [0]
        sample = [one for one in entries if "equations" in one]
        row = {"commits": len(entries), "skipped": sum("skipped" in one for one in entries), "sample": len(sample),
               "hold": sum(not one["equations"] for one in sample)}
        sums.update(row)
        print(f"{file[:-6]:40} {row['commits']:7} {seconds[len(seconds) // 2]:7} {seconds[-1]:7} {row['skipped']:7} {row['sample']:6} {row['hold']:5}")
        for one in entries:
            for what in one.get("named", []): told.append(f"{file[:-6]} {one['commit'][:12]}: {what}")
            for what in one.get("equations", []): told.append(f"{file[:-6]} {one['commit'][:12]}: {what}")
    print(f"{'together':40} {sums['commits']:7} {'':7} {'':7} {sums['skipped']:7} {sums['sample']:6} {sums['hold']:5}")
    for line in told: print(line)
    return bool(told)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("repositories", nargs="*"); ap.add_argument("--nitless"); ap.add_argument("--log", required=True)
    ap.add_argument("--slice", type=int, default=200); ap.add_argument("--minutes", type=float, default=60)
    ap.add_argument("--seconds", type=float, default=10); ap.add_argument("--sample", type=int, default=30)
    ap.add_argument("--table", action="store_true")
    a = ap.parse_args()
    if not a.table: walk(a)
    sys.exit(table(a.log))

if __name__ == "__main__": main()
