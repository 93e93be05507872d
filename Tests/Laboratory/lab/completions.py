"""Functions that owe somebody an answer: each is run with all that it can be given, and its answers are counted."""

import random

from program import Program, indent

OWNERS = ["ProfileLoader", "Checkout", "Importer", "Archive", "Uploader", "RouteService", "Scanner", "Printer", "Thermometer"]
NAMES = ["load", "fetch", "save", "prepare", "refresh", "resolve", "print", "measure", "convert"]
ANSWERS = ["completion", "done", "handler", "reply", "then", "callback"]
FLAGS = ["isOnline", "force", "hasCache", "isValid", "quiet"]
CASES = [("Mode", ["fast", "slow", "off"]), ("Source", ["disk", "memory", "network"]), ("Step", ["first", "second", "last"])]


class Writer:
    """Writes bodies that answer once on every path, then takes one answer away or adds one."""

    def __init__(self, rng, answer, flags, cases):
        self.rng, self.answer, self.flags, self.cases = rng, answer, flags, cases
        self.serial, self.helpers, self.used = 0, {}, set()
        self.plan = None  # which of the answers is to go, or to come twice
        self.marks = 0

    def value(self):
        self.serial += 1
        return self.serial

    def leaf(self, answer):
        """One answer, or what the plan has made of it."""
        index = self.marks
        self.marks += 1
        line = f"{answer}({self.value()})"
        if self.plan == ("drop", index):
            self.used.add("an answer is missing")
            return ["self.count += 1"]
        if self.plan == ("twice", index):
            self.used.add("an answer too many")
            return [line, "self.count += 1", f"{answer}({self.value()})"]
        return [line]

    def leaves(self, answer):
        """How the path's return is kept or lost behind an answer that leaves early."""
        index = self.marks
        self.marks += 1
        if self.plan == ("drop", index) or self.plan == ("twice", index):
            self.used.add("a return is missing")
            return []
        return ["return"]

    def body(self, depth, answer, atTop=True):
        """Lines after which `answer` was called once; `atTop`: whether `return` leaves the function that owes it."""
        rng = self.rng
        kinds = ["leaf", "if", "switch", "optional", "async", "helper", "hand on", "wrapped", "local function", "do"]
        if atTop:
            kinds += ["guard", "early", "early", "loop", "defer", "correlated", "stored"]
        kind = "leaf" if depth <= 0 else rng.choice(kinds)
        self.used.add(kind)
        deeper = lambda a=answer, top=atTop: self.body(depth - 1, a, top)
        flag = rng.choice(self.flags)
        condition = rng.choice([flag, f"!{flag}"])
        match kind:
            case "leaf":
                return self.leaf(answer)
            case "if":
                return [f"if {condition} {{", *indent(deeper()), "} else {", *indent(deeper()), "}"]
            case "guard":
                return [f"guard {condition} else {{", *indent([*deeper(), "return"]), "}", *deeper()]
            case "early":
                return [f"if {condition} {{", *indent([*deeper(), *self.leaves(answer)]), "}", *deeper()]
            case "switch":
                lines = ["switch kind {"]
                for name in self.cases[1]:
                    lines += [f"case .{name}:", *indent(deeper())]
                return [*lines, "}"]
            case "optional":
                return ["if let extra {", *indent(["self.count += extra", *deeper()]), "} else {", *indent(deeper()), "}"]
            case "async":
                queue = rng.choice(["DispatchQueue.main", "DispatchQueue.global()", "self.queue"])
                return [f"{queue}.async {{", *indent(self.body(depth - 1, answer, False)), "}"]
            case "helper":
                self.helpers["perform"] = ["private func perform(_ work: () -> Void) {", "  count += 1", "  work()", "}"]
                return ["self.perform {", *indent(self.body(depth - 1, answer, False)), "}"]
            case "hand on":
                self.helpers["finish"] = ["private func finish(_ value: Int, _ answer: (Int) -> Void) {", "  count += value", "  answer(value)", "}"]
                index = self.marks
                self.marks += 1
                line = f"self.finish({self.value()}, {answer})"
                if self.plan == ("drop", index):
                    self.used.add("an answer is missing")
                    return ["self.count += 1"]
                if self.plan == ("twice", index):
                    self.used.add("an answer too many")
                    return [line, f"{answer}({self.value()})"]
                return [line]
            case "wrapped":
                self.serial += 1
                name = f"answer{self.serial}"
                return [f"let {name} = {{ (value: Int) in", "  _ = value", f"  {answer}(value)", "}", *deeper(name)]
            case "local function":
                self.serial += 1
                name = f"tell{self.serial}"
                return [f"func {name}(_ value: Int) {{", f"  {answer}(value + 1)", "}", *deeper(name)]
            case "do":
                self.helpers["check"] = ["private struct Failure: Error {}", "private func check(_ flag: Bool) throws -> Int {",
                                         "  guard flag else { throw Failure() }", "  return 1", "}"]
                return ["do {", *indent([f"let checked = try self.check({flag})", "self.count += checked", *deeper()]), "} catch {", *indent(deeper()), "}"]
            case "loop":
                return ["for item in items {", "  if item > 2 {", *indent([*self.leaf(answer), *self.leaves(answer)], 2), "  }", "}", *deeper()]
            case "defer":
                index = self.marks
                self.marks += 1
                if self.plan == ("drop", index):
                    self.used.add("an answer is missing")
                    return [f"guard {condition} else {{ return }}", f"defer {{ {answer}({self.value()}) }}", "self.count += 1"]
                if self.plan == ("twice", index):
                    self.used.add("an answer too many")
                    return [f"defer {{ {answer}({self.value()}) }}", f"if {condition} {{", f"  {answer}({self.value()})", "}"]
                return [f"defer {{ {answer}({self.value()}) }}", f"if {condition} {{ return }}", "self.count += 1"]
            case "correlated":
                negated = flag if condition.startswith("!") else f"!{flag}"
                return [f"if {condition} {{", *indent(self.body(depth - 1, answer, False)), "}", "self.count += 1", f"if {negated} {{",
                        *indent(self.body(depth - 1, answer, False)), "}"]
            case "stored":
                self.helpers["flush"] = ["private var pending: ((Int) -> Void)?", "private func flush() {", "  let waiting = pending",
                                         "  pending = nil", "  waiting?(count)", "}"]
                index = self.marks
                self.marks += 1
                last = "self.flush()"
                if self.plan == ("drop", index):
                    self.used.add("an answer is missing")
                    return [f"self.pending = {answer}", f"if {condition} {{ {last} }}"]
                if self.plan == ("twice", index):
                    self.used.add("an answer too many")
                    return [f"self.pending = {answer}", last, f"{answer}({self.value()})"]
                return [f"self.pending = {answer}", last]
        raise ValueError(kind)


def make(seed, n):
    """The program of a number: a class with one function that owes an answer."""
    rng = random.Random(f"{seed}/completions/{n}")
    kind = rng.choice(["completion", "completion", "continuation"])
    flags, cases = rng.sample(FLAGS, 2), rng.choice(CASES)
    owner, name = rng.choice(OWNERS), rng.choice(NAMES)
    answer = rng.choice(ANSWERS) if kind == "completion" else "answered"
    depth, change = rng.choice([1, 2, 2, 3]), rng.choice(["none", "none", "drop", "twice"])

    def write(plan):
        writer = Writer(random.Random(f"{seed}/body/{n}"), answer, flags, cases)
        writer.plan = plan
        return writer, writer.body(depth, answer)

    writer, lines = write(None)
    if change != "none":
        writer, lines = write((change, rng.randrange(writer.marks)))
    takes = f"{flags[0]}: Bool, {flags[1]}: Bool, kind: {cases[0]}, extra: Int?, items: [Int]"
    if kind == "completion":
        function = [f"func {name}({takes}, {answer}: @escaping (Int) -> Void) {{", *indent(lines), "}"]
    else:
        inner = [line.replace("answered(", "continuation.resume(returning: ") if "answered" in line else line for line in lines]
        inner = [line.replace(", answered)", ", { continuation.resume(returning: $0) })").replace("pending = answered", "pending = { continuation.resume(returning: $0) }")
                 for line in inner]
        function = [f"func {name}({takes}) async -> Int {{", "  await withCheckedContinuation { continuation in", *indent(inner, 2), "  }", "}"]
    body = ["private var count = 0", 'private let queue = DispatchQueue(label: "work")', *function]
    for helper in writer.helpers.values():
        body += ["", *helper]
    source = "\n".join(["import Dispatch", "", f"enum {cases[0]} {{", f"  case {', '.join(cases[1])}", "}", "",
                        f"final class {owner} {{", *indent(body), "}", ""])
    shapes = sorted(writer.used)
    features = {"kind": kind, "change": next((s for s in shapes if "missing" in s or "too many" in s), "none"), "depth": str(depth),
                "shapes": "+".join(s for s in shapes if "missing" not in s and "too many" not in s)}
    program = Program(f"c{n:04}", "answers", features, {f"{owner}.swift": source}, owner)
    program.call = (kind, name, answer, flags, cases, owner)
    return program


def generate(seed, count):
    return [make(seed, n) for n in range(count)]


PRELUDE = """
struct DispatchQueue {
  static let main = DispatchQueue(label: "main")
  static func global() -> DispatchQueue { main }
  init(label: String) {}
  func async(_ work: @escaping () -> Void) { work() }
}
final class Counter {
  var answers = 0
  func resume(returning value: Int) { answers += 1 }
}
nonisolated(unsafe) var counts: [Int] = []
func withCheckedContinuation(_ body: (Counter) -> Void) -> Int {
  let counter = Counter()
  body(counter)
  counts.append(counter.answers)
  return 0
}
"""


def compiled(program):
    """What is compiled: all runs at once, with names of their own."""
    source = program.compiled().replace("import Dispatch\n", "").replace(" async -> Int", " -> Int").replace("await with", "return with")
    kind, name, answer, flags, cases, owner = program.call
    suffix = "_" + program.name
    call = f"{name}({flags[0]}: a, {flags[1]}: b, kind: kind, extra: extra, items: items"
    run = [f"enum Life{suffix} {{", "  static func main() {", "    for a in [false, true] { for b in [false, true] {",
           f"      for kind in [{', '.join(f'{cases[0]}{suffix}.{c}' for c in cases[1])}] {{",
           "        for extra in [nil, 1] as [Int?] { for items in [[], [1, 3], [3, 4]] as [[Int]] {",
           f"          let object = {owner}{suffix}()"]
    if kind == "completion":
        run += ["          var answers = 0", f"          object.{call}, {answer}: {{ _ in answers += 1 }})", "          counts.append(answers)"]
    else:
        run += [f"          _ = object.{call})"]
    return source + "\n" + "\n".join([*run, "        } }", "      }", "    } }", "  }", "}", ""])
