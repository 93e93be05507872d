"""Functions that owe somebody an answer: each is run with all that it can be given, and its answers are counted."""

import random

from program import Program, indent

OWNERS = ["ProfileLoader", "Checkout", "Importer", "Archive", "Uploader", "RouteService", "Scanner", "Printer", "Thermometer"]
NAMES = ["load", "fetch", "save", "prepare", "refresh", "resolve", "print", "measure", "convert"]
ANSWERS = ["completion", "done", "handler", "reply", "then", "callback", "completionHandler", "onCompletion", "whenDone"]
FLAGS = ["isOnline", "force", "hasCache", "isValid", "quiet"]
CASES = [("Mode", ["fast", "slow", "off"]), ("Source", ["disk", "memory", "network"]), ("Step", ["first", "second", "last"])]


# What an answer is given: its type, and the values of the n-th answer.
SIGNATURES = {
    "Int": ("Int", lambda n: str(n)),
    "nothing": ("", lambda n: ""),
    "Int?": ("Int?", lambda n: str(n) if n % 3 else "nil"),
    "Bool": ("Bool", lambda n: "true" if n % 2 else "false"),
    "Result": ("Result<Int, Trouble>", lambda n: f".success({n})" if n % 2 else ".failure(Trouble())"),
}


class Writer:
    """Writes bodies that answer once on every path, then takes one answer away or adds one."""

    def __init__(self, rng, answer, flags, cases, signature):
        self.rng, self.answer, self.flags, self.cases = rng, answer, flags, cases
        self.type, self.values = SIGNATURES[signature]
        self.serial, self.helpers, self.used = 0, {}, set()
        self.plan = None  # which of the answers is to go, or to come twice
        self.marks = 0

    def value(self):
        self.serial += 1
        return self.serial

    def fresh(self, name):
        """A name that no other local of the body has."""
        return f"{name}{self.value()}"

    def call(self, answer):
        return f"{answer}({self.values(self.value())})"

    def wrapper(self, name, answer, isFunction):
        """Another name for an answer: a closure, or a function."""
        takes, gives = (f"value: {self.type}", "value") if self.type else ("", "")
        if isFunction:
            return [f"func {name}({'_ ' if takes else ''}{takes}) {{", f"  {answer}({gives})", "}"]
        if not takes:
            return [f"let {name} = {{", "  self.count += 1", f"  {answer}()", "}"]
        return [f"let {name} = {{ ({takes}) in", "  _ = value", f"  {answer}(value)", "}"]

    def changed(self, whole, missing, twice):
        """A step that answers, without its answer, or with one too many."""
        index = self.marks
        self.marks += 1
        if self.plan == ("drop", index):
            self.used.add("an answer is missing")
            return missing
        if self.plan == ("twice", index):
            self.used.add("an answer too many")
            return twice
        return whole

    def leaf(self, answer):
        """One answer, or what the plan has made of it."""
        index = self.marks
        self.marks += 1
        line = self.call(answer)
        if self.plan == ("drop", index):
            self.used.add("an answer is missing")
            return ["self.count += 1"]
        if self.plan == ("twice", index):
            self.used.add("an answer too many")
            return [line, "self.count += 1", self.call(answer)]
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
        kinds = ["leaf", "if", "switch", "optional", "async", "helper", "hand on", "wrapped", "local function", "do", "else if", "tuple",
                 "ternary", "some", "later function", "where"]
        if atTop:
            kinds += ["guard", "early", "early", "loop", "defer", "correlated", "stored", "guard let", "while", "search", "listed",
                      "by number", "inner defer", "typed catch"]
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
                return ["if let given = extra {", *indent(["self.count += given", *deeper()]), "} else {", *indent(deeper()), "}"]
            case "async":
                queue = rng.choice(["DispatchQueue.main", "DispatchQueue.global()", "self.queue"])
                return [f"{queue}.async {{", *indent(self.body(depth - 1, answer, False)), "}"]
            case "helper":
                self.helpers["perform"] = ["private func perform(_ work: () -> Void) {", "  count += 1", "  work()", "}"]
                return ["self.perform {", *indent(self.body(depth - 1, answer, False)), "}"]
            case "hand on":
                values = [f"_ value: {self.type}, "] if self.type else [""]
                self.helpers["finish"] = [f"private func finish({values[0]}_ answer: ({self.type}) -> Void) {{", "  count += 1",
                                          f"  answer({'value' if self.type else ''})", "}"]
                given = self.values(self.value())
                line = f"self.finish({given + ', ' if self.type else ''}{answer})"
                return self.changed([line], ["self.count += 1"], [line, self.call(answer)])
            case "wrapped":
                self.serial += 1
                name = f"answer{self.serial}"
                return [*self.wrapper(name, answer, False), *deeper(name)]
            case "local function":
                self.serial += 1
                name = f"tell{self.serial}"
                return [*self.wrapper(name, answer, True), *deeper(name)]
            case "later function":
                self.helpers["after"] = ["private func after(_ seconds: Int, then work: @escaping () -> Void) {", "  count += seconds",
                                         "  queue.async { work() }", "}"]
                return [f"self.after({self.value()}) {{", *indent(self.body(depth - 1, answer, False)), "}"]
            case "else if":
                other = next(f for f in self.flags if f != flag)
                return [f"if {condition} {{", *indent(deeper()), f"}} else if {other} {{", *indent(deeper()), "} else {", *indent(deeper()), "}"]
            case "tuple":
                one, two = self.flags
                return [f"switch ({one}, {two}) {{", "case (true, true):", *indent(deeper()), "case (false, _):", *indent(deeper()),
                        "case (true, false):", *indent(deeper()), "}"]
            case "ternary":
                line = f"{condition} ? {self.call(answer)} : {self.call(answer)}"
                return self.changed([line], ["self.count += 1"], [line, self.call(answer)])
            case "some":
                return ["switch extra {", "case .some(let number):", *indent(["self.count += number", *deeper()]), "case .none:", *indent(deeper()), "}"]
            case "where":
                return ["switch extra {", f"case let number? where number > 0 && {flag}:", *indent(["self.count += number", *deeper()]), "default:",
                        *indent(deeper()), "}"]
            case "guard let":
                name = self.fresh("number")
                return [f"guard let {name} = extra else {{", *indent([*deeper(), "return"]), "}", f"self.count += {name}", *deeper()]
            case "while":
                rest = self.fresh("rest")
                return [f"var {rest} = items", f"while let item = {rest}.popLast() {{", "  if item > 2 {", *indent([*self.leaf(answer), *self.leaves(answer)], 2),
                        "  }", "}", *deeper()]
            case "search":
                found = self.fresh("found")
                return [f"var {found}: Int?", "for item in items where item > 2 {", f"  {found} = item", "  break", "}", f"guard let {found} else {{",
                        *indent([*deeper(), "return"]), "}", f"self.count += {found}", *deeper()]
            case "listed":
                self.helpers["drain"] = [f"private var waiting: [({self.type}) -> Void] = []", "private func drain() {", "  let all = waiting",
                                         "  waiting.removeAll()", f"  for each in all {{ each({self.values(1)}) }}", "}"]
                kept = f"self.waiting.append({answer})"
                return self.changed([kept, "self.drain()"], [kept, f"if {condition} {{ self.drain() }}"], [kept, "self.drain()", self.call(answer)])
            case "by number":
                self.helpers["finishAll"] = [f"private var running: [Int: ({self.type}) -> Void] = [:]", "private func end(_ number: Int) {",
                                             f"  running.removeValue(forKey: number)?({self.values(1)})", "}"]
                number = self.value()
                kept = f"self.running[{number}] = {answer}"
                return self.changed([kept, f"self.end({number})"], [kept, f"if {condition} {{ self.end({number}) }}"],
                                    [kept, f"self.end({number})", self.call(answer)])
            case "inner defer":
                return [f"if {condition} {{", "  defer { self.count += 1 }", *indent([*deeper(), "return"]), "}", *deeper()]
            case "typed catch":
                self.helpers["read"] = ["private enum Reading: Error { case empty, closed }", "private func read(_ flag: Bool, _ other: Bool) throws -> Int {",
                                        "  guard flag else { throw Reading.empty }", "  guard other else { throw Reading.closed }", "  return 1", "}"]
                one, two = self.flags
                return ["do {", *indent([f"self.count += try self.read({one}, {two})", *deeper()]), "} catch Reading.empty {", *indent(deeper()),
                        "} catch {", *indent(deeper()), "}"]
            case "do":
                self.helpers["check"] = ["private struct Failure: Error {}", "private func check(_ flag: Bool) throws -> Int {",
                                         "  guard flag else { throw Failure() }", "  return 1", "}"]
                return ["do {", *indent([f"let checked = try self.check({flag})", "self.count += checked", *deeper()]), "} catch {", *indent(deeper()), "}"]
            case "loop":
                return ["for item in items {", "  if item > 2 {", *indent([*self.leaf(answer), *self.leaves(answer)], 2), "  }", "}", *deeper()]
            case "defer":
                late = f"defer {{ {self.call(answer)} }}"
                return self.changed([late, f"if {condition} {{ return }}", "self.count += 1"], [f"guard {condition} else {{ return }}", late, "self.count += 1"],
                                    [late, f"if {condition} {{", f"  {self.call(answer)}", "}"])
            case "correlated":
                negated = flag if condition.startswith("!") else f"!{flag}"
                return [f"if {condition} {{", *indent(self.body(depth - 1, answer, False)), "}", "self.count += 1", f"if {negated} {{",
                        *indent(self.body(depth - 1, answer, False)), "}"]
            case "stored":
                self.helpers["flush"] = [f"private var pending: (({self.type}) -> Void)?", "private func flush() {", "  let waiting = pending",
                                         "  pending = nil", f"  waiting?({self.values(1)})", "}"]
                kept = f"self.pending = {answer}"
                return self.changed([kept, "self.flush()"], [kept, f"if {condition} {{ self.flush() }}"], [kept, "self.flush()", self.call(answer)])
        raise ValueError(kind)


def make(seed, n):
    """The program of a number: a class with one function that owes an answer."""
    rng = random.Random(f"{seed}/completions/{n}")
    kind = rng.choice(["completion", "completion", "continuation"])
    flags, cases = rng.sample(FLAGS, 2), rng.choice(CASES)
    owner, name = rng.choice(OWNERS), rng.choice(NAMES)
    answer = rng.choice(ANSWERS) if kind == "completion" else "answered"
    signature = rng.choice(["Int", "Int", "nothing", "Int?", "Bool", "Result"]) if kind == "completion" else "Int"
    depth, change = rng.choice([1, 2, 2, 3]), rng.choice(["none", "none", "drop", "twice"])

    def write(plan):
        writer = Writer(random.Random(f"{seed}/body/{n}"), answer, flags, cases, signature)
        writer.plan = plan
        return writer, writer.body(depth, answer)

    writer, lines = write(None)
    if change != "none":
        writer, lines = write((change, rng.randrange(writer.marks)))
    takes = f"{flags[0]}: Bool, {flags[1]}: Bool, kind: {cases[0]}, extra: Int?, items: [Int]"
    if kind == "completion":
        function = [f"func {name}({takes}, {answer}: @escaping ({writer.type}) -> Void) {{", *indent(lines), "}"]
    else:
        inner = [line.replace("answered(", "continuation.resume(returning: ") if "answered" in line else line for line in lines]
        closure = "{ continuation.resume(returning: $0) }"
        for before in [", answered)", " = answered", "append(answered)"]:
            inner = [line.replace(before, before.replace("answered", closure)) for line in inner]
        function = [f"func {name}({takes}) async -> Int {{", "  await withCheckedContinuation { continuation in", *indent(inner, 2), "  }", "}"]
    body = ["private var count = 0", 'private let queue = DispatchQueue(label: "work")', *function]
    for helper in writer.helpers.values():
        body += ["", *helper]
    trouble = ["struct Trouble: Error {}", ""] if signature == "Result" else []
    source = "\n".join(["import Dispatch", "", *trouble, f"enum {cases[0]} {{", f"  case {', '.join(cases[1])}", "}", "",
                        f"final class {owner} {{", *indent(body), "}", ""])
    shapes = sorted(writer.used)
    features = {"kind": kind, "takes": signature, "change": next((s for s in shapes if "missing" in s or "too many" in s), "none"), "depth": str(depth),
                "shapes": "+".join(s for s in shapes if "missing" not in s and "too many" not in s)}
    program = Program(f"c{n:04}", "answers", features, {f"{owner}.swift": source}, owner)
    program.call = (kind, name, answer, flags, cases, owner, writer.type)
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
    kind, name, answer, flags, cases, owner, takes = program.call
    suffix = "_" + program.name
    call = f"{name}({flags[0]}: a, {flags[1]}: b, kind: kind, extra: extra, items: items"
    run = [f"enum Life{suffix} {{", "  static func main() {", "    for a in [false, true] { for b in [false, true] {",
           f"      for kind in [{', '.join(f'{cases[0]}{suffix}.{c}' for c in cases[1])}] {{",
           "        for extra in [nil, 1] as [Int?] { for items in [[], [1, 3], [3, 4]] as [[Int]] {",
           f"          let object = {owner}{suffix}()"]
    if kind == "completion":
        run += ["          var answers = 0", f"          object.{call}, {answer}: {{ {'_ in ' if takes else ''}answers += 1 }})", "          counts.append(answers)"]
    else:
        run += [f"          _ = object.{call})"]
    return source + "\n" + "\n".join([*run, "        } }", "      }", "    } }", "  }", "}", ""])
