"""What a pull request on GitHub looks like after each run of `nitless ci`."""

import json

from bench import Bench, check, equal, marks, viewer
from github import TOKEN, GitHub
from server import Elsewhere

LEAK_LINE = 16  # where a viewer sets its closure


class Case:
    def __init__(self, nitless, count=3, leaking=("A", "B")):
        self.bench = Bench(nitless)
        self.names = [chr(65 + n) for n in range(count)] if count <= 26 else [f"N{n:03}" for n in range(count)]
        self.base = self.bench.commit("main", {self.path(n): viewer(n, False) for n in self.names})
        self.elsewhere = Elsewhere()
        self.github = GitHub(self.bench.origin, "main", self.elsewhere.root)
        self.push(*leaking)

    def close(self):
        self.github.close()
        self.elsewhere.close()
        self.bench.close()

    def path(self, name):
        return f"Sources/Viewer{name}.swift"

    def push(self, *leaking, **files):
        """What the pull request is now: these viewers leak, the others do not."""
        files = {self.path(n): viewer(n, n in leaking) for n in self.names} | files
        self.github.head = self.bench.commit("feature", files)
        return self.github.head

    def move_base(self):
        """The base gets lines at the top of a file that the pull request touches."""
        self.bench.commit("main", {self.path("A"): "// one\n// two\n// three\n" + viewer("A", False)})
        self.bench.git("checkout", "--quiet", "feature")

    def environment(self, merge, fork=False):
        head = {"sha": self.github.head, "ref": "feature", "repo": {"full_name": "someone/r" if fork else "o/r"}}
        event = {
            "pull_request": {"number": 1, "head": head, "base": {"sha": self.base, "ref": "main", "repo": {"full_name": "o/r"}}},
            "repository": {"full_name": "o/r", "default_branch": "main"}}
        self.summary = self.bench.file("summary.md")
        return {
            "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": self.github.root,
            "GITHUB_GRAPHQL_URL": self.github.root + "/graphql", "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REF": "refs/pull/1/merge", "GITHUB_SHA": merge, "GITHUB_BASE_REF": "main", "GITHUB_TOKEN": TOKEN,
            "GITHUB_EVENT_PATH": self.bench.file("event.json", json.dumps(event)), "GITHUB_STEP_SUMMARY": self.summary}

    def run(self, *arguments, status=1, fork=False, depth=1, **variables):
        merge = self.bench.merge("feature")
        environment = {**self.environment(merge, fork), **variables}
        self.clone = self.bench.checkout(merge, depth)
        self.github.log.clear()
        done = self.bench.run(self.clone, environment, *arguments)
        equal(done.returncode, status, f"exit status; it said\n{done.stdout}\n{done.stderr}")
        equal(self.github.problems + self.elsewhere.problems, [], "problems that the host saw")
        equal([f for f in self.github.faults if 0 < f[3] < 90], [], "faults that nobody met")
        return done

    def writes(self):
        """What the run wrote, without what it asked."""
        return [line for line in self.github.log if not line.startswith("GET") and line != "POST /graphql"]

    def threads(self):
        """[(name, line, is open, replies, is marked as fixed)], sorted."""
        found = []
        for thread in self.github.threads:
            first = thread["comments"][0]
            [(_, _, fixed)] = marks(first["body"])
            name = thread["path"].removeprefix("Sources/Viewer").removesuffix(".swift")
            found.append((name, thread["line"], not thread["resolved"], len(thread["comments"]) - 1, bool(fixed)))
        return sorted(found)

    def only_summary(self):
        equal(len(self.github.comments), 1, "comments on the pull request as a whole")
        return self.github.comments[0]["body"]


def first_run(case):
    done = case.run()
    equal(case.threads(), [("A", LEAK_LINE, True, 0, False), ("B", LEAK_LINE, True, 0, False)], "threads")
    equal(case.github.reviews, 1, "reviews")
    check(case.only_summary().startswith("### nitless: 2 bugs"), "the summary's title")
    check("2 findings stand beside the lines." in case.only_summary(), "where the findings are")
    [run] = case.github.checks
    equal((run["conclusion"], run["title"], run["sha"]), ("failure", "2 bugs", case.github.head), "the check")
    equal(sorted(run["annotations"]), [(case.path(n), LEAK_LINE, "failure") for n in "AB"], "annotations")
    check("::error" not in done.stdout, "annotations stand in the check, not twice")
    check("2 bugs" in open(case.summary).read(), "the job's summary")
    body = case.github.threads[0]["comments"][0]["body"]
    for words in ("**bug** ", "<details><summary>Why</summary>", "nitless:allow weak-dropped - reason",
                  f"https://github.com/o/r/blob/{case.github.head}/Sources/ViewerA.swift#L"):
        check(words in body, f"{words!r} is missing in the comment:\n{body}")


def suggestion(case):
    case.run()
    body = case.github.threads[0]["comments"][0]["body"]
    check("```suggestion\n    downloaderA.onDone = { [weak self] in self?.show() }\n```" in body, f"no suggestion in\n{body}")


def nothing_changed(case):
    case.run()
    before = json.dumps([case.github.threads, case.github.comments, case.github.checks])
    case.run()
    equal(case.writes(), [], "what the second run wrote")
    equal(json.dumps([case.github.threads, case.github.comments, case.github.checks]), before, "the pull request")


def fixed_and_new(case):
    case.run()
    case.push("B", "C")
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, False, 0, True), ("B", LEAK_LINE, True, 0, False), ("C", LEAK_LINE, True, 0, False)], "threads")
    check(case.github.threads[0]["comments"][0]["body"].startswith(f"**Fixed** as of {case.github.head[:10]}."), "the news")
    check(case.only_summary().startswith("### nitless: 2 bugs"), "the summary")
    equal(len(case.github.checks), 2, "a check for each commit")
    # And back again: the old thread is opened anew, and none is added.
    case.push("A", "B", "C")
    case.run()
    equal([t[:3] for t in case.threads()], [(n, LEAK_LINE, True) for n in "ABC"], "threads")
    check(not marks(case.github.threads[0]["comments"][0]["body"])[0][2], "the old thread speaks of the finding again")


def all_fixed(case):
    case.run()
    case.push()
    case.run(status=0)
    equal([t[2] for t in case.threads()], [False, False], "threads")
    check(case.only_summary().startswith("### nitless: nothing found"), "the summary")
    equal(case.github.checks[-1]["conclusion"], "success", "the check")


def nothing_to_say(case):
    case.push()
    case.run(status=0)
    equal((case.github.threads, case.github.comments), ([], []), "a change without findings is left in peace")


def replied(case):
    case.run()
    case.github.threads[0]["comments"].append({"id": 7, "body": "Is it? " + case.github.threads[0]["comments"][0]["body"], "mine": False})
    case.push("B")
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, False, 1, True), ("B", LEAK_LINE, True, 0, False)], "threads")
    check(case.github.threads[0]["comments"][1]["body"].startswith("Is it?"), "the reply is as it was")


def resolved_by_a_person(case):
    case.run()
    case.github.threads[0]["resolved"] = True
    case.run()
    equal([t[2] for t in case.threads()], [False, True], "what a person settled stays settled")


def somebody_else(case):
    case.github.threads.append({"id": 1, "path": "Sources/ViewerA.swift", "line": 1, "resolved": False, "side": "RIGHT",
                                "comments": [{"id": 2, "body": "quote\n\n<!-- nitless:v1:review:0000 -->", "mine": False}], "edits": 0})
    case.run()
    equal((case.github.threads[0]["resolved"], case.github.threads[0]["edits"]), (False, 0), "another's comment")
    equal(len(case.github.threads), 3, "threads")


def two_jobs(case):
    case.run("--name", "ios")
    case.run("--name", "mac")
    equal((len(case.github.threads), len(case.github.comments)), (4, 2), "each job has its own")
    case.push()
    case.run("--name", "ios", status=0)
    equal(sum(t["resolved"] for t in case.github.threads), 2, "a job resolves its own alone")


def may_not_resolve(case):
    case.github.may.discard("resolve")
    case.run()
    case.push("B")
    case.run()
    equal(case.threads()[0], ("A", LEAK_LINE, True, 0, True), "the thread cannot be resolved")
    check(case.github.threads[0]["comments"][0]["folded"], "so its comment is folded away")
    case.run()
    equal(case.writes(), [], "and that is not tried again")
    case.push("A", "B")
    case.run()
    check(not case.github.threads[0]["comments"][0]["folded"], "and unfolded when the finding is back")


def moved_base(case):
    case.move_base()
    case.run()
    equal([t[:2] for t in case.threads()], [("A", LEAK_LINE), ("B", LEAK_LINE)], "lines are the pull request's own")


def full_clone(case):
    case.move_base()
    case.run(depth=0)
    equal([t[:2] for t in case.threads()], [("A", LEAK_LINE), ("B", LEAK_LINE)], "threads")


def two_hundred(case):
    case.run()
    equal(len(case.github.threads), 30, "comments on lines")
    equal(case.github.reviews, 1, "reviews")
    summary = case.only_summary()
    check(summary.startswith("### nitless: 200 bugs") and len(summary) <= 65536, "the summary")
    for thread in case.github.threads:
        check(f"/{thread['path']}#L" not in summary, f"{thread['path']} is told twice")
    listed = summary.count("\n- **bug**")
    check(listed == 170 or "… and" in summary, f"the summary has {listed} of 170")
    [run] = case.github.checks
    equal(len(run["annotations"]), 200, "annotations")
    equal(len(set(run["annotations"])), 200, "annotations that differ")
    before = json.dumps([case.github.threads, case.github.comments, case.github.checks])
    case.github.pages = 7
    case.run()
    equal(json.dumps([case.github.threads, case.github.comments, case.github.checks]), before, "after a second run")


def fork(case):
    case.github.may.clear()
    done = case.run(fork=True)
    equal((case.github.threads, case.github.comments, case.github.checks), ([], [], []), "nothing is written")
    equal(done.stdout.count("::error file=Sources/Viewer"), 2, f"annotations in the log:\n{done.stdout}")
    check("closure" in open(case.summary).read(), "the job's summary tells all")
    check("Documentation/CI.md" in done.stderr, f"how to post for forks:\n{done.stderr}")


def no_token(case):
    done = case.run(GITHUB_TOKEN="")
    equal(case.github.log, [], "nothing is asked without a token")
    check("no token in" in done.stderr and done.stdout.count("::error") == 2, done.stderr)


def saved_and_posted(case):
    file = case.bench.folder + "/review.json"
    case.run("--save", file, fork=True, GITHUB_TOKEN="")
    equal(case.github.log, [], "saving asks nobody")
    event = {
        "workflow_run": {"head_sha": case.github.head, "head_branch": "feature", "head_repository": {"full_name": "someone/r", "owner": {"login": "someone"}}},
        "repository": {"full_name": "o/r", "default_branch": "main"}}
    case.github.pulls = [{"number": 9, "owner": "someone", "branch": "feature", "sha": "0" * 40},
                         {"number": 1, "owner": "someone", "branch": "feature", "sha": case.github.head}]
    environment = {**case.environment("x"), "GITHUB_EVENT_PATH": case.bench.file("event2.json", json.dumps(event)),
                   "GITHUB_REF": "refs/heads/main", "GITHUB_BASE_REF": ""}
    done = case.bench.run(case.bench.folder, environment, "--post", file)
    equal(done.returncode, 0, done.stderr)
    equal([t[:3] for t in case.threads()], [("A", LEAK_LINE, True), ("B", LEAK_LINE, True)], "threads")
    # What an untrusted run may have written into the file.
    saved = json.load(open(file))
    for change, words in [
        (lambda p: p.update(head="1" * 40), "is about the commit"),
        (lambda p: p["entries"][0].update(rule="x -->\n@everyone"), "no name"),
        (lambda p: p["entries"][0].update(path="../x"), "cannot be"),
        (lambda p: p["entries"][0].update(line=-1), "cannot be"),
    ]:
        changed = json.loads(json.dumps(saved))
        change(changed["posting"])
        bad = case.bench.file("bad.json", json.dumps(changed))
        done = case.bench.run(case.bench.folder, environment, "--post", bad)
        check(done.returncode == 2 and words in done.stderr, f"{words}: {done.returncode} {done.stderr}")
    hostile = json.loads(json.dumps(saved))
    hostile["posting"]["entries"][0]["message"] = "@everyone <img src=x> [a](http://evil.example) #1\n/close"
    done = case.bench.run(case.bench.folder, environment, "--post", case.bench.file("h.json", json.dumps(hostile)))
    body = case.github.threads[0]["comments"][0]["body"]
    check("@everyone" not in body and "<img" not in body and "[a](" not in body and "\n/close" not in body, body)
    # That nothing was found is no word of ours, and threads of another job are none of its.
    empty = json.loads(json.dumps(saved))
    empty["posting"].update(entries=[], scope="other", isIncomplete=False)
    count = len(case.github.checks)
    case.bench.run(case.bench.folder, environment, "--name", "third", "--post", case.bench.file("e.json", json.dumps(empty)))
    conclusions = [c["conclusion"] for c in case.github.checks[count:]]
    check(conclusions and "success" not in conclusions, f"a forged check: {conclusions}")
    check(all("third" in c["name"] for c in case.github.checks[count:]), "the check is the posting job's own")


def hated_line(case):
    case.github.hated_lines = {(case.path("B"), LEAK_LINE)}
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, True, 0, False), ("C", LEAK_LINE, True, 0, False)], "threads")
    summary = case.only_summary()
    check("Sources/ViewerB.swift" in summary and "Sources/ViewerA.swift" not in summary, f"the summary tells of B alone:\n{summary}")


def lost(method, path):
    def scenario(case):
        case.github.faults = [[method, path, "lose", 1]]
        case.run()
        equal(case.threads(), [("A", LEAK_LINE, True, 0, False), ("B", LEAK_LINE, True, 0, False)], "threads")
        equal((len(case.github.comments), len(case.github.checks)), (1, 1), "summary and check")
    return scenario


def lost_annotations(case):
    case.github.faults = [["PATCH", "/check-runs/", "lose", 1], ["PATCH", "/check-runs/", "drop", 1]]
    case.run()
    [run] = case.github.checks
    equal((len(run["annotations"]), len(set(run["annotations"]))), (200, 200), "each annotation is there once")


def trouble(action):
    def scenario(case):
        case.github.faults = [["POST", "/reviews", action, 1], ["POST", "/comments", action, 1], ["POST", "/graphql", action, 1]]
        case.run()
        equal(case.threads(), [("A", LEAK_LINE, True, 0, False), ("B", LEAK_LINE, True, 0, False)], "threads")
        equal((len(case.github.comments), len(case.github.checks)), (1, 1), "summary and check")
    return scenario


def sent_away(case):
    case.github.faults = [["POST", "/reviews", "away", 99]]
    done = case.run(status=2)
    check("redirected to" in done.stderr, done.stderr)
    equal(case.github.threads, [], "threads")
    equal(done.stdout.count("::error file="), 2, "annotations in the log stand in")


def moved_on(case):
    case.bench.merge("feature")
    case.github.head, old = "f" * 40, case.github.head
    merge = case.bench.git("rev-parse", "refs/pull/1/merge")
    environment = case.environment(merge)
    event = json.load(open(environment["GITHUB_EVENT_PATH"]))
    event["pull_request"]["head"]["sha"] = old
    environment["GITHUB_EVENT_PATH"] = case.bench.file("event.json", json.dumps(event))
    done = case.bench.run(case.bench.checkout(merge), environment)
    check("has moved on" in done.stderr, done.stderr)
    equal((case.github.threads, case.github.comments, case.github.checks), ([], [], []), "a run of yesterday writes nothing")


def fork_configuration(case):
    case.push("A", "B", **{".nitless.yml": "disable: [closure-retain-cycle, weak-dropped]\n"})
    done = case.run(fork=True)
    check("`.nitless.yml`: the change touches what is configured here" in case.only_summary(), case.only_summary())
    equal(len(case.github.threads), 2, "the fork's configuration does not hold")


def own_configuration(case):
    case.push("A", "B", **{".nitless.yml": "disable: [closure-retain-cycle, weak-dropped]\n"})
    case.run(status=0)
    equal(len(case.github.threads), 0, "a branch of one's own may configure")
    check("`.nitless.yml`: the change touches what is configured here" in case.only_summary(), case.only_summary())


def no_remote(case):
    merge = case.bench.merge("feature")
    clone = case.bench.checkout(merge)
    case.bench.git("remote", "remove", "origin", cwd=clone)
    done = case.bench.run(clone, case.environment(merge))
    check(done.returncode == 2 and "fetch-depth: 0" in done.stderr, f"{done.returncode} {done.stderr}")


def head_checkout(case):
    """A checkout of the pull request's own last commit, one commit deep, while the base moves on."""
    case.move_base()
    clone = case.bench.checkout(case.github.head)
    done = case.bench.run(clone, case.environment(case.github.head))
    equal((done.returncode, case.github.problems), (1, []), done.stderr)
    equal([t[:2] for t in case.threads()], [("A", LEAK_LINE), ("B", LEAK_LINE)], "threads")


def pushed(case):
    event = {"before": case.base, "after": case.github.head, "repository": {"full_name": "o/r", "default_branch": "main"}}
    environment = {**case.environment("x"), "GITHUB_REF": "refs/heads/feature", "GITHUB_BASE_REF": "", "GITHUB_SHA": case.github.head,
                   "GITHUB_EVENT_PATH": case.bench.file("event.json", json.dumps(event))}
    done = case.bench.run(case.bench.checkout(case.github.head), environment)
    equal((done.returncode, done.stdout.count("::error file=")), (1, 2), done.stdout + done.stderr)
    equal(case.github.log, [], "a push is written to no pull request")


SCENARIOS = {
    "first-run": first_run, "suggestion": suggestion, "nothing-changed": nothing_changed, "fixed-and-new": fixed_and_new,
    "all-fixed": all_fixed, "nothing-to-say": nothing_to_say, "replied": replied, "resolved-by-a-person": resolved_by_a_person,
    "somebody-else": somebody_else, "two-jobs": two_jobs, "may-not-resolve": may_not_resolve, "moved-base": moved_base,
    "full-clone": full_clone, "two-hundred": two_hundred, "fork": fork, "no-token": no_token,
    "saved-and-posted": saved_and_posted, "hated-line": hated_line, "lost-review": lost("POST", "/reviews"),
    "lost-summary": lost("POST", "/issues/1/comments"), "lost-check": lost("POST", "/check-runs"),
    "lost-annotations": lost_annotations, "secondary-limit": trouble("limit"), "bad-gateway": trouble("fail"),
    "dropped": trouble("drop"), "redirect": sent_away, "moved-on": moved_on, "fork-configuration": fork_configuration,
    "own-configuration": own_configuration, "no-remote": no_remote, "head-checkout": head_checkout, "pushed": pushed,
}


def make(nitless, name):
    if name in ("two-hundred", "lost-annotations"):
        case = Case(nitless, 200, ())
        case.push(*case.names)
        return case
    if name == "hated-line":
        return Case(nitless, leaking=("A", "B", "C"))
    return Case(nitless)
