#!/usr/bin/env python3
"""Rewrite whole repositories with a formatter, and hold nitless to it: nothing introduced, nothing fixed, hunks neutral.

  rewrite-repositories.py --nitless BIN [--swiftformat BIN] [--only NAME] [--show N] [--keep DIR] REPOSITORY...

Ways: `swift format` with its defaults and with another configuration; SwiftFormat with its layout rules alone and with
its defaults. Each repository (bare ones will do) is cloned to a temporary folder, rewritten and reviewed; --show prints N
hunks that were not proven, --only picks one of the ways: format, format-wide, layout, defaults.
Some of SwiftFormat's default rules change what a program does, or may. `refused-rewritings.json` names them and says why;
a hunk that was not proven is rightly refused where one of them, run alone over its file, changes a line of it. Those are
counted by reason and are no part of the share that has to be neutral.
The exit status is 1 if anything was introduced or fixed, or fewer hunks are neutral than have to be (all for the layout
rules, 97 % of those that are not rightly refused for the others).
"""
import argparse, collections, json, os, re, shutil, subprocess, sys, tempfile, time

REFUSED = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "refused-rewritings.json")))
COMMON = ["--quiet", "--swift-version", "5.9", "--cache", "ignore"]

LAYOUT = ("blankLinesAroundMark,blankLinesAtEndOfScope,blankLinesAtStartOfScope,blankLinesBetweenImports,"
          "blankLinesBetweenScopes,braces,consecutiveBlankLines,consecutiveSpaces,elseOnSameLine,indent,leadingDelimiters,"
          "linebreakAtEndOfFile,linebreaks,spaceAroundBraces,spaceAroundBrackets,spaceAroundComments,spaceAroundGenerics,"
          "spaceAroundOperators,spaceAroundParens,spaceInsideBraces,spaceInsideBrackets,spaceInsideComments,"
          "spaceInsideGenerics,spaceInsideParens,trailingSpace,wrap,wrapArguments,wrapAttributes,wrapMultilineStatementBraces")
WIDE = json.dumps({"version": 1, "lineLength": 140, "indentation": {"spaces": 4}, "lineBreakBeforeEachArgument": True,
                   "lineBreakBeforeControlFlowKeywords": True, "indentConditionalCompilationBlocks": False})

def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)

def ways(swiftformat):
    yield "format", ["swift", "format", "format", "-i", "-r", "--configuration", json.dumps({"version": 1})], 0.97
    yield "format-wide", ["swift", "format", "format", "-i", "-r", "--configuration", WIDE], 0.97
    if swiftformat:
        common = [swiftformat] + COMMON
        yield "layout", common + ["--rules", LAYOUT], 1.0
        yield "defaults", common, 0.97

def lines(clone, revision, path, start, count):
    text = run("git", "-C", clone, "show", f"{revision}:{path}").stdout.split("\n")
    return text[start - 1:start - 1 + count] if count else []

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("repositories", nargs="+"); ap.add_argument("--nitless", required=True); ap.add_argument("--swiftformat")
    ap.add_argument("--only"); ap.add_argument("--show", type=int, default=0); ap.add_argument("--keep")
    a = ap.parse_args()
    failed = False
    totals = collections.Counter(); reasons = collections.Counter()
    for source in a.repositories:
        name = os.path.basename(os.path.dirname(source)) if os.path.basename(source) == "repo" else os.path.basename(source)
        with tempfile.TemporaryDirectory(dir=a.keep) as folder:
            clone = os.path.join(folder, "clone")
            run("git", "clone", "-q", "--shared", source, clone)
            run("git", "-C", clone, "config", "user.email", "nobody@example.org"); run("git", "-C", clone, "config", "user.name", "nobody")
            for settings in (".swiftformat", ".swift-format", ".swift-version", ".nitless.yml"):
                run("git", "-C", clone, "rm", "-q", "-r", "--ignore-unmatch", "--", settings, f"**/{settings}")
            run("git", "-C", clone, "commit", "-qm", "before", "--allow-empty")
            before = run("git", "-C", clone, "rev-parse", "HEAD").stdout.strip()
            for way, command, least in ways(a.swiftformat):
                if a.only and way != a.only: continue
                run("git", "-C", clone, "checkout", "-qf", before)
                rewritten = subprocess.run(command + ["."], cwd=clone, capture_output=True)
                if run("git", "-C", clone, "commit", "-qam", way).returncode:
                    print(f"{name:28} {way:12} nothing was rewritten: {rewritten.stderr.decode(errors='replace').strip()[-300:]}"); failed = True; continue
                after = run("git", "-C", clone, "rev-parse", "HEAD").stdout.strip()
                started = time.time()
                review = run(a.nitless, "review", f"{before}..{after}", "--repo", clone, "--format", "json")
                took = time.time() - started
                if review.returncode not in (0, 1):
                    print(f"{name:28} {way:12} exit {review.returncode}: {review.stderr.strip()[-300:]}"); failed = True; continue
                report = json.loads(review.stdout)
                changes = report["changes"]
                refused = refusals(clone, before, after, changes)
                right = rightly(a.swiftformat, clone, before, refused, folder) if way == "defaults" else {}
                reasons.update(reason for found in right.values() for reason in found)
                totals.update({(way, "hunks"): changes["hunks"], (way, "neutral"): changes["neutralHunks"], (way, "right"): len(right)})
                share = changes["neutralHunks"] / max(1, changes["hunks"] - len(right))
                print(f"{name:28} {way:12} {changes['files']:5} files {changes['hunks']:6} hunks {100 * share:6.2f} % neutral, "
                      f"{changes['hunks'] - changes['neutralHunks']} not, of these {len(right)} rightly; introduced {len(report['introduced'])}, fixed {len(report['fixed'])}; {took:.1f} s",
                      flush=True)
                failed |= bool(report["introduced"] or report["fixed"]) or share < least
                if a.show: show(clone, before, after, [h for i, h in enumerate(refused) if i not in right], a.show)
    for way in sorted({way for way, _ in totals}):
        hunks, neutral, right = (totals[way, what] for what in ("hunks", "neutral", "right"))
        print(f"{'all':28} {way:12} {hunks:6} hunks, {neutral} neutral, {right} rightly refused: "
              f"{100 * neutral / max(1, hunks - right):.2f} % of the others")
    for reason, count in reasons.most_common(): print(f"  {count:6} {reason}")
    sys.exit(1 if failed else 0)

def refusals(clone, before, after, changes):
    """The hunks that were not proven, as git shows them: path, first line and number of lines before and after."""
    neutral = {(n["path"], n["newStart"], n["oldStart"]) for n in changes["neutral"]}
    return [hunk for hunk in diff(clone, before, after) if (hunk[0], hunk[3], hunk[1]) not in neutral]

def diff(clone, *revisions):
    path, found = None, []
    for line in run("git", "-C", clone, "-c", "core.quotepath=off", "diff", "-U0", "-M", *revisions, "--", "*.swift").stdout.split("\n"):
        if line.startswith("+++ b/"): path = line[6:].rstrip("\t")
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        if hunk: found.append((path, int(hunk[1]), int(hunk[2] or 1), int(hunk[3]), int(hunk[4] or 1)))
    return found

def rightly(swiftformat, clone, before, refused, folder):
    """By the index of a refused hunk, the reasons for which it is right to be."""
    found = collections.defaultdict(set)
    if not refused: return found
    work = os.path.join(folder, "alone")
    shutil.rmtree(work, ignore_errors=True); os.makedirs(work)
    run("git", "init", "-q", work)
    for path in {hunk[0] for hunk in refused}:
        os.makedirs(os.path.dirname(os.path.join(work, path)), exist_ok=True)
        content = subprocess.run(["git", "-C", clone, "show", f"{before}:{path}"], capture_output=True).stdout
        open(os.path.join(work, path), "wb").write(content)
    run("git", "-C", work, "add", "-A")
    run("git", "-C", work, "-c", "user.email=nobody@example.org", "-c", "user.name=nobody", "commit", "-qm", "before")
    for rule, reason in REFUSED.items():
        run(swiftformat, *COMMON, "--rules", rule, ".", cwd=work)
        touched = collections.defaultdict(list)
        for path, start, count, _, _ in diff(work): touched[path].append((start, start + max(count, 1) - 1))
        for index, (path, start, count, _, _) in enumerate(refused):
            if any(first <= start + max(count, 1) - 1 and last >= start for first, last in touched[path]): found[index].add(f"{rule}: {reason}")
        run("git", "-C", work, "checkout", "-qf", ".")
    return found

def show(clone, before, after, refused, most):
    for path, start, count, new, new_count in refused[:most]:
        print(f"--- {path}:{start} -> {new}")
        for line in lines(clone, before, path, start, count): print("    -" + line[:200])
        for line in lines(clone, after, path, new, new_count): print("    +" + line[:200])

main()
