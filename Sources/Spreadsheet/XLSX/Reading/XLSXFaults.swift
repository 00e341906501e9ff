/// Counts the faults of a workbook: errors where the reading does not accept them, warnings where it does.
final class XLSXFaults {
  /// The kinds of faults that a reading may accept.
  enum Kind: Int, CaseIterable {
    case hiddenText
    case hiddenCells
    case twoValues
    case twoParts
    case cellReference
    case cellValue
    case halfCharacter
    case noResult

    var code: SpreadsheetError.Code {
      switch self {
      case .hiddenText: .xlsxHiddenText
      case .hiddenCells: .xlsxHiddenCells
      case .twoValues: .xlsxTwoValues
      case .twoParts: .xlsxTwoParts
      case .cellReference: .xlsxCellReference
      case .cellValue: .xlsxCellValue
      case .halfCharacter: .xlsxHalfCharacter
      case .noResult: .xlsxNoResult
      }
    }

    /// The least tolerance that accepts such a fault.
    fileprivate var tolerance: XLSXTolerance {
      switch self {
      case .hiddenText, .hiddenCells, .twoValues, .twoParts: .hiddenContents
      case .cellReference, .cellValue: .cellFaults
      // These are told, and never refused.
      case .halfCharacter, .noResult: .nothing
      }
    }

    /// What a reading that accepts such a fault makes of it.
    fileprivate var outcome: String {
      switch self {
      case .hiddenText, .hiddenCells, .cellReference: "It was skipped."
      case .twoValues: "Only one was read."
      case .twoParts: "Only the first was read."
      case .cellValue: "It was read as a text."
      case .halfCharacter: "U+FFFD was read in its place."
      case .noResult: "It was read as an empty cell."
      }
    }
  }

  private struct Findings {
    let message: String
    /// The first places, at most ``XLSXFaults/mostPlaces``.
    var places: [SpreadsheetError.Place]
    var count = 1
  }

  /// How many places of one kind of fault are kept.
  static let mostPlaces = 10

  let tolerance: XLSXTolerance
  /// What was found, by the raw value of its kind. A hostile file has millions of faults, so counting one is cheap.
  private var met = [Findings?](repeating: nil, count: Kind.allCases.count)

  init(_ tolerance: XLSXTolerance) {
    self.tolerance = tolerance
  }

  /// Counts a fault.
  ///
  /// - Parameter error: What was found, and where; called for the first faults of a kind only.
  /// - Returns: The error if the reading does not accept the fault, nil if it does.
  func meet(_ kind: Kind, _ error: () -> SpreadsheetError) -> SpreadsheetError? {
    if !accepts(kind) { return error() }
    let index = kind.rawValue
    if let known = met[index]?.places.count {
      if known < Self.mostPlaces { met[index]?.places.append(error().place) }
      met[index]?.count += 1
    } else {
      let first = error()
      met[index] = Findings(message: first.message, places: [first.place])
    }
    return nil
  }

  /// Whether the reading accepts a kind of fault.
  func accepts(_ kind: Kind) -> Bool { tolerance >= kind.tolerance }

  /// One warning for each kind of fault that was found.
  var warnings: [XLSXWarning] {
    Kind.allCases.compactMap { kind in
      met[kind.rawValue].map { findings in
        XLSXWarning(
          code: kind.code, message: "\(findings.message) \(kind.outcome)", places: findings.places,
          count: findings.count)
      }
    }
  }
}
