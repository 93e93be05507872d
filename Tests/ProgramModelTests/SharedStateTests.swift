import Testing

/// Closures that reach their keeper by way of a lock, a pair, or one collection after another.
struct SharedStateTests {
  static let lock = """
    @propertyWrapper final class Guarded<Value> {
      private let lock = Lock()
      private var value: Value
      init(_ value: Value) { self.value = value }
      init(wrappedValue: Value) { value = wrappedValue }
      var wrappedValue: Value { lock.around { value } }
      var projectedValue: Guarded<Value> { self }
      func write<Result>(_ body: (inout Value) -> Result) -> Result { lock.around { body(&self.value) } }
    }
    final class Lock { func around<T>(_ body: () -> T) -> T { body() } }
    struct State { var done: (() -> Void)?; var handlers: [() -> Void] = [] }
    final class Request {
      @Guarded private var state = State()
      let plain = Guarded(State())

    """

  @Test(arguments: [
    "$state.write { state in state.handlers.append { self.go() } }", "$state.write { $0.done = { self.go() } }",
    "plain.write { $0.done = { self.go() } }",
  ])
  func `What a lock guards is kept by the lock`(_ statement: String) {
    let found = CyclesOfSource.found(in: Self.lock + "  func go() { \(statement) }\n}")
    #expect(found.count == 1 && found.first?.hasPrefix("15 self ") == true)
  }

  @Test func `A copy of what a lock guards is not what it guards`() {
    #expect(CyclesOfSource.found(in: Self.lock + "  func go() { var copy = state; copy.done = { self.go() } }\n}").isEmpty)
  }

  @Test func `A lock of the system keeps what it guards`() {
    let found = CyclesOfSource.found(
      in: """
        final class Bus {
          let state = Mutex<[() -> Void]>([])
          func go() { state.withLock { $0.append { self.go() } } }
        }
        """)
    #expect(found == ["3 self known"])
  }

  @Test func `A pair keeps the closure in it`() {
    let found = CyclesOfSource.found(
      in: """
        final class Bus {
          var list: [(Int, () -> Void)] = []
          func go() { list.append((1, { self.go() })) }
        }
        """)
    #expect(found == ["3 self known"])
  }

  @Test func `What is taken from one collection into another is still kept`() {
    let found = CyclesOfSource.found(
      in: """
        class Screen {}
        protocol Command { var name: String { get } }
        struct Bold: Command { let name = "" }
        struct Link: Command { let name = ""; private let presenter: Screen; init(on screen: Screen) { presenter = screen } }
        final class Bar {
          private let byName: [String: Command]
          init(_ commands: [Command]) {
            var all: [String: Command] = [:]
            byName = [:]
            for command in commands { byName[command.name] = command }
          }
        }
        struct Factory {
          func bar(on screen: Screen) -> Bar { Bar([Bold(), Link(on: screen)]) }
        }
        final class Editor: Screen { lazy var bar: Bar = { return Factory().bar(on: self) }() }
        """)
    #expect(found == ["4 presenter proven"])
  }

  @Test func `Two lists gone through side by side are each its own`() {
    let source = """
      final class Button { var tap: (() -> Void)? }
      final class Row { let name: String; init(_ name: String) { self.name = name } }
      final class Form {
        let buttons: [Button] = [Button()]
        let rows: [Row] = [Row("")]
        func go() { zip(rows, buttons).forEach { row, button in button.tap = { CAPTURE } } }
      }
      """
    #expect(CyclesOfSource.found(in: source.replacing("CAPTURE", with: "button.tap?()")) == ["6 button proven"])
    #expect(CyclesOfSource.found(in: source.replacing("CAPTURE", with: "self.go()")) == ["6 self proven"])
    #expect(CyclesOfSource.found(in: source.replacing("CAPTURE", with: "print(row.name)")) == [])
  }
}
