"""usage: real.py NITLESS REPOSITORY [COMMITS] [SAVES]

Has an editor work in a clone of a real repository, whose default branch is taken to be COMMITS (200) behind:
opens each file with a finding, points at the finding, asks for fixes, applies the first that there is and saves,
sees the finding gone, and then saves SAVES (5) times more. Every message is held to the protocol's types. Prints
what was seen and how long it took from a save to the diagnostics; ends with 1 if anything is not as it has to be.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time

from lsprotocol import types

import editor as editors
from editor import Editor, path_of, uri

editors.PATIENCE = 900


def git(place, *arguments):
    return subprocess.run(["git", "-C", place, *arguments], check=True, capture_output=True, text=True).stdout.strip()


async def work(nitless, source, commits, saves, place):
    clone, home = os.path.join(place, "clone"), os.path.join(place, "home")
    os.makedirs(home)
    # Only the Swift files: others may be absent from a clone that saves room.
    subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", source, clone], check=True, capture_output=True)
    git(clone, "read-tree", "HEAD")
    # With what the index knows of files on the disk, as in any checkout: else each is read again for each review.
    subprocess.run("git ls-files -z '*.swift' | git checkout-index -u -z --stdin", shell=True, cwd=clone, check=True)
    head = git(clone, "rev-parse", "HEAD")
    older = git(clone, "rev-list", "--first-parent", "HEAD").split("\n")
    base = older[min(commits, len(older) - 1)]
    git(clone, "update-ref", "refs/remotes/origin/nitless-base", base)
    git(clone, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/nitless-base")
    git(clone, "update-ref", "refs/heads/nitless-topic", head)
    git(clone, "symbolic-ref", "HEAD", "refs/heads/nitless-topic")

    editor = Editor()
    start = time.monotonic()
    await editor.begin(nitless, home, [clone])
    await editor.until(lambda: editor.reviews(), "the first review")
    print(f"{os.path.basename(os.path.dirname(source))}: first review after {time.monotonic() - start:.1f} s; {editor.reviews()[-1].split(': ', 1)[1]}")
    found = {name: list(diagnostics) for name, diagnostics in editor.diagnostics.items() if diagnostics}
    hovers = fixes = related = 0
    fixable = None
    for name, diagnostics in found.items():
        editor.open(path_of(name))
        for diagnostic in diagnostics:
            assert editor.marked(name, diagnostic.range), diagnostic
            for other in diagnostic.related_information or []:
                editor.marked(other.location.uri, other.location.range)
                related += 1
            if diagnostic.code in ("allows-nothing", "reason-missing", "skipped"):
                continue
            hover = await editor.hover(name, diagnostic.range.start)
            assert hover and diagnostic.message.split("\n")[0] in hover.contents.value or len(diagnostics) > 1, hover
            hovers += 1
            actions = await editor.fixes(name, diagnostic.range)
            fixes += len(actions)
            for action in actions:
                assert action.disabled is None, action
                fixable = fixable or (name, action)
    print(f"  {sum(map(len, found.values()))} diagnostics in {len(found)} files, {related} related places, {hovers} hovers, {fixes} fixes")
    times = []

    async def save(name):
        count = len(editor.reviews())
        start = time.monotonic()
        editor.save(name)
        await editor.until(lambda: len(editor.reviews()) > count, "a review")
        times.append(time.monotonic() - start)

    if fixable:
        name, action = fixable
        before = len(editor.diagnostics[name])
        editor.apply(action)
        await save(name)
        gone = action.diagnostics[0].message not in [d.message for d in editor.diagnostics[name]]
        print(f"  `{action.title}` applied: {before} diagnostics before, {len(editor.diagnostics[name])} after; {'gone' if gone else 'STILL THERE'}")
        assert gone
    name = next(iter(found), None) or editor.open(os.path.join(clone, git(clone, "ls-files", "*.swift").split("\n")[0]))
    for number in range(saves):
        editor.replace(name, [(0, 0, f"// {number}\n")])
        await save(name)
    print(f"  from save to diagnostics: {' '.join(f'{t:.2f}' for t in times)} s; {len(editor.published)} lists published")
    last = editor.stages[max(i for i, (_, words) in enumerate(editor.stages) if words == "begin"):]
    print("  the last one: " + ", ".join(f"{words} {then - now:.2f}" for (now, words), (then, _) in zip(last, last[1:])))
    with open(f"/proc/{editor._server.pid}/status") as status:
        print("  " + next(line for line in status if line.startswith("VmHWM")).strip())
    await editor.end()


def main():
    nitless, source = sys.argv[1:3]
    commits, saves = [int(n) for n in sys.argv[3:5] + ["200", "5"][len(sys.argv) - 3:]]
    with tempfile.TemporaryDirectory(prefix="nitless-real-") as place:
        asyncio.run(work(nitless, source, commits, saves, os.path.realpath(place)))


main()
