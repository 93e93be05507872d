"""What is alive after programs were run: they are compiled as one, and each is run on its own."""

import json
import os
import re
import subprocess

PRELUDE = """
final class Alive {
  nonisolated(unsafe) static var count: [String: Int] = [:]
  private let name: String
  init(_ name: String) {
    self.name = name
    Alive.count[name, default: 0] += 1
  }
  deinit { Alive.count[name, default: 0] -= 1 }
  static var said: String {
    let parts = count.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { "\\"\\($0.key)\\": \\($0.value)" }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
"""


def run(programs, folder, compiler="swiftc"):
    """Name → classes of which each life leaves more (new), and those that stay as many (once)."""
    binary, left, wrong = build(programs, folder, compiler, PRELUDE, lambda p: p.compiled(), twice)
    return {program.name: life(binary, program.name) for program in left}, wrong


def answers(programs, folder, compiler="swiftc"):
    """Name → how often each run answered."""
    import completions
    binary, left, wrong = build(programs, folder, compiler, completions.PRELUDE + PRELUDE, completions.compiled, counted)
    result = {}
    for program in left:
        done = subprocess.run([binary, program.name], capture_output=True, text=True, timeout=60)
        result[program.name] = sorted(set(json.loads(done.stdout)))
    return result, wrong


def build(programs, folder, compiler, prelude, source, life):
    """The program that runs any of these by its name, those it has, and why it has not the others.

    A program that does not compile is left out: the generator has to be mended.
    """
    os.makedirs(folder, exist_ok=True)
    left, wrong = list(programs), {}
    binary = os.path.join(folder, "lives")
    for _ in range(4):
        sources = []
        for program in left:
            path = os.path.join(folder, program.name + ".swift")
            write(path, source(program))
            sources.append(path)
        write(os.path.join(folder, "alive.swift"), prelude)
        write(os.path.join(folder, "main.swift"), main(left, life))
        # Clang's modules stay in this folder: those of another place, or of somebody's home, may not be fit for use.
        arguments = [compiler, "-swift-version", "5", "-Onone", "-wmo", "-suppress-warnings", "-o", binary,
                     "-module-cache-path", os.path.join(folder, "modules"),
                     "-module-name", "Lives", os.path.join(folder, "main.swift"), os.path.join(folder, "alive.swift"), *sources]
        done = subprocess.run(arguments, capture_output=True, text=True)
        if done.returncode == 0:
            break
        for line in done.stderr.splitlines():
            found = re.match(r".*/(\w+)\.swift:(\d+):\d+: error: (.*)", line)
            if found:
                wrong.setdefault(found[1], f"{found[2]}: {found[3]}")
        if not wrong:
            raise RuntimeError(done.stderr[-3000:])
        left = [program for program in left if program.name not in wrong]
    else:
        raise RuntimeError("the programs do not compile: " + json.dumps(wrong))
    return binary, left, wrong


def life(binary, name):
    done = subprocess.run([binary, name], capture_output=True, text=True, timeout=60)
    counts = [json.loads(line[6:]) for line in done.stdout.splitlines() if line.startswith("alive ")]
    if done.returncode != 0 or len(counts) != 2:
        return {"crashed": done.stderr[-300:]}
    first, second = counts
    return {"new": sorted(k for k in second if second[k] > first.get(k, 0)),
            "once": sorted(k for k in second if second[k] == first.get(k, 0))}


def twice(program):
    entry = f"{program.entry}_{program.name}"
    return [f"{entry}.main()", 'print("alive", Alive.said)', f"{entry}.main()", 'print("alive", Alive.said)']


def counted(program):
    return [f"Life_{program.name}.main()", "print(counts)"]


def main(programs, life):
    lines = ["switch CommandLine.arguments[1] {"]
    for program in programs:
        lines += [f'case "{program.name}":', *["  " + line for line in life(program)]]
    return "\n".join([*lines, "default: break", "}", ""])


def write(path, text):
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == text:
                return
    with open(path, "w") as file:
        file.write(text)
