/// What the client on the other end can do.
struct Features {
  var encoding: PositionEncoding = .utf16
  /// Whether it offered a choice.
  var namesEncoding = false
  var relatedInformation = false
  var codeDescription = false
  var diagnosticVersion = false
  var codeActions = false
  var preferredActions = false
  var disabledActions = false
  var versionedEdits = false
  var hoverMarkdown = false
  var progress = false
  var watching = false

  init() {}

  init(_ capabilities: ClientCapabilities) {
    if let offered = capabilities.general?.positionEncodings {
      namesEncoding = true
      // The first is the one the client likes best; it always knows UTF-16.
      encoding = offered.lazy.compactMap(PositionEncoding.init).first ?? .utf16
    }
    let document = capabilities.textDocument
    relatedInformation = document?.publishDiagnostics?.relatedInformation ?? false
    codeDescription = document?.publishDiagnostics?.codeDescriptionSupport ?? false
    diagnosticVersion = document?.publishDiagnostics?.versionSupport ?? false
    codeActions = document?.codeAction?.codeActionLiteralSupport != nil
    preferredActions = document?.codeAction?.isPreferredSupport ?? false
    disabledActions = document?.codeAction?.disabledSupport ?? false
    versionedEdits = capabilities.workspace?.workspaceEdit?.documentChanges ?? false
    hoverMarkdown = document?.hover?.contentFormat?.contains("markdown") ?? false
    progress = capabilities.window?.workDoneProgress ?? false
    watching = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false
  }
}
