"""The places in which a partner keeps what it was given: a closure, or an object."""

import dataclasses
from typing import Callable, Optional


@dataclasses.dataclass
class Back:
    kind: str
    declaration: list  # lines in the partner; § is where `public` goes
    fire: list  # lines that call it with `value`
    store: Optional[Callable] = None  # (partner, closure) → lines; None: taken by `init`
    construct: Optional[Callable] = None  # closure → expression that makes the partner
    initialiser: Optional[list] = None
    clears: dict = dataclasses.field(default_factory=dict)  # how → (partner → lines)
    requirement: Optional[str] = None  # for a protocol the partner conforms to
    inherits: Optional[str] = None
    support: list = dataclasses.field(default_factory=list)
    shot: Optional[list] = None  # fires and lets go


F = "(Int) -> Void"


def trailing(call, closure):
    """`call` with the closure behind, if it is written as one."""
    if closure.startswith("{"):
        return f"{call} {closure}"
    return f"{call}({closure})"


def closure_back(kind, rng, c):
    e = c.event
    call = rng.choice(["observe", "subscribe", "listen", "follow"])
    stop = rng.choice(["cancel", "reset", "forget", "mute", "rest"])
    forget = [f"§func {stop}() {{ %s }}"]
    match kind:
        case "optional closure":
            clears = {
                "nil": lambda p: [f"{p}.{e} = nil"],
                "empty": lambda p: [f"{p}.{e} = {{ _ in }}"],
                "inout": lambda p: [f"emptied(&{p}.{e})"],
                "protocol default": lambda p: [f"{p}.silence()"],
                "own method": lambda p: [f"{p}.{stop}()"],
            }
            return Back(kind, [f"§var {e}: ({F})?", f"§func {stop}() {{ {e} = nil }}"], [f"{e}?(value)"],
                        lambda p, f: [f"{p}.{e} = {f}"], clears=clears, requirement=f"var {e}: ({F})? {{ get set }}",
                        shot=[f"let taken = {e}", f"{e} = nil", "taken?(value)"])
        case "plain closure":
            return Back(kind, [f"§var {e}: {F} = {{ _ in }}"], [f"{e}(value)"], lambda p, f: [f"{p}.{e} = {f}"],
                        clears={"empty": lambda p: [f"{p}.{e} = {{ _ in }}"]},
                        requirement=f"var {e}: {F} {{ get set }}")
        case "closure list":
            empty = rng.choice(["handlers.removeAll()", "handlers = []", "while !handlers.isEmpty { handlers.removeLast() }"])
            return Back(kind, [f"private var handlers: [{F}] = []",
                               f"§func {call}(_ handler: @escaping {F}) {{ handlers.append(handler) }}",
                               f"§func {stop}() {{ {empty} }}"],
                        ["for handler in handlers { handler(value) }"], lambda p, f: [trailing(f"{p}.{call}", f)],
                        clears={"own method": lambda p: [f"{p}.{stop}()"]},
                        requirement=f"func {call}(_ handler: @escaping {F})",
                        shot=["let taken = handlers", "handlers = []", "taken.forEach { $0(value) }"])
        case "closure dictionary":
            return Back(kind, [f"private var handlers: [String: {F}] = [:]",
                               f"§func {call}(_ key: String, _ handler: @escaping {F}) {{ handlers[key] = handler }}",
                               f"§func {stop}(_ key: String) {{ handlers[key] = nil }}",
                               f"§subscript(key: String) -> ({F})? {{", "  get { handlers[key] }",
                               "  set { handlers[key] = newValue }", "}"],
                        ["for handler in handlers.values { handler(value) }"],
                        lambda p, f: [trailing(f'{p}.{call}("main")', f) if f.startswith("{") else f'{p}.{call}("main", {f})'],
                        clears={"subscript": lambda p: [f'{p}["main"] = nil'],
                                "own method": lambda p: [f'{p}.{stop}("main")']})
        case "taken by init":
            return Back(kind, [f"private let {e}: {F}"], [f"{e}(value)"],
                        construct=lambda f: trailing(c.P, f) if f.startswith("{") else f"{c.P}({e}: {f})",
                        initialiser=[f"§init({e}: @escaping {F}) {{ self.{e} = {e} }}"])
        case "taken by init, can be let go":
            return Back(kind, [f"private var {e}: ({F})?", f"§func {stop}() {{ {e} = nil }}"], [f"{e}?(value)"],
                        construct=lambda f: trailing(c.P, f) if f.startswith("{") else f"{c.P}({e}: {f})",
                        initialiser=[f"§init({e}: @escaping {F}) {{ self.{e} = {e} }}"],
                        clears={"own method": lambda p: [f"{p}.{stop}()"]},
                        shot=[f"{e}?(value)", f"{e} = nil"])
        case "pending call":
            return Back(kind, [f"private var pending: ({F})?",
                               f"§func {call}(then next: @escaping {F}) {{ pending = next }}",
                               f"§func {stop}() {{ pending = nil }}"], ["pending?(value)"],
                        lambda p, f: [trailing(f"{p}.{call}", f) if f.startswith("{") else f"{p}.{call}(then: {f})"],
                        clears={"own method": lambda p: [f"{p}.{stop}()"]},
                        shot=["pending?(value)", "pending = nil"])
        case "enum payload":
            return Back(kind, ["private enum Phase {", "  case idle", f"  case waiting({F})", "}",
                               "private var phase = Phase.idle",
                               f"§func {call}(_ handler: @escaping {F}) {{ phase = .waiting(handler) }}",
                               f"§func {stop}() {{ phase = .idle }}"],
                        ["if case .waiting(let handler) = phase { handler(value) }"],
                        lambda p, f: [trailing(f"{p}.{call}", f)], clears={"own method": lambda p: [f"{p}.{stop}()"]})
        case "struct list":
            return Back(kind, ["private struct Entry {", "  let name: String", f"  let run: {F}", "}",
                               "private var entries: [Entry] = []",
                               f"§func {call}(_ handler: @escaping {F}) {{ entries.append(Entry(name: \"e\", run: handler)) }}",
                               f"§func {stop}() {{ entries.removeAll() }}"],
                        ["for entry in entries { entry.run(value) }"], lambda p, f: [trailing(f"{p}.{call}", f)],
                        clears={"own method": lambda p: [f"{p}.{stop}()"]})
        case "tuple":
            return Back(kind, [f"private var last: (name: String, run: {F})?",
                               f"§func {call}(_ handler: @escaping {F}) {{ last = (\"only\", handler) }}",
                               f"§func {stop}() {{ last = nil }}"],
                        ["last?.run(value)"], lambda p, f: [trailing(f"{p}.{call}", f)],
                        clears={"own method": lambda p: [f"{p}.{stop}()"]})
        case "observer object":
            return Back(kind, [f"private var observers: [{c.P}Observer] = []",
                               f"§func {call}(_ handler: @escaping {F}) {{ observers.append({c.P}Observer(handler)) }}",
                               f"§func {stop}() {{ observers.removeAll() }}"],
                        ["for observer in observers { observer.block(value) }"],
                        lambda p, f: [trailing(f"{p}.{call}", f)], clears={"own method": lambda p: [f"{p}.{stop}()"]},
                        support=[f"final class {c.P}Observer {{", f"  let block: {F}",
                                 f"  init(_ block: @escaping {F}) {{ self.block = block }}", "}"])
        case "generic base class":
            return Back(kind, [], [f"{e}?(value)"], lambda p, f: [f"{p}.{e} = {f}"], inherits="Source<Int>",
                        support=["§class Source<Value> {", f"  §var {e}: ((Value) -> Void)?", "  §init() {}", "}"],
                        clears={"nil": lambda p: [f"{p}.{e} = nil"], "inout": lambda p: [f"emptied(&{p}.{e})"]},
                        initialiser=["§override init() { super.init() }"], requirement=f"var {e}: ({F})? {{ get set }}")
        case "builder":
            return Back(kind, [f"private var {e}: ({F})?", f"§@discardableResult", f"§func with(_ handler: @escaping {F}) -> Self {{",
                               f"  self.{e} = handler", "  return self", "}", f"§func {stop}() {{ {e} = nil }}"],
                        [f"{e}?(value)"], lambda p, f: [trailing(f"{p}.with", f)],
                        construct=lambda f: trailing(f"{c.P}().with", f), clears={"own method": lambda p: [f"{p}.{stop}()"]})
        case "forwarded":
            return Back(kind, [f"private let core = {c.P}Core()", f"§var {e}: ({F})? {{", f"  get {{ core.{e} }}",
                               f"  set {{ core.{e} = newValue }}", "}"],
                        [f"core.{e}?(value)"], lambda p, f: [f"{p}.{e} = {f}"],
                        clears={"nil": lambda p: [f"{p}.{e} = nil"], "inout": lambda p: [f"emptied(&{p}.{e})"]},
                        support=[f"final class {c.P}Core {{", f"  var {e}: ({F})?", "}"])
        case "run in place":
            return Back(kind, [f"§func {call}(_ handler: {F}) {{ for value in 0..<2 {{ handler(value) }} }}"], [],
                        lambda p, f: [trailing(f"{p}.{call}", f)])
        case "run at once":
            return Back(kind, [f"§func {call}(_ handler: @escaping {F}) {{ handler(1) }}"], [],
                        lambda p, f: [trailing(f"{p}.{call}", f)])
    raise ValueError(kind)


CLOSURES = {
    "optional closure": 8, "plain closure": 2, "closure list": 3, "closure dictionary": 3, "taken by init": 2,
    "taken by init, can be let go": 2, "pending call": 3, "enum payload": 2, "struct list": 2, "tuple": 1,
    "observer object": 2, "generic base class": 2, "builder": 2, "forwarded": 2, "run in place": 1, "run at once": 1,
}


def object_back(kind, rng, c):
    D = c.D
    tell = f"{c.event}(_ value: Int)"
    name = rng.choice(["delegate", "host", "parent", "output", "target", "listener"])
    many = name + "s"
    clears = {"nil": lambda p: [f"{p}.{name} = nil"]}
    match kind:
        case "strong delegate":
            return Back(kind, [f"§var {name}: (any {D})?"], [f"{name}?.{c.event}(value)"],
                        lambda p, o: [f"{p}.{name} = {o}"],
                        clears={**clears, "inout": lambda p: [f"emptied(&{p}.{name})"]},
                        requirement=f"var {name}: (any {D})? {{ get set }}")
        case "weak delegate":
            return Back(kind, [f"§weak var {name}: (any {D})?"], [f"{name}?.{c.event}(value)"],
                        lambda p, o: [f"{p}.{name} = {o}"], clears=clears,
                        requirement=f"var {name}: (any {D})? {{ get set }}")
        case "delegate list":
            return Back(kind, [f"private var {many}: [any {D}] = []", f"§func add(_ {name}: any {D}) {{ {many}.append({name}) }}",
                               f"§func remove(_ {name}: any {D}) {{ {many}.removeAll {{ $0 === {name} }} }}"],
                        [f"{many}.forEach {{ $0.{c.event}(value) }}"], lambda p, o: [f"{p}.add({o})"],
                        clears={"own method": lambda p: [f"{p}.remove(self)"]}, requirement=f"func add(_ {name}: any {D})")
        case "delegate by init":
            return Back(kind, [f"private let {name}: any {D}"], [f"{name}.{c.event}(value)"],
                        construct=lambda o: f"{c.P}({name}: {o})",
                        initialiser=[f"§init({name}: any {D}) {{ self.{name} = {name} }}"])
        case "unowned by init":
            return Back(kind, [f"private unowned let {name}: any {D}"], [f"{name}.{c.event}(value)"],
                        construct=lambda o: f"{c.P}({name}: {o})",
                        initialiser=[f"§init({name}: any {D}) {{ self.{name} = {name} }}"])
        case "weak box list":
            return Back(kind, [f"private struct Weak {{", f"  weak var object: (any {D})?", "}", "private var boxes: [Weak] = []",
                               f"§func add(_ {name}: any {D}) {{ boxes.append(Weak(object: {name})) }}"],
                        [f"boxes.forEach {{ $0.object?.{c.event}(value) }}"], lambda p, o: [f"{p}.add({o})"])
        case "delegate in enum":
            return Back(kind, ["private enum Link {", "  case none", f"  case on(any {D})", "}", "private var link = Link.none",
                               f"§func join(_ {name}: any {D}) {{ link = .on({name}) }}", "§func part() { link = .none }"],
                        [f"if case .on(let other) = link {{ other.{c.event}(value) }}"], lambda p, o: [f"{p}.join({o})"],
                        clears={"own method": lambda p: [f"{p}.part()"]})
    raise ValueError(kind)


OBJECTS = {"strong delegate": 6, "weak delegate": 3, "delegate list": 2, "delegate by init": 2, "unowned by init": 1,
           "weak box list": 1, "delegate in enum": 1}
