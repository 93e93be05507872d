/// The parts of a SARIF log that are read here, in the standard's own names.
struct SARIFLog: Decodable {
  var version: String?
  var runs: [Run]?

  struct Run: Decodable {
    var tool: Tool?
    var invocations: [Invocation]?
    var artifacts: [Artifact]?
    var originalUriBaseIds: [String: ArtifactLocation]?
    var columnKind: String?
    var results: [Result]?
  }

  struct Tool: Decodable {
    var driver: Component?
    var extensions: [Component]?
  }

  struct Component: Decodable {
    var name: String?
    var rules: [Rule]?
  }

  struct Rule: Decodable {
    var id: String?
    var shortDescription: Message?
    var messageStrings: [String: Message]?
    var defaultConfiguration: Configuration?
  }

  struct Configuration: Decodable { var level: String? }

  struct Invocation: Decodable { var executionSuccessful: Bool? }

  struct Artifact: Decodable { var location: ArtifactLocation? }

  struct ArtifactLocation: Decodable {
    var uri: String?
    var uriBaseId: String?
    var index: Int?
  }

  struct Result: Decodable {
    var ruleId: String?
    var ruleIndex: Int?
    var rule: RuleReference?
    var kind: String?
    var level: String?
    var message: Message?
    var locations: [Location]?
    var fixes: [Fix]?
    var suppressions: [Suppression]?
    var baselineState: String?
  }

  struct RuleReference: Decodable {
    var id: String?
    var index: Int?
    var toolComponent: ComponentReference?
  }

  struct ComponentReference: Decodable { var index: Int? }

  struct Message: Decodable {
    var text: String?
    var markdown: String?
    var id: String?
    var arguments: [String]?
  }

  struct Location: Decodable { var physicalLocation: PhysicalLocation? }

  struct PhysicalLocation: Decodable {
    var artifactLocation: ArtifactLocation?
    var region: Region?
  }

  struct Region: Decodable {
    var startLine: Int?
    var startColumn: Int?
    var endLine: Int?
    var endColumn: Int?
  }

  struct Suppression: Decodable {
    var status: String?
    var justification: String?
  }

  struct Fix: Decodable {
    var description: Message?
    var artifactChanges: [ArtifactChange]?
  }

  struct ArtifactChange: Decodable {
    var artifactLocation: ArtifactLocation?
    var replacements: [Replacement]?
  }

  struct Replacement: Decodable {
    var deletedRegion: Region?
    var insertedContent: Content?
  }

  struct Content: Decodable { var text: String? }
}
