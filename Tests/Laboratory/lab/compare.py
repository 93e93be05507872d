"""What was said of programs against what they do: figures, a table by feature, and where both differ."""

import collections
import json
import os

WRONG = {"leak", "missing", "twice"}  # what is to be told of a program, besides `once` and `sound`
LEVELS = {"bug": 3, "risk": 2, "design": 1}


def told(findings, rules=None):
    """The highest level of the findings, of these rules or of the trait `memory`."""
    levels = [f["level"] for f in findings if (f["rule"] in rules if rules else f["trait"] == "memory")]
    return max(levels, key=LEVELS.get, default=None)


def outcome(truth, level):
    if truth in WRONG:
        return {"bug": "told as bug", "risk": "told as risk"}.get(level, "missed")
    return {"bug": "sound called bug", "risk": "sound called risk"}.get(level, "silent")


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def summary(rows, verb="leak", told="leaks told"):
    """Lines of figures for rows of (program, truth, outcome)."""
    leaks = [r for r in rows if r[1] in WRONG]
    sound = [r for r in rows if r[1] not in WRONG]
    count = collections.Counter(r[2] for r in rows)
    return [
        f"programs                 {len(rows)}, of which {len(leaks)} {verb}",
        f"{told:24} {share(count['told as bug'] + count['told as risk'], len(leaks))}, as bug {count['told as bug']}",
        f"sound ones called bug    {share(count['sound called bug'], len(sound))}",
        f"sound ones called risk   {share(count['sound called risk'], len(sound))}",
    ]


def meets(rows, told, wrong):
    """Whether the share of leaks told, and of sound ones called bug, are as good as these percentages."""
    leaks = [r[2].startswith("told") for r in rows if r[1] in WRONG]
    sound = [r[2] == "sound called bug" for r in rows if r[1] not in WRONG]
    return 100 * sum(leaks) >= told * len(leaks) and 100 * sum(sound) <= wrong * len(sound)


def table(rows, keys):
    """Figures for each value of each feature."""
    lines = []
    for key in keys:
        groups = collections.defaultdict(list)
        for row in rows:
            if key in row[0].features:
                for value in row[0].features[key].split("+"):  # of several shapes, under each
                    groups[value].append(row)
        if not groups:
            continue
        lines.append(f"\n{key:36} {'leak':>5} {'told':>5} {'':>5} {'sound':>6} {'bug':>4} {'risk':>5}")
        for value, some in sorted(groups.items()):
            leaks = [r for r in some if r[1] in WRONG]
            hit = sum(r[2].startswith("told") for r in leaks)
            bug, risk = (sum(r[2] == f"sound called {level}" for r in some) for level in ("bug", "risk"))
            percent = f"{100 * hit / len(leaks):.0f} %" if leaks else ""
            lines.append(f"  {value:34} {len(leaks):5} {hit:5} {percent:>5} {len(some) - len(leaks):6} {bug or '':>4} {risk or '':>5}")
    return lines


def disagreements(first, second):
    """Names of programs of which not the same is said."""
    def key(findings):
        return sorted((f["rule"], f["level"], f["path"], f["line"], f["message"]) for f in findings)
    return sorted(name for name in first if key(first[name]) != key(second[name]))


def write_tree(program, folder):
    for path, text in program.files.items():
        full = os.path.join(folder, program.name, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w") as file:
            file.write(text)


def write_list(path, rows, findings, lives):
    """One line of JSON for each program whose outcome is not as it should be."""
    with open(path, "w") as file:
        for program, truth, result in rows:
            if result in ("missed", "sound called bug", "sound called risk"):
                file.write(json.dumps({
                    "program": program.name, "outcome": result, "truth": truth, "family": program.family,
                    "features": program.features, "alive": lives[program.name],
                    "said": [f"{f['path']}:{f['line']} {f['level']} {f['rule']}: {f['message']}" for f in findings[program.name]],
                }) + "\n")
