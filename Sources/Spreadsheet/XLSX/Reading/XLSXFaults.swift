/// Counts the contents of a workbook that no spreadsheet program shows: errors in a strict reading, warnings in a
/// lenient one.
final class XLSXFaults {
  /// The kinds of faults that a lenient reading accepts.
  enum Kind: CaseIterable {
    case hiddenText
    case hiddenCells
    case twoValues
    case twoParts

    var code: SpreadsheetError.Code {
      switch self {
      case .hiddenText: .xlsxHiddenText
      case .hiddenCells: .xlsxHiddenCells
      case .twoValues: .xlsxTwoValues
      case .twoParts: .xlsxTwoParts
      }
    }

    fileprivate func sentence(count: Int) -> String {
      let times = count == 1 ? "once" : "\(count) times"
      return switch self {
      case .hiddenText: "text outside the values of cells was skipped, \(times)."
      case .hiddenCells: "misplaced cells, rows or worksheets were skipped, \(times)."
      case .twoValues: "a cell has several texts, and only one was read, \(times)."
      case .twoParts: "the workbook has several parts of one kind, and only the first was read, \(times)."
      }
    }
  }

  let isStrict: Bool
  private var met: [Kind: (place: SpreadsheetError.Place, count: Int)] = [:]

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Counts a fault.
  ///
  /// - Parameter error: The error of a strict reading; called for the first fault of a kind only.
  /// - Returns: The error in a strict reading, nil in a lenient one.
  func meet(_ kind: Kind, _ error: () -> SpreadsheetError) -> SpreadsheetError? {
    if !isStrict, let known = met[kind] {
      met[kind] = (known.place, known.count + 1)
      return nil
    }
    let error = error()
    met[kind] = (error.place, 1)
    return isStrict ? error : nil
  }

  /// One warning for each kind of fault that was found.
  var warnings: [XLSXWarning] {
    Kind.allCases.compactMap { kind in
      met[kind].map {
        XLSXWarning(code: kind.code, message: kind.sentence(count: $0.count), place: $0.place, count: $0.count)
      }
    }
  }
}

/// A fault that a lenient reading of a workbook accepted.
public struct XLSXWarning: Hashable, Sendable {
  /// The kind of fault: the code that a strict reading throws.
  public let code: SpreadsheetError.Code
  /// A sentence that says what was found.
  public let message: String
  /// The first place where it was found.
  public let place: SpreadsheetError.Place
  /// How often it was found.
  public let count: Int
}

extension SpreadsheetError {
  /// The error for contents that no spreadsheet program shows.
  static func hidden(_ kind: XLSXFaults.Kind, _ message: String, place: Place) -> SpreadsheetError {
    SpreadsheetError(
      kind.code, message,
      hint: "Open the file in a spreadsheet program, check that nothing is missing, and save it again.", place: place)
  }
}
