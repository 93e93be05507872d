"""What a merge request on GitLab looks like after each run of `nitless ci`."""

import json

from bench import Bench, check, equal, marks, viewer
from gitlab import TOKEN, GitLab
from server import Elsewhere

LEAK_LINE = 16


class Case:
    def __init__(self, nitless, count=3):
        self.bench = Bench(nitless)
        self.names = [chr(65 + n) for n in range(count)] if count <= 26 else [f"N{n:03}" for n in range(count)]
        self.base = self.bench.commit("main", {f"Sources/Viewer{n}.swift": viewer(n, False) for n in self.names})
        self.elsewhere = Elsewhere()
        self.gitlab = GitLab(self.bench.origin, self.elsewhere.root)
        self.gitlab.base = self.gitlab.start = self.base
        self.push(*self.names[:2])

    def close(self):
        self.gitlab.close()
        self.elsewhere.close()
        self.bench.close()

    def push(self, *leaking):
        self.gitlab.head = self.bench.commit("feature", {f"Sources/Viewer{n}.swift": viewer(n, n in leaking) for n in self.names})

    def run(self, *arguments, status=1, depth=20, **variables):
        environment = {
            "GITLAB_CI": "true", "CI_API_V4_URL": self.gitlab.root + "/api/v4", "CI_PROJECT_ID": "7",
            "CI_MERGE_REQUEST_PROJECT_ID": "7", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "7", "CI_MERGE_REQUEST_IID": "1",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_DIFF_BASE_SHA": self.base,
            "CI_COMMIT_SHA": self.gitlab.head, "CI_DEFAULT_BRANCH": "main", "GITLAB_TOKEN": TOKEN, **variables}
        self.gitlab.log.clear()
        done = self.bench.run(self.bench.checkout(self.gitlab.head, depth), environment, *arguments)
        equal(done.returncode, status, f"exit status; it said\n{done.stdout}\n{done.stderr}")
        equal(self.gitlab.problems + self.elsewhere.problems, [], "problems that the host saw")
        equal([f for f in self.gitlab.faults if 0 < f[3] < 90], [], "faults that nobody met")
        return done

    def threads(self):
        """[(name, line, is open, replies, is marked as fixed)], sorted."""
        found = []
        for discussion in self.gitlab.discussions:
            first = discussion["notes"][0]
            if first["position"]:
                name = first["position"]["new_path"].removeprefix("Sources/Viewer").removesuffix(".swift")
                found.append((name, first["position"]["new_line"], not first["resolved"], len(discussion["notes"]) - 1, bool(marks(first["body"])[0][2])))
        return sorted(found)

    def only_summary(self):
        found = [d["notes"][0]["body"] for d in self.gitlab.discussions if d["individual_note"]]
        equal(len(found), 1, "comments on the merge request as a whole")
        return found[0]

    def writes(self):
        return [line for line in self.gitlab.log if not line.startswith("GET")]


def first_run(case):
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, True, 0, False), ("B", LEAK_LINE, True, 0, False)], "threads")
    check(case.only_summary().startswith("### nitless: 2 bugs"), case.only_summary())
    body = case.gitlab.discussions[0]["notes"][0]["body"]
    check("```suggestion:-0+0\n    downloaderA.onDone = { [weak self] in self?.show() }\n```" in body, body)


def nothing_changed(case):
    case.run()
    case.gitlab.pages = 1
    before = json.dumps(case.gitlab.discussions)
    case.run()
    equal((case.writes(), json.dumps(case.gitlab.discussions)), ([], before), "the second run")


def fixed_and_new(case):
    case.run()
    case.push("B", "C")
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, False, 0, True), ("B", LEAK_LINE, True, 0, False), ("C", LEAK_LINE, True, 0, False)], "threads")
    case.push("A", "B", "C")
    case.run()
    equal([t[:3] for t in case.threads()], [(n, LEAK_LINE, True) for n in "ABC"], "threads")
    case.only_summary()


def replied(case):
    case.run()
    case.gitlab.discussions[0]["notes"].append({"id": 7, "body": "Is it?", "author": {"id": 1}, "resolved": False, "position": None})
    case.push("B")
    case.run()
    equal(case.threads(), [("A", LEAK_LINE, False, 1, True), ("B", LEAK_LINE, True, 0, False)], "threads")


def two_hundred(case):
    case.push(*case.names)
    case.run()
    equal(len(case.threads()), 30, "threads")
    equal(case.only_summary().count("\n- **bug**"), 170, "findings in the summary")


def lost(case):
    case.gitlab.faults = [["POST", "/discussions", "lose", 1], ["POST", "/notes", "lose", 1]]
    case.run()
    equal((len(case.threads()), len(case.gitlab.discussions)), (2, 3), "threads and all")


def limited(case):
    case.gitlab.faults = [["POST", "/discussions", "limit", 1], ["GET", "/user", "fail", 1], ["GET", "/discussions", "drop", 1]]
    case.run()
    equal((len(case.threads()), len(case.gitlab.discussions)), (2, 3), "threads and all")


def sent_away(case):
    case.gitlab.faults = [["GET", "/user", "away", 99]]
    done = case.run(status=2)
    check("redirected to" in done.stderr, done.stderr)


def job_token(case):
    done = case.run(GITLAB_TOKEN="")
    check("no token in NITLESS_TOKEN, GITLAB_TOKEN" in done.stderr, done.stderr)
    case.gitlab.may_write = False
    done = case.run()
    check("a project access token with the scope `api`" in done.stderr, done.stderr)


def shallow(case):
    case.bench.git("checkout", "--quiet", "main")
    case.bench.commit("main", {"Sources/Other.swift": "let other = 1\n"})
    case.bench.git("checkout", "--quiet", "feature")
    case.run(depth=1)
    equal([t[:2] for t in case.threads()], [("A", LEAK_LINE), ("B", LEAK_LINE)], "threads")


SCENARIOS = {
    "first-run": first_run, "nothing-changed": nothing_changed, "fixed-and-new": fixed_and_new, "replied": replied,
    "two-hundred": two_hundred, "lost": lost, "limited": limited, "redirect": sent_away, "job-token": job_token,
    "shallow": shallow,
}


def make(nitless, name):
    return Case(nitless, 200 if name == "two-hundred" else 3)
