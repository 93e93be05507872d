import BundledRules
import Foundation
import Git
import ProgramModel
import Reporters
import ReviewModel
import Reviewing
import RuleEngine
import RulePages

nonisolated(unsafe) var arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
  guard let at = arguments.firstIndex(of: name), at + 1 < arguments.count else { return nil }
  let value = arguments[at + 1]
  arguments.removeSubrange(at...at + 1)
  return value
}
let format = option("--format") ?? "terminal"
let repo = option("--repo") ?? "."
var reader = KnowledgeReader()
for table in BundledRules.knowledge { reader.read("\(table.text)", path: table.path) }
var rules: [RulePage] = []
for page in BundledRules.pages {
  let (rule, problems) = RulePage.read("\(page.text)", path: page.path)
  for problem in problems { FileHandle.standardError.write("\(problem)\n".data(using: .utf8)!) }
  if let rule { rules.append(rule) }
}
do {
  let repository = try Repository(at: repo, environment: [:])
  let reviewer = Reviewer(
    repository: repository, inspector: Inspector(rules: rules), knowledge: reader.knowledge, threads: 2)
  let review =
    arguments.first == "audit" ? try reviewer.audit(arguments.count > 1 ? arguments[1] : nil) : try reviewer.review(ChangeRequest(parsing: arguments[1]))
  print(ReportFormat.named(format)!.reporter(on: .init(color: false, width: 110)).report(review), terminator: "")
  exit(review.introduced.contains { $0.level == .bug } ? 1 : 0)
} catch {
  FileHandle.standardError.write("\(error)\n".data(using: .utf8)!)
  exit(2)
}
