/// What a client says of itself first.
struct InitializeParams: Decodable {
  var rootUri: String?
  var rootPath: String?
  var workspaceFolders: [WorkspaceFolder]?
  var capabilities: ClientCapabilities?
}

/// A folder that the client has open.
struct WorkspaceFolder: Decodable {
  var uri: String
}

/// What a client can do, as far as it makes a difference here.
struct ClientCapabilities: Decodable {
  struct General: Decodable {
    var positionEncodings: [String]?
  }

  struct Window: Decodable {
    var workDoneProgress: Bool?
  }

  struct Workspace: Decodable {
    struct Edit: Decodable { var documentChanges: Bool? }
    struct Watching: Decodable { var dynamicRegistration: Bool? }

    var workspaceEdit: Edit?
    var didChangeWatchedFiles: Watching?
  }

  struct TextDocument: Decodable {
    struct PublishDiagnostics: Decodable {
      var relatedInformation: Bool?
      var versionSupport: Bool?
      var codeDescriptionSupport: Bool?
    }

    struct CodeAction: Decodable {
      struct Literals: Decodable {}

      var codeActionLiteralSupport: Literals?
      var isPreferredSupport: Bool?
      var disabledSupport: Bool?
    }

    struct Hover: Decodable { var contentFormat: [String]? }

    var publishDiagnostics: PublishDiagnostics?
    var codeAction: CodeAction?
    var hover: Hover?
  }

  var general: General?
  var window: Window?
  var workspace: Workspace?
  var textDocument: TextDocument?
}

/// What the client is told that it may ask for.
struct InitializeResult: Encodable {
  struct Capabilities: Encodable {
    struct Synchronization: Encodable {
      struct Save: Encodable { var includeText = true }

      var openClose = true
      /// 2: what changed, not all of the text.
      var change = 2
      var save = Save()
    }

    struct CodeActions: Encodable { var codeActionKinds = [CodeAction.quickFix] }

    struct Workspace: Encodable {
      struct Folders: Encodable {
        var supported = true
        var changeNotifications = true
      }

      var workspaceFolders = Folders()
    }

    /// Nil where the client offers no choice.
    var positionEncoding: PositionEncoding?
    var textDocumentSync = Synchronization()
    var hoverProvider = true
    /// Nil for a client that knows only commands.
    var codeActionProvider: CodeActions?
    var workspace = Workspace()
  }

  struct Server: Encodable {
    var name = "nitless"
    var version: String
  }

  var capabilities: Capabilities
  var serverInfo: Server
}

/// Asks the client to tell what changes on the disk.
struct RegistrationParams: Encodable {
  struct Registration: Encodable {
    struct Options: Encodable { var watchers: [Watcher] }
    struct Watcher: Encodable { var globPattern: String }

    var id: String
    var method: String
    var registerOptions: Options
  }

  var registrations: [Registration]
}
