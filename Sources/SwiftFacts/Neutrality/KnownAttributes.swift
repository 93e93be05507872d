/// The attributes of which it is known that no macro stands behind them, or one that makes nothing of the body it is given.
enum KnownAttributes {
  /// Whether an attribute's own place among the others says nothing: it wraps no value.
  static func isOrderless(_ name: String) -> Bool { compilers.contains(name) }

  /// Whether what the attribute stands on may be put in other words.
  static func readsNothing(_ name: String) -> Bool {
    compilers.contains(name) || wrappers.contains(name) || macros.contains(name)
  }

  /// Whether the order of what bears the attribute is kept by whoever reads it.
  static func keepsOrder(_ name: String) -> Bool { !compilers.contains(name) && !orderlessMarks.contains(name) }

  private static let compilers: Set<String> = [
    "available", "objc", "objcMembers", "nonobjc", "discardableResult", "escaping", "autoclosure", "inlinable", "inline", "usableFromInline",
    "IBOutlet", "IBAction", "IBInspectable", "IBDesignable", "IBSegueAction", "GKInspectable", "NSManaged", "NSCopying", "NSApplicationMain",
    "UIApplicationMain", "main", "MainActor", "Sendable", "convention", "frozen", "testable", "dynamicCallable", "dynamicMemberLookup",
    "propertyWrapper", "resultBuilder", "globalActor", "preconcurrency", "unchecked", "retroactive", "warn_unqualified_access",
    "backDeployed", "concurrent", "isolated", "nonisolated", "implementation", "cdecl", "_cdecl", "_spi", "_exported",
    "_implementationOnly", "_disfavoredOverload", "_alwaysEmitIntoClient", "_silgen_name", "_specialize", "specialize", "_semantics",
    "_optimize", "_transparent", "_effects", "_inheritsConvenienceInitializers", "_implicitSelfCapture", "_inheritActorContext",
    "_unsafeInheritExecutor", "_marker", "_originallyDefinedIn", "usableFromInline", "export", "unknown",
    "requires_stored_property_inits", "differentiable", "derivative", "noDerivative", "_spiOnly", "_documentation", "abi",
    "attached", "freestanding", "unsafe", "safe", "nonexhaustive", "TestActor", "GlobalActor",
  ]

  private static let wrappers: Set<String> = [
    "Published", "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "Binding", "AppStorage", "SceneStorage",
    "FocusState", "GestureState", "Namespace", "FetchRequest", "SectionedFetchRequest", "Query", "Bindable", "ScaledMetric",
    "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor", "AccessibilityFocusState", "FocusedValue", "FocusedBinding",
    "ViewBuilder", "Option", "Argument", "Flag", "OptionGroup", "Injected", "Dependency", "Shared", "SharedReader", "Fetch", "FetchOne",
    "FetchAll", "PresentationState", "BindingState", "BindableState", "NullEncodable",
  ]

  /// Macros that add to what they stand on and leave it as it is.
  private static let macros: Set<String> = [
    "Test", "Suite", "Observable", "ObservationIgnored", "ObservationTracked", "Model", "Attribute", "Relationship", "Transient", "Reducer",
    "ObservableState", "ObservationStateIgnored", "Presents", "DependencyClient", "CasePathable", "Perceptible", "PerceptionIgnored",
    "ViewAction", "Entry", "Table", "Selection", "Column",
  ]

  private static let orderlessMarks: Set<String> = ["ViewBuilder", "Reducer", "CasePathable"]
}
