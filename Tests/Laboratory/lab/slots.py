"""The places in which an owner keeps its partner: each says how it is declared, filled, reached and emptied."""

import dataclasses
from typing import Callable, Optional

from program import indent


@dataclasses.dataclass
class Slot:
    kind: str
    declaration: list  # lines in the owner
    reach: Callable  # (body(expression) → lines) → lines
    put: Optional[Callable] = None  # expression → lines; None: made with the owner
    drop: Optional[list] = None  # lines that empty it; None: cannot be emptied
    support: list = dataclasses.field(default_factory=list)  # top-level lines
    inherits: Optional[str] = None
    injected: Optional[str] = None  # what `init` takes, where it takes the partner
    chain: Optional[str] = None  # an expression that reaches the partner by itself
    conforms: Optional[str] = None  # what the partner's file has to add


def binding(name, source):
    return lambda body: [f"if let {name}{source} {{", *indent(body(name)), "}"]


def looping(name, source):
    return lambda body: [f"for {name} in {source} {{", *indent(body(name)), "}"]


def direct(expression):
    return lambda body: body(expression)


def slot(kind, rng, c):
    """The slot of a kind; `c` has the names: O, P, slot, D."""
    s, P, O = c.slot, c.P, c.O
    private = rng.choice(["private ", ""])
    many = s + "s"
    match kind:
        case "let":
            return Slot(kind, [f"let {s} = {P}()"], direct(s), chain=s)
        case "lazy":
            return Slot(kind, [f"{private}lazy var {s} = {P}()"], direct(s), chain=s)
        case "optional":
            return Slot(kind, [f"{private}var {s}: {P}?"], binding(s, rng.choice(["", f" = self.{s}"])),
                        lambda p: [f"{s if p != s else 'self.' + s} = {p}"], [f"{s} = nil"], chain=f"{s}?")
        case "injected":
            return Slot(kind, [f"{private}let {s}: {P}"], direct(s), injected=s, chain=s)
        case "array":
            drop = rng.choice([[f"{many}.removeAll()"], [f"{many} = []"],
                               [f"while !{many}.isEmpty {{", f"  {many}.removeLast()", "}"]])
            return Slot(kind, [f"private var {many}: [{P}] = []"], looping(s, many),
                        lambda p: [rng.choice([f"{many}.append({p})", f"{many} += [{p}]"])], drop)
        case "dictionary":
            drop = rng.choice([[f"{many}.removeAll()"], [f'{many}["main"] = nil'], [f'{many}.removeValue(forKey: "main")']])
            reach = rng.choice([binding(s, f' = {many}["main"]'), looping(s, f"{many}.values")])
            return Slot(kind, [f"private var {many}: [String: {P}] = [:]"], reach,
                        lambda p: [f'{many}["main"] = {p}'], drop)
        case "set":
            hashing = [f"extension {P}: Hashable {{",
                       f"  §static func == (left: {P}, right: {P}) -> Bool {{ left === right }}",
                       "  §func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }", "}"]
            return Slot(kind, [f"private var {many}: Set<{P}> = []"], looping(s, many),
                        lambda p: [f"{many}.insert({p})"], [f"{many}.removeAll()"], conforms="\n".join(hashing))
        case "tuple":
            if rng.random() < 0.4:
                return Slot(kind, [f"let pair = ({s}: {P}(), weight: 2)"], direct(f"pair.{s}"), chain=f"pair.{s}")
            return Slot(kind, [f"private var pair: ({P}, Int)?"], binding(s, " = pair?.0"),
                        lambda p: [f"pair = ({p}, 3)"], ["pair = nil"])
        case "array of tuples":
            return Slot(kind, [f"private var entries: [(name: String, {s}: {P})] = []"], (lambda body: ["for entry in entries {", *indent(body(f"entry.{s}")), "}"]),
                        lambda p: [f'entries.append((name: "first", {s}: {p}))'], ["entries.removeAll()"])
        case "enum payload":
            return Slot(kind, ["enum Stage {", "  case idle", f"  case running({P})", "}", "private var stage = Stage.idle"],
                        lambda body: [f"if case .running(let {s}) = stage {{", *indent(body(s)), "}"],
                        lambda p: [f"stage = .running({p})"], ["stage = .idle"])
        case "nested struct":
            return Slot(kind, ["struct Parts {", f"  var {s}: {P}?", "  var count = 0", "}", "private var parts = Parts()"],
                        binding(s, f" = parts.{s}"), lambda p: [f"parts.{s} = {p}"],
                        rng.choice([[f"parts.{s} = nil"], ["parts = Parts()"]]), chain=f"parts.{s}?")
        case "property wrapper":
            form = rng.choice(["struct", "final class"])
            wrapper = ["@propertyWrapper", f"{form} Stored<Value> {{", "  var wrappedValue: Value",
                       "  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }", "}"]
            return Slot(kind, [f"@Stored var {s}: {P}? = nil"], binding(s, ""), lambda p: [f"self.{s} = {p}"],
                        [f"{s} = nil"], wrapper, chain=f"{s}?")
        case "generic box":
            form = rng.choice(["final class", "struct"])
            box = [f"{form} Box<Value> {{", "  var value: Value", "  init(_ value: Value) { self.value = value }", "}"]
            return Slot(kind, [f"private var box = Box<{P}?>(nil)"], binding(s, " = box.value"),
                        lambda p: [f"box.value = {p}"], ["box.value = nil"], box, chain="box.value?")
        case "base class":
            return Slot(kind, [], binding(s, ""), lambda p: [f"self.{s} = {p}"], [f"{s} = nil"],
                        [f"class Base{O} {{", f"  var {s}: {P}?", "}"], f"Base{O}", chain=f"{s}?")
        case "generic base class":
            return Slot(kind, [], binding("part", ""), lambda p: [f"part = {p}"], ["part = nil"],
                        ["class Hosting<Part> {", "  var part: Part?", "}"], f"Hosting<{P}>", chain="part?")
        case "protocol":
            return Slot(kind, [f"{private}var {s}: (any {P}Like)?"], binding(s, ""), lambda p: [f"self.{s} = {p}"],
                        [f"{s} = nil"], chain=f"{s}?")
        case "any object":
            return Slot(kind, ["private var parts: [AnyObject] = []"],
                        lambda body: ["for part in parts {", f"  if let {s} = part as? {P} {{", *indent(body(s), 2), "  }", "}"],
                        lambda p: [f"parts.append({p})"], ["parts.removeAll()"])
        case "through another":
            return Slot(kind, [f"let desk = {c.M}()"], binding(s, f" = desk.{s}"), lambda p: [f"desk.{s} = {p}"],
                        [f"desk.{s} = nil"], [f"final class {c.M} {{", f"  var {s}: {P}?", "}"], chain=f"desk.{s}?")
        case "weak":
            return Slot(kind, [f"weak var {s}: {P}?"], binding(s, ""), lambda p: [f"self.{s} = {p}"], [f"{s} = nil"],
                        chain=f"{s}?")
        case "unowned":
            return Slot(kind, [f"unowned let {s}: {P}"], direct(s), injected=s, chain=s)
        case "none":
            return Slot(kind, [], lambda body: [], lambda p: [], [])
        case "computed":
            return Slot(kind, [f"var {s}: {P} {{ {P}() }}"], direct(s), chain=s)
    raise ValueError(kind)


KINDS = {  # with how often each is taken
    "let": 4, "lazy": 2, "optional": 4, "injected": 3, "array": 2, "dictionary": 2, "set": 1, "tuple": 2,
    "array of tuples": 1, "enum payload": 2, "nested struct": 2, "property wrapper": 2, "generic box": 2, "base class": 2,
    "generic base class": 2, "protocol": 2, "any object": 1, "through another": 2, "weak": 2, "unowned": 1, "none": 1,
    "computed": 1,
}
