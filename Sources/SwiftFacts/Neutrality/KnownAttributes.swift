/// The attributes of which it is known that no macro stands behind them, or one that makes nothing of the body it is
/// given.
enum KnownAttributes {
  /// Whether an attribute's own place among the others says nothing: it wraps no value. What a name ends in `Actor` for
  /// is a global actor.
  static func isOrderless(_ name: String) -> Bool { compilers.contains(name) || name.hasSuffix("Actor") }

  /// Whether what the attribute stands on may be put in other words.
  static func readsNothing(_ name: String) -> Bool {
    isOrderless(name) || isBuilder(name) || wrappers.contains(name) || macros.contains(name)
  }

  /// Whether the order of what bears the attribute is kept by whoever reads it.
  static func keepsOrder(_ name: String) -> Bool {
    !isOrderless(name) && !isBuilder(name) && !orderlessMarks.contains(name)
  }

  /// Whether an attribute is a result builder, as the names of all of them tell.
  private static func isBuilder(_ name: String) -> Bool { name.hasSuffix("Builder") }

  /// Whether it may stand for a result builder to which `return x` and `x` are not the same. SwiftUI's give a single
  /// expression back as it is.
  static func maySeeReturn(_ name: String) -> Bool {
    !isOrderless(name) && !wrappers.contains(name) && !plainBuilders.contains(name)
  }

  private static let plainBuilders: Set<String> = [
    "ViewBuilder", "SceneBuilder", "CommandsBuilder", "ToolbarContentBuilder", "WidgetBundleBuilder",
    "TableColumnBuilder", "TableRowBuilder",
    "ChartContentBuilder", "CommandBuilder", "KeyframesBuilder",
  ]

  private static let compilers: Set<String> = [
    "available", "objc", "objcMembers", "nonobjc", "discardableResult", "escaping", "autoclosure", "inlinable",
    "inline", "usableFromInline",
    "IBOutlet", "IBAction", "IBInspectable", "IBDesignable", "IBSegueAction", "GKInspectable", "NSManaged", "NSCopying",
    "NSApplicationMain",
    "UIApplicationMain", "main", "MainActor", "Sendable", "convention", "frozen", "testable", "dynamicCallable",
    "dynamicMemberLookup",
    "propertyWrapper", "resultBuilder", "globalActor", "preconcurrency", "unchecked", "retroactive",
    "warn_unqualified_access",
    "backDeployed", "concurrent", "isolated", "nonisolated", "implementation", "cdecl", "_cdecl", "_spi", "_exported",
    "_implementationOnly", "_disfavoredOverload", "_alwaysEmitIntoClient", "_silgen_name", "_specialize", "specialize",
    "_semantics",
    "_optimize", "_transparent", "_effects", "_inheritsConvenienceInitializers", "_implicitSelfCapture",
    "_inheritActorContext",
    "_unsafeInheritExecutor", "_marker", "_originallyDefinedIn", "usableFromInline", "export", "unknown",
    "requires_stored_property_inits", "differentiable", "derivative", "noDerivative", "_spiOnly", "_documentation",
    "abi",
    "attached", "freestanding", "unsafe", "safe", "nonexhaustive",
  ]

  private static let wrappers: Set<String> = [
    "Published", "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "Binding", "AppStorage",
    "SceneStorage",
    "FocusState", "GestureState", "Namespace", "FetchRequest", "SectionedFetchRequest", "Query", "Bindable",
    "ScaledMetric",
    "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor", "AccessibilityFocusState", "FocusedValue",
    "FocusedBinding",
    "Option", "Argument", "Flag", "OptionGroup", "Injected", "Dependency", "Shared", "SharedReader", "Fetch",
    "FetchOne",
    "FetchAll", "PresentationState", "BindingState", "BindableState", "NullEncodable",
  ]

  /// Macros that add to what they stand on and leave it as it is.
  private static let macros: Set<String> = [
    "Test", "Suite", "Observable", "ObservationIgnored", "ObservationTracked", "Model", "Attribute", "Relationship",
    "Transient", "Reducer",
    "ObservableState", "ObservationStateIgnored", "Presents", "DependencyClient", "CasePathable", "Perceptible",
    "PerceptionIgnored",
    "ViewAction", "Entry", "Table", "Selection", "Column",
  ]

  private static let orderlessMarks: Set<String> = ["Reducer", "CasePathable"]
}
