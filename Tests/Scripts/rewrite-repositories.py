#!/usr/bin/env python3
"""Rewrite whole repositories with a formatter, and hold nitless to it: nothing introduced, nothing fixed, hunks neutral.

  rewrite-repositories.py --nitless BIN [--swiftformat BIN] [--only NAME] [--show N] [--keep DIR] REPOSITORY...

Ways: `swift format` with its defaults and with another configuration; SwiftFormat with its layout rules alone and with
its defaults. Each repository (bare ones will do) is cloned to a temporary folder, rewritten and reviewed; --show prints N
hunks that were not proven, --only picks one of the ways: format, format-wide, layout, defaults.
The exit status is 1 if anything was introduced or fixed, or fewer hunks are neutral than have to be (all for the layout
rules, 97 % for the others); hunks that are rightly refused are for the reader to tell.
"""
import argparse, json, os, subprocess, sys, tempfile, time

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
        common = [swiftformat, "--quiet", "--swift-version", "5.9", "--cache", "ignore"]
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
                share = changes["neutralHunks"] / max(1, changes["hunks"])
                print(f"{name:28} {way:12} {changes['files']:5} files {changes['hunks']:6} hunks {100 * share:6.2f} % neutral, "
                      f"{changes['hunks'] - changes['neutralHunks']} not; introduced {len(report['introduced'])}, fixed {len(report['fixed'])}; {took:.1f} s",
                      flush=True)
                failed |= bool(report["introduced"] or report["fixed"]) or share < least
                if a.show: show(clone, before, after, changes, a.show)
    sys.exit(1 if failed else 0)

def show(clone, before, after, changes, most):
    import re
    neutral = {(n["path"], n["newStart"], n["oldStart"]) for n in changes["neutral"]}
    path = None; shown = 0
    for line in run("git", "-C", clone, "diff", "-U0", "-M", before, after, "--", "*.swift").stdout.split("\n"):
        if line.startswith("+++ b/"): path = line[6:].rstrip("\t")
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        if hunk:
            old, new = int(hunk[1]), int(hunk[3])
            wanted = (path, new, old) not in neutral
            if wanted:
                shown += 1
                if shown > most: return
                print(f"--- {path}:{old} -> {new}")
        elif path and shown and wanted and line[:1] in "+-" and not line.startswith(("+++", "---")):
            print("   ", line[:200])

main()
