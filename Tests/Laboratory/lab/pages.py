"""The examples of rule pages as programs: each is given a life, and what it leaves alive is compared with the page."""

import glob
import os
import re

from program import Program

VALUES = {"Int": "1", "Double": "1", "TimeInterval": "1", "CGFloat": "1", "String": '"a"', "Bool": "true", "Void": "()", "Any": "1",
          "Float": "1", "Data": "Data()", "URL": 'URL(string: "a")!', "AnyObject": "NSObject()"}


# A defect there is work that is dropped, not an object that is left.
DROPPING = {"weak-delegate-dropped", "weak-target-dropped", "weak-frees-what-is-made"}

# What stays there is an entry with something that calls back: a value, and no object that could be counted.
ENTERING = {"handler-added-again", "handler-removal-removed", "registration-left"}

# Who owns the object there is out of sight: an example has nobody who does.
OWNED_ELSEWHERE = {"weak-owner-dropped"}


def examples(folder):
    """Page, line, what is flagged, and the files after the change of each example."""
    for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
        section, lines, i = None, open(path).read().split("\n"), 0
        while i < len(lines):
            if lines[i].startswith("## "):
                section = lines[i][3:].strip()
            if lines[i].strip() == "```diff" and section in ("Flagged", "Not flagged"):
                start, files, name, expected = i + 1, {}, "Example.swift", 0
                i += 1
                while lines[i].strip() != "```":
                    line = lines[i]
                    if line.startswith("--- "):
                        name = line[4:].strip()
                    elif line[:1] in (" ", "+") or not line:
                        files.setdefault(name, []).append(line[1:])
                    elif line.startswith("!"):
                        expected += 1
                    i += 1
                page = os.path.splitext(os.path.basename(path))[0]
                yield page, start, section == "Flagged" and expected > 0, {n: "\n".join(t) + "\n" for n, t in files.items()}
            i += 1


def block(text, start):
    """What stands between the brace at or behind `start` and the one that closes it."""
    depth, begin = 0, text.index("{", start)
    for index in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return text[begin + 1:index]
    return text[begin + 1:]


def outer(body):
    """A type's body without what is inside of its members."""
    out, depth = [], 0
    for letter in body:
        depth -= letter == "}"
        if depth == 0:
            out.append(letter)
        depth += letter == "{"
    return "".join(out)


class Surface:
    """What can be made and called from outside, as far as regular expressions tell."""

    def __init__(self, source):
        self.classes, self.conforming, self.functions = {}, {}, []
        for found in re.finditer(r"^(?:@\w+(?:\(\w*\))?\s+)*(?:public |open |final )*(class|struct) (\w+)(<[^>]*>)?(?:\s*:\s*([^{]*))?\s*\{", source, re.M):
            body = outer(block(source, found.end() - 1))
            parents = [part.strip() for part in (found[4] or "").split(",")]
            self.classes[found[2]] = (found[1], bool(found[3]), body, parents)
            for parent in parents:
                self.conforming.setdefault(parent.removeprefix("any ").strip(), []).append(found[2])
        for found in re.finditer(r"^extension (\w+)[^{]*\{", source, re.M):
            if found[1] in self.classes:
                kind, generic, body, parents = self.classes[found[1]]
                self.classes[found[1]] = (kind, generic, body + outer(block(source, found.end() - 1)), parents)
            for parent in re.findall(r":\s*([^{]*)", found[0]):
                for name in parent.split(","):
                    self.conforming.setdefault(name.strip(), []).append(found[1])
        self.functions = re.findall(r"^func (\w+)\(([^)]*)\)", source, re.M)

    def value(self, type_, depth=0):
        type_ = type_.strip().removeprefix("any ").strip()
        type_ = re.sub(r"^(@\w+\s+|inout |some )+", "", type_)
        if type_.startswith("(any "):
            type_ = type_[5:].replace(")?", "?")
        if type_.endswith("?"):
            return self.value(type_[:-1].strip("()"), depth + 1) if depth < 3 and "->" not in type_ else "nil"
        if "->" in type_:
            takes, gives = type_.rsplit("->", 1)
            count = 0 if re.fullmatch(r"\s*\(\s*\)\s*(throws|async)?\s*", takes) else takes.count(",") + 1
            answer = gives.strip()
            result = "" if answer in ("Void", "()") else self.value(answer, depth + 1)
            if result is None:
                return None
            return "{ " + ("_" + ", _" * (count - 1) + " in " if count else "") + result + " }"
        if type_.startswith("["):
            return "[:]" if ":" in type_ else "[]"
        if type_ in VALUES:
            return VALUES[type_]
        if type_ in self.classes:
            return self.make(type_, depth + 1)
        for name in self.conforming.get(type_, []):
            made = self.make(name, depth + 1) if name in self.classes else None
            if made:
                return made
        return {"UIView": "UIView()", "UIViewController": "UIViewController()", "NSObject": "NSObject()"}.get(type_)

    def arguments(self, text, depth=0):
        """A call's arguments; None where one of them cannot be made."""
        made = []
        for part in re.split(r",(?![^(\[<]*[)\]>])", text):
            if not part.strip() or "=" in part:
                continue
            found = re.match(r"\s*(\w+)(?:\s+\w+)?\s*:\s*(.+)", part, re.S)
            value = self.value(found[2], depth) if found else None
            if value is None:
                return None
            made.append(value if found[1] == "_" else f"{found[1]}: {value}")
        return ", ".join(made)

    def make(self, name, depth=0):
        """An expression that makes one of a type; None where it cannot be made."""
        if depth > 4:
            return None
        kind, isGeneric, body, _ = self.classes[name]
        if isGeneric or re.search(r"private init", body) or "static let shared" in body:
            return None
        inits = re.findall(r"^\s*(?:override |public |convenience )*init\(((?:[^()]|\([^()]*\))*)\)", body, re.M)
        for parameters in inits or [""]:
            if not inits and kind == "struct":
                return None
            arguments = self.arguments(parameters, depth)
            if arguments is not None:
                return f"{name}({arguments})"
        return None

    def life(self):
        """Lines that make one object after the other, call what can be called on it, in order, and let go of it."""
        lines = []
        for name, (kind, _, body, parents) in self.classes.items():
            made = self.make(name) if kind == "class" else None
            if not made:
                continue
            lines += ["do {", f"  let object = {made}", "  withExtendedLifetime(object) {"]
            for found in re.finditer(r"^\s*((?:[\w@]+(?:\(\w*\))? )*)func (\w+)\(((?:[^()]|\([^()]*\))*)\)([^{]*)", body, re.M):
                if re.search(r"private|static|class ", found[1]) or "async" in found[4] or "<" in found[2]:
                    continue
                arguments = self.arguments(found[3])
                if arguments is not None:
                    attempt = "try? " if "throws" in found[4] else ""
                    lines.append(f"    _ = {attempt}object.{found[2]}({arguments})")
            for found in re.finditer(r"^\s*((?:\w+ )*)lazy var (\w+)", body, re.M):
                if "private" not in found[1]:
                    lines.append(f"    _ = object.{found[2]}")
            if any(parent.endswith("Controller") for parent in parents):
                lines.append("    object.dismiss(animated: false)")
            lines += ["  }", "}", "Process.settle()"]
        for name, parameters in self.functions:
            arguments = self.arguments(parameters)
            if arguments is not None:
                lines += ["do {", f"  _ = {name}({arguments})", "}", "Process.settle()"]
        return lines


def programs(folder):
    """Each example with a life; those of which nothing can be made are left out."""
    made = []
    for number, (page, line, isFlagged, files) in enumerate(examples(folder)):
        files = {path: re.sub(r"^import \w+\n", "", text, flags=re.M) for path, text in files.items() if path.endswith(".swift")}
        life = Surface("\n".join(files.values())).life()
        if not life or page in DROPPING | ENTERING | OWNED_ELSEWHERE:
            continue
        entry = "\n".join(["enum ExampleLife {", "  static func main() {", *["    " + each for each in life], "  }", "}", ""])
        program = Program(f"e{number:03}", page, {"page": page, "section": "flagged" if isFlagged else "not flagged"},
                          files, "ExampleLife")
        program.line, program.isFlagged, program.life = line, isFlagged, entry
        made.append(program)
    return made


def compiled(program):
    whole = Program(program.name, program.family, program.features, {**program.files, "Life.swift": program.life}, program.entry)
    return whole.compiled()


def mended(program, findings):
    """The program with the first fix of edits that is offered; None where none is."""
    for finding in findings:
        edits = (finding.get("fix") or {}).get("edits")
        if not edits or any(edit["path"] not in program.files for edit in edits):
            continue
        files = {path: text.encode().split(b"\n") for path, text in program.files.items()}
        for edit in sorted(edits, key=lambda e: (e["path"], e["line"], e["column"]), reverse=True):
            lines = files[edit["path"]]
            first, last = edit["line"] - 1, edit["endLine"] - 1
            joined = lines[first][:edit["column"] - 1] + edit["text"].encode() + lines[last][edit["endColumn"] - 1:]
            lines[first:last + 1] = joined.split(b"\n")
        files = {path: b"\n".join(lines).decode() for path, lines in files.items()}
        fixed = Program(program.name + "f", program.family, program.features, files, program.entry)
        fixed.line, fixed.isFlagged, fixed.life = program.line, False, program.life
        return fixed
    return None
