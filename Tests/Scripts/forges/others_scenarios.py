"""Bitbucket and Azure: the report and the threads after a run of `nitless ci`."""

import json

from bench import Bench, check, equal, marks, viewer
from others import AZURE_TOKEN, Azure, Bitbucket

LEAK_LINE = 16


class Case:
    def __init__(self, nitless, forge, count=3):
        self.bench, self.forge = Bench(nitless), forge
        self.names = [chr(65 + n) for n in range(count)] if count <= 26 else [f"N{n:03}" for n in range(count)]
        self.base = self.bench.commit("main", {f"Sources/Viewer{n}.swift": viewer(n, False) for n in self.names})
        self.push(*self.names[:2])

    def close(self):
        self.forge.close()
        self.bench.close()

    def push(self, *leaking):
        self.forge.head = self.bench.commit("feature", {f"Sources/Viewer{n}.swift": viewer(n, n in leaking) for n in self.names})

    def run(self, environment, commit, status=1):
        self.forge.log.clear()
        done = self.bench.run(self.bench.checkout(commit, 50), environment)
        equal(done.returncode, status, f"exit status; it said\n{done.stdout}\n{done.stderr}")
        equal(self.forge.problems, [], "problems that the host saw")
        equal([f for f in self.forge.faults if f[3] > 0], [], "faults that nobody met")
        return done

    def bitbucket(self, status=1):
        return self.run({
            "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_REPO_FULL_NAME": "o/r", "BITBUCKET_PR_ID": "1",
            "BITBUCKET_PR_DESTINATION_BRANCH": "main", "BITBUCKET_COMMIT": self.forge.head,
            "NITLESS_BITBUCKET_PROXY": self.forge.root}, self.forge.head, status)

    def azure(self, status=1):
        merge = self.bench.merge("feature")
        return self.run({
            "TF_BUILD": "True", "SYSTEM_COLLECTIONURI": self.forge.root + "/org/", "SYSTEM_TEAMPROJECT": "project",
            "BUILD_REPOSITORY_ID": "repo", "BUILD_REPOSITORY_PROVIDER": "TfsGit", "SYSTEM_PULLREQUEST_PULLREQUESTID": "1",
            "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "SYSTEM_PULLREQUEST_SOURCECOMMITID": self.forge.head,
            "BUILD_SOURCEVERSION": merge, "SYSTEM_ACCESSTOKEN": AZURE_TOKEN}, merge, status)


def bitbucket(case):
    case.bitbucket()
    [report] = case.forge.reports.values()
    equal((report["report"]["result"], sorted((a["path"], a["line"]) for a in report["annotations"].values())),
          ("FAILED", [("Sources/ViewerA.swift", LEAK_LINE), ("Sources/ViewerB.swift", LEAK_LINE)]), "the report")
    before = json.dumps([str(r) for r in case.forge.reports.items()])
    case.forge.faults = [["PUT", "/reports/", "lose", 1], ["POST", "/annotations", "lose", 1], ["DELETE", "/reports/", "fail", 1]]
    case.bitbucket()
    equal(json.dumps([str(r) for r in case.forge.reports.items()]), before, "a second run")
    case.push()
    case.bitbucket(status=0)
    equal(case.forge.reports[case.forge.head, "nitless-review"]["report"]["result"], "PASSED", "the last report")


def bitbucket_two_hundred(case):
    case.push(*case.names)
    case.bitbucket()
    [report] = case.forge.reports.values()
    equal(len(report["annotations"]), 200, "annotations")


def azure_threads(case):
    return sorted(
        (t["threadContext"]["filePath"], t["threadContext"]["rightFileStart"]["line"], t["status"])
        for t in case.forge.threads if t["threadContext"])


def azure(case):
    done = case.azure()
    places = [f"/Sources/Viewer{n}.swift" for n in "ABC"]
    equal(azure_threads(case), [(places[0], LEAK_LINE, "active"), (places[1], LEAK_LINE, "active")], "threads")
    equal(done.stdout.count("##vso[task.logissue type=error;sourcepath=Sources/Viewer"), 2, "issues in the log")
    equal([s["state"] for s in case.forge.statuses], ["failed"], "statuses")
    case.azure()
    equal([line for line in case.forge.log if not line.startswith("GET")], [], "what a second run wrote")
    case.push("B", "C")
    case.forge.faults = [["POST", "/threads", "lose", 1]]
    case.azure()
    equal(azure_threads(case), [(places[0], LEAK_LINE, "fixed"), (places[1], LEAK_LINE, "active"), (places[2], LEAK_LINE, "active")], "threads")
    [summary] = [t for t in case.forge.threads if not t["threadContext"]]
    check(marks(summary["comments"][0]["content"])[0][1] == "summary" and summary["status"] == "closed", "one summary")
    case.push()
    case.azure(status=0)
    equal([t[2] for t in azure_threads(case)], ["fixed"] * 3, "threads")
    equal([s["state"] for s in case.forge.statuses], ["failed", "succeeded"], "statuses")


SCENARIOS = {"bitbucket": bitbucket, "bitbucket-two-hundred": bitbucket_two_hundred, "azure": azure}


def make(nitless, name):
    return Case(nitless, Azure() if name == "azure" else Bitbucket(), 200 if "two-hundred" in name else 3)
