"""Programs that are no owner with one partner: nodes, what statics keep, tokens."""

import random

import names
from program import Program, indent
from shapes import shape


def text(lines):
    return "\n".join(lines).rstrip("\n") + "\n"


def app(c, life, helpers=()):
    return text(["@main", f"enum {c.app} {{", "  static func main() {", f"    for index in 0..<4 {{ {c.visit}(index) }}", "  }", "",
                 f"  static func {c.visit}(_ index: Int) {{", *indent(life, 2), "  }", *indent(list(helpers)), "}"])


def nodes(rng, name, c):
    """Pairs, rings, lists and trees of one class."""
    shape = rng.choice(["pair", "ring", "doubly linked list", "tree", "self"])
    hold = rng.choice(["strong", "weak"])
    node = rng.choice(["Stop", "Node", "Page", "Cell", "Room", "Task", "Layer", "Step"]) + "Item"
    end = rng.choice(["none", "called", "called", "never", "half", "deinit"])
    weak = "weak " if hold == "weak" else ""
    unlink = []
    match shape:
        case "pair":
            fields = ["var partner: " + node + "?"] if hold == "strong" else [f"weak var partner: {node}?"]
            build = [f"let first = {node}()", f"let second = {node}()", "first.partner = second", "second.partner = first"]
            clear = ["partner = nil"]
            target = "first"
        case "ring":
            fields = [f"var next: {node}?"]
            close = ["third.next = first"] if hold == "strong" else []
            build = [f"let first = {node}()", f"let second = {node}()", f"let third = {node}()", "first.next = second",
                     "second.next = third", *close]
            clear = ["next = nil"]
            target = rng.choice(["first", "second", "third"])
        case "doubly linked list":
            fields = [f"var next: {node}?", f"{weak}var previous: {node}?"]
            build = [f"let first = {node}()", "var last = first", "for _ in 0..<3 {", f"  let fresh = {node}()", "  last.next = fresh",
                     "  fresh.previous = last", "  last = fresh", "}"]
            clear = rng.choice([["var each = next", "next = nil", "while let current = each {", "  current.previous = nil", "  each = current.next",
                      "  current.next = nil", "}"], ["next?.previous = nil", "next = nil"]])
            target = "first"
        case "tree":
            fields = [f"private(set) var children: [{node}] = []", f"{weak}var parent: {node}?"]
            build = [f"let first = {node}()", "for _ in 0..<3 {", f"  first.add({node}())", "}"]
            clear = rng.choice([["children.removeAll()"], ["children.forEach { $0.parent = nil }"],
                                ["while let child = children.popLast() {", "  child.parent = nil", "}"]])
            target = "first"
        case _:
            fields = [f"{weak}var next: {node}?"]
            build = [f"let first = {node}()", "first.next = first"]
            clear = ["next = nil"]
            target = "first"
    body = [*fields, "var weight = 0"]
    if shape == "tree":
        body += ["", f"func add(_ child: {node}) {{", "  children.append(child)", "  child.parent = self", "}"]
    if end in ("called", "never", "half"):
        body += ["", f"func {c.end}() {{", *indent(clear), "}"]
    if end == "deinit":
        body += ["", "deinit {", *indent(clear), "}"]
    life = [*build]
    if end == "called":
        life.append(f"{target}.{c.end}()")
    elif end == "half":
        life += ["if index % 2 == 0 {", f"  {target}.{c.end}()", "}"]
    life.append("first.weight += index")
    files = {f"{node}.swift": text([f"final class {node} {{", *indent(body), "}"]), f"{c.app}.swift": app(c, life)}
    return Program(name, "nodes", {"shape": shape, "hold": hold, "reach": end}, files, c.app)


def lasting(rng, name, c):
    """What a static or a global keeps, of what is made anew each time."""
    where = rng.choice(["static let shared", "static list", "global"])
    kept = rng.choice(["closure list", "closure list", "object list", "dictionary by id", "one slot", "token list", "weak list"])
    capture = rng.choice(["strong", "strong", "weak", "nothing", "method reference"]) if kept not in ("object list", "weak list") else "object"
    end = rng.choice(["none", "none", "called", "never", "half", "deinit"])
    hub = rng.choice(["Hub", "EventCenter", "Bus", "Broker", "Exchange"])
    closures = "(Int) -> Void"
    use = c.use
    fields, add, remove = [], [], []
    what = {"strong": f"{{ self.{use}($0) }}", "weak": f"{{ [weak self] in self?.{use}($0) }}", "nothing": "{ _ in }",
            "method reference": use, "object": "self"}[capture]
    s = "static " if where == "static list" else ""
    path = {"static let shared": f"{hub}.shared", "static list": hub, "global": "theHub"}[where]
    match kept:
        case "closure list":
            fields = [f"private {s}var handlers: [Int: {closures}] = [:]", f"private {s}var serial = 0"]
            add = ["@discardableResult", f"{s}func add(_ handler: @escaping {closures}) -> Int {{", "  serial += 1",
                   "  handlers[serial] = handler", "  return serial", "}"]
            remove = [f"{s}func remove(_ number: Int) {{ handlers[number] = nil }}"]
            fire = [f"{s}func send(_ value: Int) {{ handlers.values.forEach {{ $0(value) }} }}"]
            put, keep = f"number = {path}.add({what})", "private var number = 0"
            if what.startswith("{"):
                put = f"number = {path}.add {what}"
            take = f"{path}.remove(number)"
        case "object list":
            fields = [f"private {s}var members: [{c.O}] = []"]
            add = [f"{s}func add(_ member: {c.O}) {{ members.append(member) }}"]
            remove = [f"{s}func remove(_ member: {c.O}) {{ members.removeAll {{ $0 === member }} }}"]
            fire = [f"{s}func send(_ value: Int) {{ members.forEach {{ $0.{use}(value) }} }}"]
            put, keep, take = f"{path}.add(self)", None, f"{path}.remove(self)"
        case "weak list":
            fields = ["struct Weak {", f"  weak var member: {c.O}?", "}", f"private {s}var members: [Weak] = []"]
            add = [f"{s}func add(_ member: {c.O}) {{ members.append(Weak(member: member)) }}"]
            remove = [f"{s}func remove(_ member: {c.O}) {{ members.removeAll {{ $0.member === member }} }}"]
            fire = [f"{s}func send(_ value: Int) {{ members.forEach {{ $0.member?.{use}(value) }} }}"]
            put, keep, take = f"{path}.add(self)", None, f"{path}.remove(self)"
        case "dictionary by id":
            fields = [f"private {s}var handlers: [ObjectIdentifier: {closures}] = [:]"]
            add = [f"{s}func add(_ owner: AnyObject, _ handler: @escaping {closures}) {{ handlers[ObjectIdentifier(owner)] = handler }}"]
            remove = [f"{s}func remove(_ owner: AnyObject) {{ handlers[ObjectIdentifier(owner)] = nil }}"]
            fire = [f"{s}func send(_ value: Int) {{ handlers.values.forEach {{ $0(value) }} }}"]
            put, keep, take = f"{path}.add(self, {what})", None, f"{path}.remove(self)"
        case "one slot":
            fields = [f"{s}var current: ({closures})?"]
            fire = [f"{s}func send(_ value: Int) {{ current?(value) }}"]
            put, keep, take = f"{path}.current = {what}", None, f"{path}.current = nil"
        case "token list":
            fields = [f"private {s}var tokens: [Token] = []"]
            add = [f"{s}func add(_ handler: @escaping {closures}) -> Token {{", "  let token = Token(handler)", "  tokens.append(token)",
                   "  return token", "}"]
            remove = [f"{s}func remove(_ token: Token) {{ tokens.removeAll {{ $0 === token }} }}"]
            fire = [f"{s}func send(_ value: Int) {{ tokens.forEach {{ $0.handler(value) }} }}"]
            put, keep, take = f"token = {path}.add({what})", "private var token: Token?", f"if let token {{ {path}.remove(token) }}"
    type_ = [f"{'enum' if where == 'static list' else 'final class'} {hub} {{"]
    if where == "static let shared":
        type_.append(f"  static let shared = {hub}()")
    type_ += [*indent([*fields, *add, *remove, *fire]), "}"]
    if where == "global":
        type_ += ["", f"let theHub = {hub}()"]
    if kept == "token list":
        type_ += ["", "final class Token {", f"  let handler: {closures}", f"  init(_ handler: @escaping {closures}) {{ self.handler = handler }}", "}"]
    body = ([keep] if keep else []) + ["private var sum = 0", "", f"func {c.open}() {{", f"  {put}", "}"]
    if end in ("called", "never", "half"):
        body += ["", f"func {c.end}() {{", f"  {take}", "}"]
    if end == "deinit":
        body += ["", "deinit {", f"  {take if '(self)' not in take or kept == 'dictionary by id' else 'sum = 0'}", "}"]
    body += ["", f"func {use}(_ value: Int) {{", "  sum += value", "}"]
    life = [f"let owner = {c.O}()", f"owner.{c.open}()"]
    if rng.random() < 0.5:
        life.append(f"{path}.send(index)")
    if end == "called":
        life.append(f"owner.{c.end}()")
    elif end == "half":
        life += ["if index % 2 == 0 {", f"  owner.{c.end}()", "}"]
    files = {f"{hub}.swift": text(type_), f"{c.O}.swift": text([f"final class {c.O} {{", *indent(body), "}"]), f"{c.app}.swift": app(c, life)}
    return Program(name, "lasting", {"where": where, "kept": kept, "capture": capture, "reach": end}, files, c.app)


def tokens(rng, name, c):
    """A token that is handed out keeps the closure; the one who watches keeps the token."""
    store = rng.choice(["optional", "array", "dictionary", "set", "tuple", "wrapped"])
    holds = rng.choice(["token", "token", "both", "source only"])
    capture = rng.choice(["strong", "strong", "weak", "method reference", "unowned", "nothing", "local function"])
    end = rng.choice(["none", "none", "drop", "cancel", "never", "half", "deinit", "deinit cancel"])
    token = rng.choice(["Subscription", "Observation", "Ticket", "Registration"])
    source, use = c.P, c.use
    before, what = [], {"strong": f"{{ self.{use}($0) }}", "weak": f"{{ [weak self] in self?.{use}($0) }}", "nothing": "{ _ in }",
                        "unowned": f"{{ [unowned self] in self.{use}($0) }}", "method reference": f"({use})",
                        "local function": "(handle)"}[capture]
    if capture == "local function":
        before = [f"func handle(_ value: Int) {{ {use}(value) }}"]
    tokenLines = [f"final class {token} {{", "  private var handler: ((Int) -> Void)?", "  init(_ handler: @escaping (Int) -> Void) { self.handler = handler }",
                  "  func call(_ value: Int) { handler?(value) }", "  func cancel() { handler = nil }"]
    if end == "deinit cancel":
        tokenLines.append("  deinit { cancel() }")
    tokenLines.append("}")
    if store == "set":
        tokenLines += ["", f"extension {token}: Hashable {{", f"  static func == (left: {token}, right: {token}) -> Bool {{ left === right }}",
                       "  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }", "}"]
    keepInSource = holds in ("both", "source only")
    if holds == "token":
        sourceLines = [f"final class {source} {{", "  private struct Weak {", f"    weak var token: {token}?", "  }", "  private var all: [Weak] = []",
                       f"  func observe(_ handler: @escaping (Int) -> Void) -> {token} {{", f"    let token = {token}(handler)",
                       "    all.append(Weak(token: token))", "    return token", "  }",
                       f"  func {c.fire}(_ value: Int) {{ all.forEach {{ $0.token?.call(value) }} }}", "}"]
    else:
        sourceLines = [f"final class {source} {{", f"  private var all: [{token}] = []",
                       f"  func observe(_ handler: @escaping (Int) -> Void) -> {token} {{", f"    let token = {token}(handler)",
                       "    all.append(token)", "    return token", "  }",
                       f"  func {c.fire}(_ value: Int) {{ all.forEach {{ $0.call(value) }} }}", "}"]
    if holds == "source only":
        declare, put, drop, each = [], lambda t: [f"_ = {t}"], [], None
    elif store == "optional":
        declare, put, drop, each = [f"private var token: {token}?"], lambda t: [f"token = {t}"], ["token = nil"], ["token?.cancel()"]
    elif store == "array":
        declare, put, drop, each = [f"private var tokens: [{token}] = []"], lambda t: [f"tokens.append({t})"], ["tokens.removeAll()"], ["tokens.forEach { $0.cancel() }"]
    elif store == "dictionary":
        declare, put, drop, each = [f"private var tokens: [String: {token}] = [:]"], lambda t: [f'tokens["a"] = {t}'], ['tokens["a"] = nil'], ["for token in tokens.values { token.cancel() }"]
    elif store == "set":
        declare, put, drop, each = [f"private var tokens: Set<{token}> = []"], lambda t: [f"tokens.insert({t})"], ["tokens = []"], ["tokens.forEach { $0.cancel() }"]
    elif store == "tuple":
        declare, put, drop, each = [f"private var entry: (name: String, token: {token})?"], lambda t: [f'entry = ("a", {t})'], ["entry = nil"], ["entry?.token.cancel()"]
    else:
        declare, put, drop, each = [f"private let bag = Bag()"], lambda t: [f"bag.insert({t})"], ["bag.empty()"], ["bag.empty()"]
        tokenLines += ["", "final class Bag {", f"  private var tokens: [{token}] = []", f"  func insert(_ token: {token}) {{ tokens.append(token) }}",
                       "  func empty() { tokens = [] }", "}"]
    origin = rng.choice(["own", "given"])
    body = [*declare, *([f"let {c.slot} = {source}()"] if origin == "own" else [f"let {c.slot}: {source}", f"init({c.slot}: {source}) {{ self.{c.slot} = {c.slot} }}"]),
            "private var sum = 0", "", f"func {c.open}() {{", *indent(before),
            *indent(put(f"{c.slot}.observe{' ' if what.startswith('{') else ''}{what}")), "}"]
    # A trailing closure inside of a call needs parentheses.
    body = [line.replace(f".observe {what}", f".observe({what})") for line in body]
    lines = drop if end in ("drop", "never", "half", "deinit") else (each or [])
    if end in ("drop", "cancel", "never", "half") and lines:
        body += ["", f"func {c.end}() {{", *indent(lines), "}"]
    if end == "deinit" and lines:
        body += ["", "deinit {", *indent(lines), "}"]
    body += ["", f"func {use}(_ value: Int) {{", "  sum += value", "}"]
    life = [f"let source = {source}()"] if origin == "given" else []
    life += [f"let owner = {c.O}({f'{c.slot}: source' if origin == 'given' else ''})", f"owner.{c.open}()", f"owner.{c.slot}.{c.fire}(index)"]
    if lines and end in ("drop", "cancel"):
        life.append(f"owner.{c.end}()")
    if lines and end == "half":
        life += ["if index % 2 == 0 {", f"  owner.{c.end}()", "}"]
    files = {f"{token}.swift": text(tokenLines), f"{source}.swift": text(sourceLines),
             f"{c.O}.swift": text([f"final class {c.O} {{", *indent(body), "}"]), f"{c.app}.swift": app(c, life)}
    return Program(name, "tokens", {"slot": store, "holds": holds, "capture": capture, "reach": end, "origin": origin}, files, c.app)


FAMILIES = {"nodes": nodes, "lasting": lasting, "tokens": tokens, "shapes": shape}
