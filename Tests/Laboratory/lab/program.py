"""A program to be run and to be audited: its files, and the features it was made of."""

import dataclasses
import re


@dataclasses.dataclass
class Program:
    name: str
    family: str
    features: dict
    files: dict  # path → source as it is audited
    entry: str  # the type whose `main()` is its life

    def types(self):
        """The names at the top level, which are all that has to differ where programs are compiled as one."""
        found = set()
        for text in self.files.values():
            found |= set(re.findall(
                r"^(?:@\w+\s+)?(?:public |private |fileprivate |final )*"
                r"(?:class|struct|enum|protocol|typealias|func|let|var)\s+(\w+)", text, re.M))
        return found

    def compiled(self):
        """Its source with unique names, and with a count in each class; what is audited has neither."""
        names, parts = self.types(), []
        modules = {path.split("/")[1] for path in self.files if path.startswith("Sources/")}
        for path, text in sorted(self.files.items()):
            if not path.endswith(".swift") or path.endswith("Package.swift"):
                continue
            text = re.sub(r"^@main\s+", "", text, flags=re.M)
            text = re.sub(r"^import (\w+)\n", lambda m: "" if m[1] in modules else m[0], text, flags=re.M)
            # Top-level private types must stay visible to nobody else, and need no change.
            text = re.sub(
                r"^(\s*(?:\w+ )*class (\w+)\b[^\n]*\{)[ \t]*(\}?)$",
                lambda m: f'{m[1]} let alive{m[2]} = Alive("{m[2]}"){m[3] and " }"}' if not m[1].strip().startswith("//") else m[0],
                text, flags=re.M)
            if names:
                text = re.sub(r'(?<![.\w"])(' + "|".join(sorted(names, key=len, reverse=True)) + r')(?![\w"])',
                              lambda m: f"{m[1]}_{self.name}", text)
            parts.append(f"// {self.name}/{path}\n{text}")
        return "\n".join(parts)


def indent(lines, by=1):
    out = []
    for line in lines:
        out += ["  " * by + part if part else part for part in line.split("\n")]
    return out
