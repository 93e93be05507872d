import ReviewModel

extension Review {
  /// What is not told, and what the configuration has to do with it, in a few words each.
  var untold: [String] {
    let rulesOff = account.switchedOff.count
    let muted = account.muted.values.reduce(0, +)
    return [
      account.setAside == 0 ? nil : "\(account.setAside) set aside by the baseline",
      account.uncalled == 0 ? nil : "\(account.uncalled) in code that nothing calls (--all tells them)",
      account.allowed == 0 ? nil : "\(account.allowed) allowed by comments",
      account.excluded == 0 ? nil : "\(account.excluded) of the files excluded",
      rulesOff == 0 ? nil : rulesOff == 1 ? "1 rule switched off" : "\(rulesOff) rules switched off",
      muted == 0 ? nil : muted == 1 ? "1 whose rule is off in its file" : "\(muted) whose rules are off in their files",
      unselected,
      account.leftOut.isEmpty ? nil : "\(account.leftOut.inWords) left out by --limit",
    ].compactMap(\.self)
  }

  /// What was found and not asked for, the worst of it named: `3 more not asked for, 1 of them a bug`.
  private var unselected: String? {
    let count = account.unselected.values.reduce(0, +)
    guard count > 0 else { return nil }
    let worst =
      switch account.unselected[.bug] ?? 0 {
      case 0: ""
      case count: count == 1 ? ", a bug" : ", all bugs"
      case 1: ", 1 of them a bug"
      case let bugs: ", \(bugs) of them bugs"
      }
    return "\(count) more not asked for\(worst)"
  }

  /// The notices, and what is not told as one more: for formats that have no closing line.
  var noticesWithUntold: [Notice] {
    guard !untold.isEmpty else { return notices }
    let rules = account.switchedOff.isEmpty ? "" : " (\(account.switchedOff.joined(separator: ", ")))"
    return notices + [.remark("Not told: " + untold.joined(separator: ", ") + rules)]
  }
}

extension Notice {
  /// The file it is about, or the one to open where it is about none: for formats in which everything has a path.
  var pathOrConfiguration: String { path ?? ".nitless.yml" }
}
