// Stand-ins for what examples use of the system: each owns what the real one owns by documentation, and no more.
open class NSObject {
  public init() {}
}
public typealias TimeInterval = Double
public typealias CGFloat = Double
open class NSCoder: NSObject {}
public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

/// What the process itself keeps: run loops, the notification centre, queues.
enum Process {
  nonisolated(unsafe) static var timers: [Timer] = []
  nonisolated(unsafe) static var work: [() -> Void] = []
  /// Runs what waits in queues, as a run loop would before anything else happens.
  static func settle() {
    while !work.isEmpty { work.removeFirst()() }
    for timer in timers { timer.fire() }
    timers.removeAll { !$0.isRepeating }
    while !work.isEmpty { work.removeFirst()() }
  }
}

/// The run loop keeps a timer until it is invalidated; the timer keeps its block or its target.
public final class Timer: NSObject {
  let isRepeating: Bool
  private let alive = Alive("Timer")
  private var block: ((Timer) -> Void)?
  private var target: AnyObject?
  init(repeats: Bool, block: ((Timer) -> Void)?, target: AnyObject?) {
    (isRepeating, self.block, self.target) = (repeats, block, target)
  }
  @discardableResult
  static func scheduledTimer(withTimeInterval interval: Double, repeats: Bool, block: @escaping (Timer) -> Void) -> Timer {
    let timer = Timer(repeats: repeats, block: block, target: nil)
    Process.timers.append(timer)
    return timer
  }
  func fire() { block?(self) }
  func invalidate() {
    (block, target) = (nil, nil)
    Process.timers.removeAll { $0 === self }
  }
}

public struct DispatchTime {
  static func now() -> DispatchTime { DispatchTime() }
  static func + (left: DispatchTime, right: Double) -> DispatchTime { left }
}

/// A queue keeps work until it has run.
public final class DispatchQueue {
  static let main = DispatchQueue(label: "main")
  static func global() -> DispatchQueue { main }
  init(label: String) {}
  func async(execute work: @escaping () -> Void) { Process.work.append(work) }
  func asyncAfter(deadline: DispatchTime, execute work: @escaping () -> Void) { Process.work.append(work) }
  func sync<T>(_ work: () throws -> T) rethrows -> T { try work() }
}

public struct Notification {
  public struct Name: Hashable {
    let text: String
    init(_ text: String) { self.text = text }
    init(rawValue text: String) { self.text = text }
  }
}

/// The centre keeps the block of an observer until its token is removed.
public final class NotificationCenter {
  static let `default` = NotificationCenter()
  private var blocks: [ObjectIdentifier: (token: NSObject, block: (Notification) -> Void)] = [:]
  func addObserver(forName name: Notification.Name?, object: Any?, queue: OperationQueue?, using block: @escaping (Notification) -> Void) -> NSObjectProtocol {
    let token = NSObject()
    blocks[ObjectIdentifier(token)] = (token, block)
    return token
  }
  func removeObserver(_ token: Any) { blocks[ObjectIdentifier(token as AnyObject)] = nil }
  func post(name: Notification.Name, object: Any?) { blocks.values.forEach { $0.block(Notification()) } }
}

public final class OperationQueue: NSObject { static let main = OperationQueue() }

/// The one who subscribes keeps the token; the token keeps the closure, and goes with its owner.
public final class AnyCancellable: Hashable {
  private var onCancel: (() -> Void)?
  init(_ cancel: @escaping () -> Void) { onCancel = cancel }
  func cancel() {
    onCancel?()
    onCancel = nil
  }
  deinit { cancel() }
  func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A subject keeps its subscribers' closures until their tokens are cancelled.
public final class PassthroughSubject<Output, Failure> {
  private var sinks: [Int: (Output) -> Void] = [:]
  private var serial = 0
  init() {}
  func send(_ value: Output) { sinks.values.forEach { $0(value) } }
  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    serial += 1
    let key = serial
    sinks[key] = receiveValue
    return AnyCancellable { self.sinks[key] = nil }
  }
}

open class UIResponder: NSObject {}
/// A view owns its subviews and not what it is in.
open class UIView: UIResponder {
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  public var alpha = 1.0
  public var isHidden = false
  public override init() {}
  open func setNeedsDisplay() {}
  open func layoutSubviews() {}
  open func didMoveToWindow() {}
  open func addSubview(_ view: UIView) {
    subviews.append(view)
    view.superview = self
  }
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
  static func animate(withDuration duration: Double, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
    animations()
    Process.work.append { completion?(true) }
  }
}
open class UIButton: UIView {}
open class UILabel: UIView { public var text: String? }
open class UIImage: NSObject {}
open class UITableViewCell: UIView { open func prepareForReuse() {} }
open class UICollectionViewCell: UIView { open func prepareForReuse() {} }
/// A screen owns its view, its children and what it presents.
open class UIViewController: UIResponder {
  public lazy var view = UIView()
  public private(set) var children: [UIViewController] = []
  public private(set) weak var parent: UIViewController?
  public private(set) var presentedViewController: UIViewController?
  public var navigationController: UINavigationController? { parent as? UINavigationController }
  public var title: String?
  public override init() {}
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func addChild(_ child: UIViewController) {
    children.append(child)
    child.parent = self
  }
  open func present(_ other: UIViewController, animated: Bool) { presentedViewController = other }
  open func dismiss(animated: Bool) { presentedViewController = nil }
}
open class UITableView: UIView {}
open class UITableViewController: UIViewController { public lazy var tableView = UITableView() }
open class UICollectionViewController: UIViewController {}
/// An action keeps its handler, an alert its actions; who presents it keeps the alert.
open class UIAlertAction: NSObject {
  public enum Style { case `default`, cancel, destructive }
  private let handler: ((UIAlertAction) -> Void)?
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { self.handler = handler }
}
open class UIAlertController: UIViewController {
  public enum Style { case alert, actionSheet }
  private var actions: [UIAlertAction] = []
  public init(title: String?, message: String?, preferredStyle: Style) {}
  open func addAction(_ action: UIAlertAction) { actions.append(action) }
}
public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value { didSet { projectedValue.send(wrappedValue) } }
  public let projectedValue = PassthroughSubject<Value, Never>()
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
open class UINavigationController: UIViewController {
  func pushViewController(_ screen: UIViewController, animated: Bool) { addChild(screen) }
}
