#!/usr/bin/env python3
"""Breaks real code in small ways, one at a time, and counts how often nitless says so.

Each mutation is what a tired person does: it flips the flag that a test asserts, drops the wait of an
asynchronous test, empties a `catch`, drops a call of `super`, removes one of a function's completion
calls, or renames a key that something is stored under. Each is made as a commit in a clone of its own
(the repository given is only read), and reviewed against its parent. A mutation counts as reported if
something is introduced in the mutated file. The choice is the same in every run.

With `--together`, all mutations of a repository that are in different files make one commit: much quicker,
and less exact, for one may hide or bring out what another does.

  mutations.py --nitless BIN [--count 200] [--misses] [--together] REPOSITORY...
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile


def git(repository, *arguments, text=None, environment=None):
    return subprocess.run(
        ["git", "-C", repository, *arguments], check=True, capture_output=True, input=text,
        env={**os.environ, **(environment or {})}).stdout


def body_at(source, brace):
    """The end of the block whose opening brace is at `brace`; strings and comments are skipped roughly."""
    depth = 0
    for match in re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|[{}]').finditer(source, brace):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return None


def functions(source):
    for match in re.finditer(r"\bfunc\s+\w+[^{}]*\{", source):
        end = body_at(source, match.end() - 1)
        if end:
            yield match.start(), match.end(), end


def without_line(source, position):
    start = source.rfind("\n", 0, position) + 1
    end = source.find("\n", position)
    return source[:start] + source[end + 1:]


def is_one_statement(source, position):
    """Whether the line at a position is a statement by itself: balanced, and nothing before it."""
    start = source.rfind("\n", 0, position) + 1
    line = source[start:source.find("\n", position)]
    return not source[start:position].strip() and line.count("(") == line.count(")") and line.count("{") == line.count("}")


def flipped_flags(path, source):
    if "Tests" not in path:
        return
    for start, body, end in functions(source):
        for flag in re.finditer(r"\bvar (\w+)(?:: Bool)? = (true|false)\b", source[body:end]):
            name, value = flag.groups()
            other = "true" if value == "false" else "false"
            asserts = f"XCTAssert{other.capitalize()}({name})"
            if asserts in source[body:end]:
                at = body + flag.start(2)
                yield source[:at] + other + source[at + len(value):]


def dropped_waits(path, source):
    if "Tests" not in path:
        return
    for start, body, end in functions(source):
        waits = list(re.finditer(r"(await fulfillment\(|waitForExpectations\(|wait\(for:)", source[body:end]))
        if len(waits) != 1 or not re.search(r"\{[^{}]*XCTAssert[^{}]*\}", source[body:end]):
            continue
        # Only a test that asserts nowhere but inside its closures says nothing without the wait.
        inside = source[body:end - 1]
        while re.search(r"\{[^{}]*\}", inside):
            inside = re.sub(r"\{[^{}]*\}", "", inside)
        if "XCTAssert" in inside or "#expect" in inside:
            continue
        at = body + waits[0].start()
        if is_one_statement(source, at):
            yield without_line(source, at)


def emptied_catches(path, source):
    if "Tests" in path:
        return
    for match in re.finditer(r"\bcatch\s*(?:let \w+\s*)?\{", source):
        end = body_at(source, match.end() - 1)
        inside = source[match.end():end - 1] if end else ""
        if re.search(r"\w\(", inside) and not re.search(r"\b(print|[lL]og\w*|DDLog\w*|NSLog|os_log|debug|return|throw)\b", inside):
            yield source[:match.end()] + source[end - 1:]


LIFECYCLE = "viewDidLoad|viewWillAppear|viewDidAppear|viewWillDisappear|viewDidDisappear|prepareForReuse|awakeFromNib"


def dropped_supers(path, source):
    if "Tests" in path:
        return
    for match in re.finditer(rf"^[ \t]*super\.({LIFECYCLE})\([^\n]*\)[ \t]*\n", source, re.M):
        yield source[:match.start()] + source[match.end():]


def dropped_completions(path, source):
    if "Tests" in path:
        return
    for start, body, end in functions(source):
        head = source[start:body]
        name = re.search(r"\b(completion|completionHandler|onCompletion)\b[^,]*@escaping", head)
        if not name:
            continue
        calls = list(re.finditer(rf"^[ \t]*{name.group(1)}\(.*\)[ \t]*$", source[body:end], re.M))
        if len(calls) < 2:
            continue
        for call in calls:
            at = body + call.start() + len(call.group()) - len(call.group().lstrip())
            if is_one_statement(source, at):
                yield without_line(source, at)


def renamed_keys(path, source):
    if "Tests" in path:
        return
    for match in re.finditer(r'(?:forKey: |@AppStorage\()"(\w+)"', source):
        line = source[source.rfind("\n", 0, match.start()) + 1:match.end()]
        # What is set by `setValue(_:forKey:)` on just any object is not stored.
        if not re.search(r"[dD]efaults|[kK]eychain|AppStorage|standard", line):
            continue
        at = match.start(1)
        yield source[:at] + "renamed" + source[at].upper() + source[at + 1:]
    for match in re.finditer(r"enum CodingKeys: String, CodingKey \{", source):
        end = body_at(source, match.end() - 1)
        key = re.search(r'case \w+ = "(\w+)"', source[match.end():end]) if end else None
        if key:
            at = match.end() + key.start(1)
            yield source[:at] + "renamed_" + source[at:]


KINDS = {
    "flag flipped": flipped_flags, "wait dropped": dropped_waits, "catch emptied": emptied_catches,
    "super dropped": dropped_supers, "completion removed": dropped_completions, "key renamed": renamed_keys,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nitless", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--misses", action="store_true", help="print what was not reported")
    parser.add_argument("--together", action="store_true", help="one commit for many mutations")
    parser.add_argument("--only", help="one kind of mutation")
    parser.add_argument("--keep", help="a folder to make the clones in, and to keep them")
    parser.add_argument("repository", nargs="+")
    options = parser.parse_args()

    mutations = collections.defaultdict(list)
    for number, repository in enumerate(options.repository):
        listing = git(repository, "ls-tree", "-r", "-z", "HEAD").decode("utf-8", "replace").split("\0")
        blobs = [entry.split(None, 2)[2].partition("\t") for entry in listing if entry.endswith(".swift")]
        for blob, _, path in blobs:
            try:
                source = git(repository, "cat-file", "blob", blob).decode("utf-8")
            except (subprocess.CalledProcessError, UnicodeDecodeError):
                continue
            for kind, make in KINDS.items():
                for mutant in make(path, source):
                    mutations[kind].append((number, path, mutant))

    random.seed(20)
    share = -(-options.count // len(KINDS))
    chosen = []
    for kind in KINDS:
        # In turn by repository, so that a large one does not crowd out the others.
        queues = collections.defaultdict(list)
        for mutation in random.sample(mutations[kind], len(mutations[kind])):
            queues[mutation[0]].append(mutation)
        taken = []
        while len(taken) < share and any(queues.values()):
            taken += [queue.pop() for queue in queues.values() if queue]
        chosen += [(kind, *mutation) for mutation in taken[:share]]

    if options.only:
        chosen = [mutation for mutation in chosen if mutation[0] == options.only]

    counts = collections.Counter()
    reported = collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        clones = []
        for number, repository in enumerate(options.repository):
            clone = os.path.join(folder, str(number))
            if not os.path.isdir(clone):
                subprocess.run(["git", "clone", "-q", "--bare", "--shared", repository, clone], check=True)
            clones.append(clone)
        for number, batch in batches(chosen, options.together):
            clone = clones[number]
            commit = committed(clone, os.path.join(folder, f"index-{number}"), batch)
            run = subprocess.run(
                [options.nitless, "review", f"HEAD..{commit}", "--repo", clone, "--format", "json"], capture_output=True)
            if run.returncode not in (0, 1):
                print(f"exit {run.returncode}: {commit} in {clone}: {run.stderr.decode('utf-8', 'replace').strip()}")
                continue
            findings = json.loads(run.stdout)["introduced"]
            for kind, path, _ in batch:
                found = [finding for finding in findings if finding["path"] == path]
                counts[kind] += 1
                reported[kind] += bool(found)
                if options.misses and not found:
                    print(f"missed: {kind}: {clone} {commit} {path}", flush=True)

    for kind in KINDS:
        if counts[kind]:
            print(f"{kind}: {reported[kind]} of {counts[kind]} reported")
    total = sum(counts.values())
    print(f"together: {sum(reported.values())} of {total} reported")
    sys.exit(0 if total >= options.count and sum(reported.values()) >= 0.8 * total else 1)


def batches(chosen, are_together):
    """The mutations of each commit to make, as (kind, path, source), with the number of their repository."""
    if not are_together:
        return [(number, [(kind, path, mutant)]) for kind, number, path, mutant in chosen]
    result = []
    for kind, number, path, mutant in chosen:
        for other, batch in result:
            if other == number and all(path != taken for _, taken, _ in batch):
                batch.append((kind, path, mutant))
                break
        else:
            result.append((number, [(kind, path, mutant)]))
    return result


def committed(clone, index, batch):
    environment = {"GIT_INDEX_FILE": index}
    git(clone, "read-tree", "HEAD", environment=environment)
    for _, path, mutant in batch:
        blob = git(clone, "hash-object", "-w", "--stdin", text=mutant.encode()).decode().strip()
        mode = git(clone, "ls-tree", "HEAD", "--", path).decode().split()[0]
        git(clone, "update-index", "--cacheinfo", f"{mode},{blob},{path}", environment=environment)
    tree = git(clone, "write-tree", environment=environment).decode().strip()
    return git(
        clone, "-c", "user.name=Mutation", "-c", "user.email=mutation@example.invalid", "commit-tree", tree, "-p", "HEAD",
        "-m", "Mutation").decode().strip()


main()
