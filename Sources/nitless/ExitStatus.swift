import ReviewModel

/// What the program's exit status says. Thrown to end a command with it.
enum ExitStatus: Int32, Error {
  /// Nothing at or above the failing level.
  case nothingFound = 0
  /// Findings at or above the failing level.
  case found = 1
  /// The job could not be done, or not all of it.
  case notDone = 2

  static let explained = """
    Exit status: 0 nothing found at or above the failing level, which is bug unless said \
    otherwise; 1 something found; 2 the job could not be done, or not all of it, whatever was found.
    """

  /// The status of a review that was done to the end.
  init(of review: Review, failingFrom level: Level) {
    self = review.introduced.contains { $0.level >= level } ? .found : .nothingFound
  }
}
