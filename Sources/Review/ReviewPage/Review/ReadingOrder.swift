/// The order of readings of the server, several of which may run at once. An older reading must not replace the result
/// of a later reading or of a Send.
struct ReadingOrder: Sendable {
  /// What happens to a reading that has ended.
  enum End: Sendable {
    /// It is the newest reading, and is shown.
    case current
    /// A reading that began later is already shown.
    case overtaken
    /// The server was changed since the reading began, so it must be read again.
    case outdated
  }

  private var begun = 0
  private var shown = 0
  private var outdated = 0

  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Ends a reading that was successful.
  mutating func end(_ number: Int) -> End {
    if number < shown { return .overtaken }
    if number <= outdated { return .outdated }
    shown = number
    return .current
  }

  /// Marks all readings that have begun so far as outdated.
  mutating func outdateAll() { outdated = begun }
}
