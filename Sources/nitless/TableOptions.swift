import ArgumentParser

/// Whether a person wants a table in place of the findings.
struct TableOptions: ParsableArguments {
  @Flag(help: "Print a table by rule, and not the findings.")
  var statistics = false

  var form: ReportOptions.Form { statistics ? .statistics : .findings }

  /// Refuses a table beside a report that programs read.
  func check(beside reports: ReportOptions) throws {
    let isRead = try reports.isReadByPeople
    if statistics, !isRead {
      throw ValidationError("--statistics is a report of its own, so `--format` has no place beside it")
    }
  }
}
