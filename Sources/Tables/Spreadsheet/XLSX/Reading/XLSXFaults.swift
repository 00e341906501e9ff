/// Counts the faults of a workbook: errors where the reading does not accept them, warnings where it does.
final class XLSXFaults {
  enum Kind: Int, CaseIterable {
    case hiddenText
    case hiddenCells
    case twoValues
    case twoParts
    case cellReference
    case cellValue
    case forbiddenCharacter
    case halfCharacter
    case noResult

    var code: SpreadsheetError.Code { traits.code }

    /// The code of a fault, the lowest tolerance that accepts it, and how an accepting reading handles it.
    fileprivate var traits: (code: SpreadsheetError.Code, tolerance: XLSXTolerance, outcome: String) {
      switch self {
      case .hiddenText: (.xlsxHiddenText, .hiddenContents, "It was skipped.")
      case .hiddenCells: (.xlsxHiddenCells, .hiddenContents, "It was skipped.")
      case .twoValues: (.xlsxTwoValues, .hiddenContents, "Only one was read.")
      case .twoParts: (.xlsxTwoParts, .hiddenContents, "Only the first was read.")
      case .cellReference: (.xlsxCellReference, .cellFaults, "It was skipped.")
      case .cellValue: (.xlsxCellValue, .cellFaults, "It was read as a text.")
      // These are always warnings.
      case .forbiddenCharacter: (.xmlMalformed, .nothing, "It was read as it is.")
      case .halfCharacter: (.xlsxHalfCharacter, .nothing, "U+FFFD was read in its place.")
      case .noResult: (.xlsxNoResult, .nothing, "It was read as an empty cell.")
      }
    }
  }

  private struct Findings {
    let message: String
    var places: [SpreadsheetError.Place]
    var count = 1

    /// How many more times the fault was found, and in which cells if known.
    var others: String {
      if count == 1 { return "" }
      let others = places.dropFirst().compactMap { place in
        place.cell.map { cell in place.worksheet == places[0].worksheet ? cell : "\"\(place.worksheet ?? "")\"!\(cell)"
        }
      }
      let times = " There \(count == 2 ? "is one" : "are \(count - 1)") more of this kind"
      if others.isEmpty { return "\(times)." }
      let rest = count - 1 - others.count
      return "\(times): \(others.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")."
    }
  }

  static let mostPlaces = 10

  let tolerance: XLSXTolerance
  /// The faults found, by the raw value of their kind. A hostile file has millions of faults, so counting one is cheap.
  private var reported = [Findings?](repeating: nil, count: Kind.allCases.count)

  init(_ tolerance: XLSXTolerance) { self.tolerance = tolerance }

  /// Counts a fault, and creates an error for the first ones of each kind. Returns the error if the reading does not
  /// accept the fault, otherwise nil.
  func report(_ kind: Kind, _ error: () -> SpreadsheetError) -> SpreadsheetError? {
    if !accepts(kind) { return error() }
    let index = kind.rawValue
    if let known = reported[index]?.places.count {
      if known < Self.mostPlaces { reported[index]?.places.append(error().place) }
      reported[index]?.count += 1
    } else {
      let first = error()
      reported[index] = Findings(message: first.message, places: [first.place])
    }
    return nil
  }

  func reportForbidden(_ error: SpreadsheetError, count: Int) {
    for _ in 0..<count { _ = report(.forbiddenCharacter) { error } }
  }

  func accepts(_ kind: Kind) -> Bool { tolerance >= kind.traits.tolerance }

  var warnings: [TableWarning] {
    Kind.allCases.compactMap { kind in
      reported[kind.rawValue].map { findings in
        TableWarning(
          code: kind.code, message: "\(findings.message) \(kind.traits.outcome)\(findings.others)",
          places: findings.places, count: findings.count)
      }
    }
  }
}

/// Which faults of a workbook a reading accepts, with warnings.
package enum XLSXTolerance: Comparable, Sendable {
  /// None: every fault is an error.
  case nothing
  /// Contents that no spreadsheet program shows. They are skipped.
  case hiddenContents
  /// Faults of single cells too: values that are not of their cell's type, which become texts, and empty cells that
  /// name another row, which are skipped.
  case cellFaults
}

extension SpreadsheetError {
  /// The error for a workbook that no spreadsheet program would write like this.
  static func xlsx(_ code: Code, _ message: String, place: Place = Place()) -> SpreadsheetError {
    SpreadsheetError(code, message, hint: XMLDocumentKind.workbookPart.remedy, place: place)
  }

  /// The error for contents that no spreadsheet program shows.
  static func hidden(_ kind: XLSXFaults.Kind, _ message: String, place: Place) -> SpreadsheetError {
    SpreadsheetError(
      kind.code, message,
      hint: "Open the file in a spreadsheet program, check that nothing is missing, and save it again.", place: place)
  }
}
