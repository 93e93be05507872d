extension String {
  /// The text as a value in a file of options for curl. A line break would begin another option: it is left out.
  package var curlValue: String {
    "\"" + rewritten { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      default: scalar.endsLine || scalar == "\0" ? "" : nil
      }
    } + "\""
  }
}
