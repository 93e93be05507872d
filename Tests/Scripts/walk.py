#!/usr/bin/env python3
"""Review every first-parent commit of real repositories, in slices, and say which of them break something.

  walk.py --walk BIN --log DIR [--slice 200] [--minutes 60] [--seconds 10] [--sample 30] REPOSITORY...
  walk.py --log DIR --table

BIN is `.build/release/Walk`, which reviews one commit after the other in one process (`swift build -c release --product
Walk`). Each commit is reviewed against its first parent, oldest first, a slice of each repository in turn (bare ones will
do). DIR has a file for each repository with one line for each commit; a run with the same DIR goes on where the last one
stopped. Named are: an end by a signal, what could not be done (files that do not parse aside, which are counted), and more
than --seconds of processor time.
Of every --sample-th commit B with its parent A and its grandparent Z it is also held that
  mirror:  B..A introduces what A..B fixes, and the other way round;
  audit:   what an audit of A finds, and what A..B introduces less what it fixes, is what an audit of B finds;
  chain:   Z..A and then A..B come to what Z..B says;
by rule and file, rules about a change aside, each of which may stand for what an audit tells there, and for the audit those that are told of changes alone. Findings that change their file with the code they are in are no difference.
The exit status is 1 if something was named.
"""
import argparse, collections, json, os, re, subprocess, sys, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

def name(repository):
    path = os.path.abspath(repository).rstrip("/")
    return os.path.basename(os.path.dirname(path)) if os.path.basename(path) == "repo" else os.path.basename(path)

def git(repository, *command):
    return subprocess.run(["git", "-C", repository, *command], capture_output=True, text=True, errors="replace").stdout

def of_changes(words):
    """The rules whose pages say one of some words: those about a change, and those that are told of changes alone."""
    found = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "Rules")):
        for file in files:
            if not file.endswith(".md"): continue
            text = open(os.path.join(folder, file), encoding="utf-8").read()
            head = text.split("\n---\n")[0]
            if re.search(rf"^ *(?:{words})", head, re.M): found.add(file[:-3])
    return found

class Walker:
    """One process for a repository, started anew where it ends."""
    def __init__(self, program, repository):
        self.command, self.process = [program, repository], None

    def answers(self, lines):
        """The answer to each request, as it comes."""
        at = 0
        while at < len(lines):
            if self.process is None:
                self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            threading.Thread(target=self.write, args=(self.process, "".join(line + "\n" for line in lines[at:]).encode())).start()
            while at < len(lines):
                watch = threading.Timer(600, self.process.kill); watch.start()
                answer = self.process.stdout.readline()
                watch.cancel()
                if not answer.endswith(b"\n"):
                    yield {"error": f"ended by signal {-self.process.wait()}", "introduced": [], "fixed": [], "skipped": []}
                    self.process = None
                    at += 1
                    break
                yield json.loads(answer)
                at += 1

    @staticmethod
    def write(process, text):
        try: process.stdin.write(text); process.stdin.flush()
        except (OSError, ValueError): pass

    def end(self):
        if self.process: self.process.kill(); self.process.wait(); self.process = None

class Equations:
    def __init__(self):
        self.aside = of_changes("compare:")
        # No audit has them, so nothing can be added up to one.
        self.not_standing = self.aside | of_changes("(?:- )?standing: false *$")

    def requests(self, commit, parent, grandparent):
        chain = [f"review {grandparent} {parent}", f"review {grandparent} {commit}"] if grandparent else []
        return [f"review {commit} {parent}", f"audit {parent}", f"audit {commit}"] + chain

    def differences(self, report, others):
        """What does not hold, in words."""
        failed = [one["error"] for one in others if one.get("error")]
        if failed: return failed
        back, before, after, *chain = others
        told = []
        for here, there in (("introduced", "fixed"), ("fixed", "introduced")):
            told += self.unequal(f"mirror, {here}", self.count(report[here]), self.count(back[there]),
                self.in_stead(report if here == "introduced" else back))
        whole, audited = [self.by_rule(one["introduced"], self.not_standing) for one in (before, after)]
        whole.update(self.by_rule(report["introduced"], self.not_standing)); whole.subtract(self.by_rule(report["fixed"], self.not_standing))
        told += self.unequal("audit", whole, audited)
        if chain:
            first, both = chain
            steps = self.by_rule(first["introduced"] + report["introduced"]); steps.subtract(self.by_rule(first["fixed"] + report["fixed"]))
            once = self.by_rule(both["introduced"]); once.subtract(self.by_rule(both["fixed"]))
            told += self.unequal("chain", steps, once)
        return told

    def count(self, findings): return collections.Counter((rule, path) for rule, path in findings if rule not in self.aside)

    def by_rule(self, findings, aside=None):
        return collections.Counter(rule for rule, _ in findings if rule not in (self.aside if aside is None else aside))

    def in_stead(self, review):
        """By file, how many findings a rule about the change tells: each may stand for what an audit tells there."""
        return collections.Counter(path for rule, path in review["introduced"] if rule in self.aside)

    @staticmethod
    def unequal(what, one, other, in_stead={}):
        return [f"{what}: {key if isinstance(key, str) else ' in '.join(key)} {one[key]} and {other[key]}"
                for key in sorted(set(one) | set(other))
                if abs(one[key] - other[key]) > in_stead.get(key[1] if isinstance(key, tuple) else None, 0)]

def entry(commit, answer, most):
    entry = {"commit": commit, "seconds": answer.get("seconds", 0), "introduced": len(answer["introduced"]), "fixed": len(answer["fixed"])}
    if answer.get("isMissed"): entry["skipped"] = answer["skipped"][:5]
    named = [answer["error"]] if answer.get("error") else []
    if entry["seconds"] > most: named.append(f"{entry['seconds']} s")
    if named: entry["named"] = named
    return entry

def walk(a):
    os.makedirs(a.log, exist_ok=True)
    equations = Equations()
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
            steps, lines = [], []
            for index in range(next, min(next + a.slice, len(commits))):
                more = index % a.sample == 0
                steps.append((index, more))
                lines.append(f"review {commits[index - 1]} {commits[index]}")
                if more: lines += equations.requests(commits[index], commits[index - 1], commits[index - 2] if index > 1 else None)
            if not steps: continue
            walker = Walker(a.walk, repository)
            answers = walker.answers(lines)
            with open(path, "a") as log:
                if next == 1 and log.tell() == 0: log.write(json.dumps({"commit": commits[0]}) + "\n")
                for index, more in steps:
                    if time.time() >= end: break
                    report = answers.__next__()
                    line = entry(commits[index], report, a.seconds)
                    if more:
                        others = [answers.__next__() for _ in range(5 if index > 1 else 3)]
                        if not report.get("error"): line["equations"] = equations.differences(report, others)
                    log.write(json.dumps(line) + "\n"); log.flush()
                    one[3] = index + 1
            walker.end()
            if time.time() >= end: return

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
    ap.add_argument("repositories", nargs="*"); ap.add_argument("--walk"); ap.add_argument("--log", required=True)
    ap.add_argument("--slice", type=int, default=200); ap.add_argument("--minutes", type=float, default=60)
    ap.add_argument("--seconds", type=float, default=10); ap.add_argument("--sample", type=int, default=30)
    ap.add_argument("--table", action="store_true")
    a = ap.parse_args()
    if not a.table: walk(a)
    sys.exit(table(a.log))

if __name__ == "__main__": main()
