"""A repository with a pull request, and runs of nitless on it as a CI host makes them."""

import json
import os
import re
import shutil
import subprocess
import tempfile

MARK = re.compile(r"<!-- nitless:v1:([a-z0-9-]+):([a-z0-9-]+)(:fixed)? -->")


def viewer(name, leaks):
    body = f"downloader{name}.onDone = {{ self.show() }}" if leaks else f"downloader{name}.onDone = {{ [weak self] in self?.show() }}"
    filler = "".join(f"  // {number}\n" for number in range(12))
    return (
        f"final class Viewer{name} {{\n  let downloader{name} = Downloader{name}()\n{filler}  func start() {{\n    {body}\n  }}\n"
        f"{filler}  func show() {{}}\n}}\nfinal class Downloader{name} {{\n  var onDone: (() -> Void)?\n}}\n"
    )


class Bench:
    def __init__(self, nitless):
        self.nitless = nitless
        self.folder = tempfile.mkdtemp(prefix="nitless-forge-")
        self.origin = self.folder + "/origin"
        os.mkdir(self.origin)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "uploadpack.allowAnySHA1InWant", "true")
        self.runs = 0

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def git(self, *arguments, cwd=None):
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "T",
            "GIT_COMMITTER_EMAIL": "t@example.com"}
        return subprocess.run(
            ["git", *arguments], cwd=cwd or self.origin, env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    def write(self, files):
        for path, text in files.items():
            place = f"{self.origin}/{path}"
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w") as file:
                file.write(text)

    def commit(self, branch, files, message="Change"):
        if self.git("branch", "--list", branch) or branch == "main":
            if branch != self.git("symbolic-ref", "--short", "HEAD"):
                self.git("checkout", "--quiet", branch)
        else:
            self.git("checkout", "--quiet", "-b", branch, "main")
        self.write(files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def merge(self, branch):
        """The merge that a host makes of a pull request: the base first."""
        self.git("checkout", "--quiet", "--detach", "main")
        self.git("merge", "--quiet", "--no-ff", "--no-edit", branch)
        merge = self.git("rev-parse", "HEAD")
        self.git("update-ref", "refs/pull/1/merge", merge)
        self.git("checkout", "--quiet", branch)
        return merge

    def checkout(self, commit, depth=1):
        """What a CI host's checkout leaves: a clone of a few commits, its head detached."""
        self.runs += 1
        clone = f"{self.folder}/run{self.runs}"
        os.mkdir(clone)
        self.git("init", "--quiet", cwd=clone)
        self.git("remote", "add", "origin", "file://" + self.origin, cwd=clone)
        depths = [f"--depth={depth}"] if depth else []
        self.git("fetch", "--quiet", "--no-tags", *depths, "origin", commit, cwd=clone)
        self.git("checkout", "--quiet", "--detach", "FETCH_HEAD", cwd=clone)
        return clone

    def run(self, clone, environment, *arguments):
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
            "NO_PROXY": "127.0.0.1", "CI": "true", **environment}
        done = subprocess.run(
            [self.nitless, "ci", *arguments], cwd=clone, env=environment, capture_output=True, text=True, timeout=120)
        for name, value in environment.items():
            if "TOKEN" in name and value:
                for stream in (done.stdout, done.stderr):
                    assert value not in stream, f"{name} was printed"
        return done

    def file(self, name, text=""):
        place = f"{self.folder}/{name}"
        with open(place, "w") as file:
            file.write(text)
        return place


def marks(body):
    return MARK.findall(body)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def equal(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}:\n  found  {json.dumps(found, default=str)}\n  wanted {json.dumps(wanted, default=str)}")
