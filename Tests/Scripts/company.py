#!/usr/bin/env python3
"""What is said of a program is the same alone and in company: audit repositories one by one and side by side in one tree.

  company.py --nitless BIN REPOSITORY...

A temporary repository is made whose tree has the tree of each repository's HEAD (bare ones will do) as a folder; no
object is copied. Its audit must say the union of what the single audits say. Prints what is only said alone and what
is only said in company; the exit status is 1 if there is any.
"""
import argparse, json, os, subprocess, sys, tempfile

def git(repository, *command, **more):
    done = subprocess.run(["git", "-C", repository, *command], capture_output=True, text=True, check=True, **more)
    return done.stdout.strip()

def name(repository):
    path = os.path.abspath(repository).rstrip("/")
    return os.path.basename(os.path.dirname(path)) if os.path.basename(path) == "repo" else os.path.basename(path)

def audit(nitless, repository):
    done = subprocess.run([nitless, "audit", "HEAD", "--repo", repository, "--format", "json"],
                          capture_output=True, text=True, errors="replace")
    return json.loads(done.stdout)["introduced"]

def said(findings, folder=""):
    return {(folder + one["path"], one["line"], one["rule"], one["level"], one["message"]) for one in findings}

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nitless", required=True)
    parser.add_argument("repositories", nargs="+")
    options = parser.parse_args()
    alone = set()
    with tempfile.TemporaryDirectory() as top:
        git(top, "init", "--quiet")
        with open(os.path.join(top, ".git/objects/info/alternates"), "w") as alternates:
            for repository in options.repositories:
                objects = git(repository, "rev-parse", "--path-format=absolute", "--git-path", "objects")
                alternates.write(objects + "\n")
        for repository in options.repositories:
            folder = name(repository).replace("+", "-")
            alone |= said(audit(options.nitless, repository), folder + "/")
            git(top, "read-tree", f"--prefix={folder}/", git(repository, "rev-parse", "HEAD^{tree}"))
        tree = git(top, "write-tree")
        commit = git(top, "-c", "user.name=company", "-c", "user.email=company@localhost", "commit-tree", tree, "-m", "company")
        git(top, "update-ref", "HEAD", commit)
        together = said(audit(options.nitless, top))
    for words, difference in [("only alone", alone - together), ("only in company", together - alone)]:
        for path, line, rule, level, message in sorted(difference):
            print(f"{words}: {path}:{line}: {level} {rule}: {message}")
    print(f"{len(alone)} findings alone, {len(together)} in company, {len(alone ^ together)} differ")
    return 1 if alone != together else 0

if __name__ == "__main__":
    sys.exit(main())
