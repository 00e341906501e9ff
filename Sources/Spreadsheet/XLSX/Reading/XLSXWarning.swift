/// A fault that a reading of a workbook accepted.
public struct XLSXWarning: Hashable, Sendable {
  /// The kind of fault: the code that a strict reading throws.
  public let code: SpreadsheetError.Code
  /// Sentences that say what was found first and what was made of it, how often it was found, and in which other cells.
  public let message: String
  /// The first places where it was found, at least one and at most ten.
  public let places: [SpreadsheetError.Place]
  /// How often it was found.
  public let count: Int

  /// The first place where it was found.
  public var place: SpreadsheetError.Place { places[0] }

  /// - Parameters:
  ///   - message: What was found at the first place, and what was made of it.
  ///   - places: The first places, at least one.
  init(code: SpreadsheetError.Code, message: String, places: [SpreadsheetError.Place], count: Int) {
    precondition(!places.isEmpty, "a warning has a place")
    self.code = code
    self.message = count == 1 ? message : "\(message) \(Self.sentence(places, count))"
    self.places = places
    self.count = count
  }

  /// How often it was found, and in which cells as far as they are known.
  private static func sentence(_ places: [SpreadsheetError.Place], _ count: Int) -> String {
    let others = places.dropFirst().compactMap { place in
      place.cell.map { cell in
        place.worksheet == places[0].worksheet ? cell : "\"\(place.worksheet ?? "")\"!\(cell)"
      }
    }
    let times = "There \(count == 2 ? "is one" : "are \(count - 1)") more of this kind"
    if others.isEmpty { return "\(times)." }
    let rest = count - 1 - others.count
    return "\(times): \(others.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")."
  }
}

extension SpreadsheetError {
  /// The error for contents that no spreadsheet program shows.
  static func hidden(_ kind: XLSXFaults.Kind, _ message: String, place: Place) -> SpreadsheetError {
    SpreadsheetError(
      kind.code, message,
      hint: "Open the file in a spreadsheet program, check that nothing is missing, and save it again.", place: place)
  }
}
