"""What nitless says of programs: of each alone, and of all of them side by side."""

import concurrent.futures
import json
import os
import subprocess


def repository(programs, folder):
    """A bare repository with a branch for each program, and one, `company`, with all of them."""
    subprocess.run(["git", "init", "-q", "--bare", folder], check=True)
    with open(os.path.join(folder, "input"), "wb") as stream:
        def commit(branch, files):
            stream.write(f"commit refs/heads/{branch}\ncommitter lab <lab@example.org> 0 +0000\ndata 3\nlab\n".encode())
            stream.write(b"deleteall\n")
            for path, text in sorted(files.items()):
                data = text.encode()
                stream.write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        for program in programs:
            commit(program.name, program.files)
        commit("company", {f"{p.name}/{path}": text for p in programs for path, text in p.files.items()})
    with open(os.path.join(folder, "input"), "rb") as stream:
        subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=folder, stdin=stream, check=True)
    return folder


def audit(nitless, repository, branch, jobs=None):
    arguments = [nitless, "audit", branch, "--repo", repository, "--format", "json"]
    done = subprocess.run(arguments + (["--jobs", str(jobs)] if jobs else []), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"audit of {branch}: {done.stderr[-500:]}")
    return json.loads(done.stdout)["introduced"]


def alone(nitless, programs, repository):
    """Name → findings."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda program: audit(nitless, repository, program.name, 1), programs)
        return dict(zip([program.name for program in programs], found))


def company(nitless, programs, repository):
    """Name → findings, with paths as in `alone`."""
    found = {program.name: [] for program in programs}
    for finding in audit(nitless, repository, "company"):
        name, path = finding["path"].split("/", 1)
        found[name].append({**finding, "path": path})
    return found
