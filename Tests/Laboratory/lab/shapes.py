"""Programs in the shapes that teams write by hand: one text each, with names, what is captured and who gets to the end varied."""

from program import Program, indent

# O the owner, P the partner, H a helper, e an event, u what the owner does; CAP is the capture list, ME the owner in the
# closure, END the lines that let go. Without a line `end:` there is nothing to let go of.
SHAPES = {
    "observer of a property": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          var part: P? { didSet { part?.e = { CAP in ME.u($0) } } }
          func open() { part = P() }
          func go(_ value: Int) { part?.fire(value) }
        end: part?.e = nil
        """,
    "own closure": """
        final class H { var count = 0 }
        --
        final class O {
          private var action: ((Int) -> Void)?
          func open() { action = { CAP in ME.u($0) } }
          func go(_ value: Int) { action?(value) }
        end: action = nil
        """,
    "lazy closure": """
        final class H { var count = 0 }
        --
        final class O {
          lazy var action: (Int) -> Void = { CAP in ME.u($0) }
          func open() { action(1) }
          func go(_ value: Int) { action(value) }
        """,
    "inherited handler": """
        class P { var e: ((Int) -> Void)?; func go(_ value: Int) { e?(value) }; init() {} }
        --
        final class O: P {
          override init() { super.init() }
          func open() { e = { CAP in ME.u($0) } }
        end: e = nil
        """,
    "lists by key": """
        final class P {
          private var handlers: [String: [(Int) -> Void]] = [:]
          func on(_ key: String, _ handler: @escaping (Int) -> Void) { handlers[key, default: []].append(handler) }
          func off(_ key: String) { handlers[key] = nil }
          func fire(_ value: Int) { handlers["a"]?.forEach { $0(value) } }
        }
        --
        final class O {
          private let part = P()
          func open() { part.on("a") { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.off("a")
        """,
    "handler around the one before": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private let part = P()
          func open() {
            part.e = { print($0) }
            let previous = part.e
            part.e = { CAP in ME.u($0); previous?($0) }
          }
          func go(_ value: Int) { part.fire(value) }
        end: part.e = { print($0) }
        """,
    "handler in a tuple": """
        final class P {
          private var badge: (count: Int, e: ((Int) -> Void)?) = (0, nil)
          func set(_ count: Int, _ handler: @escaping (Int) -> Void) { badge = (count, handler) }
          func clear() { badge = (0, nil) }
          func fire(_ value: Int) { badge.e?(value) }
        }
        --
        final class O {
          private let part = P()
          func open() { part.set(1) { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.clear()
        """,
    "handler in a state": """
        enum State { case idle; case failed(String, (Int) -> Void); case loaded([String]) }
        --
        final class O {
          private var state = State.idle
          func open() { state = .failed("offline", { CAP in ME.u($0) }) }
          func go(_ value: Int) { if case .failed(_, let run) = state { run(value) } }
        end: state = .loaded(["one"])
        """,
    "handler under a key": """
        final class P {
          private var handlers: [String: (Int) -> Void] = [:]
          func on(_ key: String, _ handler: @escaping (Int) -> Void) { handlers[key] = handler }
          func fire(_ value: Int) { handlers["a"]?(value) }
        }
        --
        final class O {
          private let part = P()
          func open() { part.on("a") { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.on("a") { print($0) }
        """,
    "last of a stack": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        final class H {
          private var stack: [P] = []
          func push(_ part: P) { stack.append(part) }
          func pop() { stack.popLast()?.e = nil }
          func fire(_ value: Int) { stack.last?.fire(value) }
        }
        --
        final class O {
          private let stack = H()
          func open() {
            let part = P()
            part.e = { CAP in ME.u($0) }
            stack.push(part)
          }
          func go(_ value: Int) { stack.fire(value) }
        end: stack.pop()
        """,
    "rows": """
        struct Row { let title: String; let run: (Int) -> Void }
        --
        final class O {
          private var rows: [Row] = []
          func open() {
            rows = [
              Row(title: "one") { CAP in ME.u($0) },
              Row(title: "two", run: { _ in }),
            ]
          }
          func go(_ value: Int) { for row in rows { row.run(value) } }
        end: rows.removeAll()
        """,
    "actions in cases": """
        enum Item { case space; case action(String, (Int) -> Void) }
        --
        final class O {
          private var items: [Item] = []
          func open() {
            items.append(.space)
            items.append(.action("one", { CAP in ME.u($0) }))
          }
          func go(_ value: Int) {
            for item in items { if case .action(_, let run) = item { run(value) } }
          }
        end: items = []
        """,
    "commands": """
        final class P { let run: (Int) -> Void; init(_ run: @escaping (Int) -> Void) { self.run = run } }
        --
        final class O {
          private var commands: [String: P] = [:]
          func open() { commands["one"] = P { CAP in ME.u($0) } }
          func go(_ value: Int) { commands["one"]?.run(value) }
        end: commands.removeAll()
        """,
    "repeater": """
        final class P {
          private let every: Int
          private let block: (Int) -> Void
          init(every: Int, block: @escaping (Int) -> Void) { self.every = every; self.block = block }
          func fire(_ value: Int) { block(value * every) }
        }
        --
        final class O {
          private var repeater: P?
          func open() { repeater = P(every: 5) { CAP in ME.u($0) } }
          func go(_ value: Int) { repeater?.fire(value) }
        end: repeater = nil
        """,
    "static maker": """
        final class P {
          private var e: ((Int) -> Void)?
          static func make(_ handler: @escaping (Int) -> Void) -> P { let made = P(); made.e = handler; return made }
          func fire(_ value: Int) { e?(value) }
        }
        --
        final class O {
          private var part: P?
          func open() { part = .make { CAP in ME.u($0) } }
          func go(_ value: Int) { part?.fire(value) }
        end: part = nil
        """,
    "handler by a function": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private let part = P()
          private func handler() -> (Int) -> Void { return { CAP in ME.u($0) } }
          func open() { part.e = handler() }
          func go(_ value: Int) { part.fire(value) }
        end: part.e = nil
        """,
    "protocol's own list": """
        protocol Listening: AnyObject { var handlers: [(Int) -> Void] { get set } }
        extension Listening {
          func listen(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }
          func fire(_ value: Int) { handlers.forEach { $0(value) } }
        }
        final class P: Listening { var handlers: [(Int) -> Void] = [] }
        --
        final class O {
          private let part = P()
          func open() { part.listen { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.handlers.removeAll()
        """,
    "injected protocol": """
        protocol Working: AnyObject { var e: ((Int) -> Void)? { get set }; func fire(_ value: Int) }
        final class P: Working { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private let worker: any Working
          init(worker: any Working = P()) { self.worker = worker }
          func open() { worker.e = { CAP in ME.u($0) } }
          func go(_ value: Int) { worker.fire(value) }
        end: worker.e = nil
        """,
    "store of a type": """
        final class P<State> {
          private var subscribers: [Int: (State) -> Void] = [:]
          private var state: State
          init(_ state: State) { self.state = state }
          func subscribe(_ handler: @escaping (State) -> Void) -> Int { subscribers[subscribers.count] = handler; return subscribers.count - 1 }
          func remove(_ id: Int) { subscribers[id] = nil }
          func send(_ state: State) { self.state = state; for one in subscribers.values { one(state) } }
        }
        --
        final class O {
          private let store = P<Int>(0)
          private var id = 0
          func open() { id = store.subscribe { CAP in ME.u($0) } }
          func go(_ value: Int) { store.send(value) }
        end: store.remove(id)
        """,
    "three in a ring": """
        final class H { let inner: P; init(inner: P) { self.inner = inner } }
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private var outer: H?
          func open() {
            let inner = P()
            outer = H(inner: inner)
            inner.e = { CAP in ME.u($0) }
          }
          func go(_ value: Int) { outer?.inner.fire(value) }
        end: outer?.inner.e = nil
        """,
    "anything by key": """
        final class P { var info: [String: Any] = [:] }
        --
        final class O {
          private let part = P()
          func open() {
            let run: (Int) -> Void = { CAP in ME.u($0) }
            part.info["run"] = run
          }
          func go(_ value: Int) { if let run = part.info["run"] as? (Int) -> Void { run(value) } }
        end: part.info.removeAll()
        """,
    "helper that decorates": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        func decorated(_ part: P, _ handler: @escaping (Int) -> Void) -> P { part.e = { handler($0 + 1) }; return part }
        --
        final class O {
          private var part: P?
          func open() { part = decorated(P()) { CAP in ME.u($0) } }
          func go(_ value: Int) { part?.fire(value) }
        end: part?.e = nil
        """,
    "chained twice": """
        final class P {
          private var first: ((Int) -> Void)?, second: (() -> Void)?
          @discardableResult func then(_ handler: @escaping (Int) -> Void) -> P { first = handler; return self }
          @discardableResult func always(_ handler: @escaping () -> Void) -> P { second = handler; return self }
          func fire(_ value: Int) { first?(value); second?() }
          func reset() { first = nil; second = nil }
        }
        --
        final class O {
          private let part = P()
          func open() { part.always { }.then { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.reset()
        """,
    "generic subclass": """
        class H<Value> { var e: ((Value) -> Void)?; func fire(_ value: Value) { e?(value) } }
        final class P: H<Int> { var name = "" }
        --
        final class O {
          private var parts: [P] = []
          func open() {
            let part = P()
            part.e = { CAP in ME.u($0) }
            parts.append(part)
          }
          func go(_ value: Int) { parts.forEach { $0.fire(value) } }
        end: parts.forEach { $0.e = nil }
        """,
    "made by a list": """
        final class P { var e: ((Int) -> Void)?; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private var parts: [P] = []
          func open() {
            parts = (0..<2).map { _ in
              let part = P()
              part.e = { CAP in ME.u($0) }
              return part
            }
          }
          func go(_ value: Int) { for part in parts { part.fire(value) } }
        end: for part in parts { part.e = nil }
        """,
    "again inside": """
        final class P { var e: ((Int) -> Void)?; var f: ((Int) -> Void)?; func fire(_ value: Int) { e?(value); f?(value) } }
        --
        final class O {
          private let part = P()
          func open() {
            part.e = { [weak self] value in
              guard let self else { return }
              self.part.f = { CAP in ME.u($0) }
            }
            part.fire(1)
          }
          func go(_ value: Int) { part.fire(value) }
        end: part.e = nil; part.f = nil
        """,
    "swapped": """
        final class P { private(set) var e: ((Int) -> Void)?; func take(_ handler: ((Int) -> Void)?) { self.e = handler }; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private let part = P()
          func open() { part.take { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.take(nil)
        """,
    "handed a list": """
        final class P { private let handlers: [(Int) -> Void]; init(_ handlers: [(Int) -> Void]) { self.handlers = handlers }; func fire(_ value: Int) { handlers.forEach { $0(value) } } }
        --
        final class O {
          private var part: P?
          func open() { part = P([{ _ in }, { CAP in ME.u($0) }]) }
          func go(_ value: Int) { part?.fire(value) }
        end: part = nil
        """,
    "settings": """
        struct Settings { var limit = 3; var e: ((Int) -> Void)? = nil }
        final class P { private var settings: Settings; init(_ settings: Settings) { self.settings = settings }; func fire(_ value: Int) { settings.e?(value) }; func forget() { settings.e = nil } }
        --
        final class O {
          private var part: P?
          func open() {
            var settings = Settings()
            settings.e = { CAP in ME.u($0) }
            part = P(settings)
          }
          func go(_ value: Int) { part?.fire(value) }
        end: part?.forget()
        """,
    # Objects that refer back; CAP and ME play no part, STRONG says how.
    "parent": """
        final class P { STRONG parent: O?; func fire(_ value: Int) { parent?.u(value) } }
        --
        final class O {
          private var children: [P] = []
          func open() {
            let child = P()
            child.parent = self
            children.append(child)
          }
          func go(_ value: Int) { children.forEach { $0.fire(value) } }
        end: children.removeAll()
        """,
    "inner": """
        final class H {}
        --
        final class O {
          final class Inner {
            STRONG outer: O?
            init(outer: O) { self.outer = outer }
            func fire(_ value: Int) { outer?.u(value) }
          }
          private var inner: Inner?
          func open() { inner = Inner(outer: self) }
          func go(_ value: Int) { inner?.fire(value) }
        end: inner?.outer = nil
        """,
    "children of coordinators": """
        class P {
          STRONG parent: P?
          var children: [P] = []
          func add(_ child: P) { children.append(child); child.parent = self }
          func remove(_ child: P) { children.removeAll { $0 === child } }
          func u(_ value: Int) {}
        }
        final class H: P { override func u(_ value: Int) { parent?.children.forEach { _ in } } }
        --
        final class O: P {
          private let child = H()
          func open() { add(child) }
          func go(_ value: Int) { child.u(value) }
        end: remove(child); child.parent = nil
        """,
    "adapter": """
        protocol Told: AnyObject { func u(_ value: Int) }
        final class H { STRONG target: (any Told)?; init(target: any Told) { self.target = target } }
        final class P { var adapter: H?; func fire(_ value: Int) { adapter?.target?.u(value) } }
        --
        final class O: Told {
          private let part = P()
          func open() { part.adapter = H(target: self) }
          func go(_ value: Int) { part.fire(value) }
        end: part.adapter = nil
        """,
    "entries": """
        struct Entry { STRONG owner: O?; var weight = 1 }
        final class P { var entries: [Entry] = []; func fire(_ value: Int) { entries.forEach { $0.owner?.u(value * $0.weight) } } }
        --
        final class O {
          private let part = P()
          func open() { part.entries.append(Entry(owner: self)) }
          func go(_ value: Int) { part.fire(value) }
        end: part.entries = []
        """,
    "state under a lock": """
        final class H<State> { private var state: State; init(_ state: State) { self.state = state }; func access<R>(_ body: (inout State) -> R) -> R { body(&state) } }
        struct Streams { var all: [(Int) -> Void] = [] }
        final class P {
          private let state = H(Streams())
          func on(_ handler: @escaping (Int) -> Void) { state.access { $0.all.append(handler) } }
          func fire(_ value: Int) { state.access { $0.all }.forEach { $0(value) } }
          func reset() { state.access { $0.all.removeAll() } }
        }
        --
        final class O {
          private let part = P()
          func open() { part.on { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.reset()
        """,
    "tokens by key": """
        final class H { private let cancel: () -> Void; init(_ cancel: @escaping () -> Void) { self.cancel = cancel }; deinit { cancel() } }
        final class P {
          private var handlers: [Int: (Int) -> Void] = [:]
          private var next = 0
          func on(_ handler: @escaping (Int) -> Void) -> H {
            next += 1
            let id = next
            handlers[id] = handler
            return H { [weak self] in self?.handlers[id] = nil }
          }
          func fire(_ value: Int) { handlers.values.forEach { $0(value) } }
        }
        --
        final class O {
          private let part = P()
          private var tokens: [String: H] = [:]
          func open() { tokens["one"] = part.on { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: tokens.removeAll()
        """,
    "wrapper of a property": """
        @propertyWrapper final class P<Value> {
          var wrappedValue: Value { didSet { changed?(wrappedValue) } }
          var projectedValue: P<Value> { self }
          var changed: ((Value) -> Void)?
          init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        }
        --
        final class O {
          @P private var level = 0
          func open() { $level.changed = { CAP in ME.u($0) } }
          func go(_ value: Int) { level = value }
        end: $level.changed = nil
        """,
    "state of a machine": """
        final class P { let run: (Int) -> Void; init(run: @escaping (Int) -> Void) { self.run = run } }
        --
        final class O {
          private enum State { case idle; case busy(P) }
          private var state = State.idle
          func open() { state = .busy(P(run: { CAP in ME.u($0) })) }
          func go(_ value: Int) { if case .busy(let part) = state { part.run(value) } }
        end: state = .idle
        """,
    "requirement with a type of its own": """
        protocol Source: AnyObject { associatedtype Item; var e: ((Item) -> Void)? { get set }; func fire(_ item: Item) }
        final class P: Source { var e: ((Int) -> Void)?; func fire(_ item: Int) { e?(item) } }
        --
        final class H<S: Source> where S.Item == Int {
          let source: S
          init(_ source: S) { self.source = source }
        }
        final class O {
          private let holder = H(P())
          func open() { holder.source.e = { CAP in ME.u($0) } }
          func go(_ value: Int) { holder.source.fire(value) }
        end: holder.source.e = nil
        """,
    "steps of a builder": """
        struct H { var steps: [(Int) -> Void] = []; func then(_ step: @escaping (Int) -> Void) -> H { var copy = self; copy.steps.append(step); return copy } }
        final class P { private let plan: H; init(_ plan: H) { self.plan = plan }; func fire(_ value: Int) { plan.steps.forEach { $0(value) } } }
        --
        final class O {
          private var part: P?
          func open() { part = P(H().then { _ in }.then { CAP in ME.u($0) }) }
          func go(_ value: Int) { part?.fire(value) }
        end: part = nil
        """,
    "mapped handler": """
        final class P<Value> {
          private var handlers: [(Value) -> Void] = []
          func on(_ handler: @escaping (Value) -> Void) { handlers.append(handler) }
          func send(_ value: Value) { handlers.forEach { $0(value) } }
          func map<Other>(_ change: @escaping (Value) -> Other) -> P<Other> {
            let result = P<Other>()
            on { result.send(change($0)) }
            return result
          }
          func reset() { handlers = [] }
        }
        --
        final class O {
          private let part = P<Int>()
          func open() { part.map { $0 + 1 }.on { CAP in ME.u($0) } }
          func go(_ value: Int) { part.send(value) }
        end: part.reset()
        """,
    "child and its parent's method": """
        class P { var done: ((Int) -> Void)?; func fire(_ value: Int) { done?(value) }; init() {} }
        --
        final class O {
          private var children: [P] = []
          private func add(_ child: P) { children.append(child); child.done = { CAP in ME.u($0) } }
          func open() { add(P()) }
          func go(_ value: Int) { children.last?.fire(value) }
        end: for child in children { child.done = nil }
        """,
    "set when it appears": """
        final class P { var e: ((Int) -> Void)? { didSet { count += 1 } }; private(set) var count = 0; func fire(_ value: Int) { e?(value) } }
        --
        final class O {
          private lazy var part: P = { let part = P(); part.e = { CAP in ME.u($0) }; return part }()
          func open() { _ = part.count }
          func go(_ value: Int) { part.fire(value) }
        end: part.e = nil
        """,
    "observers in boxes": """
        final class H { let run: (Int) -> Void; weak var who: AnyObject?; init(_ who: AnyObject, _ run: @escaping (Int) -> Void) { self.who = who; self.run = run } }
        final class P {
          private var boxes: [H] = []
          func add(_ who: AnyObject, _ run: @escaping (Int) -> Void) { boxes.append(H(who, run)) }
          func remove(_ who: AnyObject) { boxes.removeAll { $0.who === who } }
          func fire(_ value: Int) { boxes.forEach { $0.run(value) } }
        }
        --
        final class O {
          private let part = P()
          func open() { part.add(self) { CAP in ME.u($0) } }
          func go(_ value: Int) { part.fire(value) }
        end: part.remove(self)
        """,
    "list that lasts": """
        final class P {
          nonisolated(unsafe) static let shared = P()
          private var handlers: [(Int) -> Void] = []
          func on(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }
          func fire(_ value: Int) { handlers.forEach { $0(value) } }
        }
        --
        final class O {
          init() { P.shared.on { CAP in ME.u($0) } }
          func open() { P.shared.fire(0) }
          func go(_ value: Int) { P.shared.fire(value) }
        """,
    "tokens that last": """
        struct H: Hashable { let id: Int }
        final class P {
          nonisolated(unsafe) static let shared = P()
          private var handlers: [H: (Int) -> Void] = [:]
          private var next = 0
          func on(_ handler: @escaping (Int) -> Void) -> H { next += 1; let token = H(id: next); handlers[token] = handler; return token }
          func off(_ token: H) { handlers[token] = nil }
          func fire(_ value: Int) { handlers.values.forEach { $0(value) } }
        }
        --
        final class O {
          private var token: H?
          func open() { token = P.shared.on { CAP in ME.u($0) } }
          func go(_ value: Int) { P.shared.fire(value) }
        end: if let token { P.shared.off(token) }
        """,
    "guests of a global": """
        nonisolated(unsafe) var guests: [AnyObject] = []
        final class P { STRONG host: O?; func fire(_ value: Int) { host?.u(value) } }
        --
        final class O {
          private var part: P?
          func open() { let made = P(); made.host = self; guests.append(made); part = made }
          func go(_ value: Int) { part?.fire(value) }
        end: guests.removeAll { $0 === part }; part = nil
        """,
    "one in a static slot": """
        enum H { nonisolated(unsafe) static var last: ((Int) -> Void)? }
        --
        final class O {
          func open() { H.last = { CAP in ME.u($0) } }
          func go(_ value: Int) { H.last?(value) }
        end: H.last = nil
        """,
}


def shape(rng, name, c):
    kind = rng.choice(sorted(SHAPES))
    source = SHAPES[kind]
    isObject = "STRONG" in source
    capture = rng.choice(["strong", "strong", "weak", "unowned"]) if not isObject else rng.choice(["strong", "strong", "weak"])
    hasEnd = "end:" in source
    reach = rng.choice(["none", "never", "called", "called", "on one way", "deinit"]) if hasEnd else "none"
    lines = [line[8:] if line.startswith("        ") else line for line in source.strip("\n").split("\n")]
    at = lines.index("--")
    end = [line.removeprefix("end:").strip() for line in lines if line.startswith("end:")]
    body = [line for line in lines[at + 1:] if line.strip() and not line.startswith("end:")]
    body += [f"  private var sum = 0", f"  {'override ' if kind == 'children of coordinators' else ''}func {c.use}(_ value: Int) {{ sum += value }}"]
    if reach in ("never", "called", "on one way"):
        body += [f"  func {c.end}() {{ {end[0]} }}"]
    if reach == "deinit":
        body += [f"  deinit {{ {end[0]} }}"]
    text = {f"{c.P}.swift": lines[:at], f"{c.O}.swift": body + ["}"]}
    list_, me = {"strong": ("", "self"), "weak": ("[weak self]", "self?"), "unowned": ("[unowned self]", "self")}[capture]

    def filled(line):
        import re
        line = line.replace("{ CAP in ME.", "{ " + (list_ + " in " if list_ else "") + me + ".").replace("STRONG", "weak var" if capture == "weak" else "var")
        for word, value in (("O", c.O), ("P", c.P), ("H", c.M), ("e", c.event), ("u", c.use)):
            line = re.sub(rf"(?<![\w\"]){word}(?![\w\"])", value, line)
        return line

    life = [f"let owner = {c.O}()", "owner.open()"]
    if rng.random() < 0.6:
        life.append("owner.go(index)")
    if reach == "called":
        life.append(f"owner.{c.end}()")
    if reach == "on one way":
        life.append(f"if index % 2 == 0 {{ owner.{c.end}() }}")
    app = ["@main", f"enum {c.app} {{", "  static func main() {", f"    for index in 0..<4 {{ {c.visit}(index) }}", "  }", "",
           f"  static func {c.visit}(_ index: Int) {{", *indent(life, 2), "  }", "}"]
    files = {path: "\n".join(filled(line) for line in part) + "\n" for path, part in text.items()}
    files[f"{c.app}.swift"] = "\n".join(app) + "\n"
    if rng.random() < 0.25:
        files = {"All.swift": "\n".join(files.values())}
    return Program(name, "shapes", {"shape": kind, "capture": capture, "reach": reach}, files, c.app)
