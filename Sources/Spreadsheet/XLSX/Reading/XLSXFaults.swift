/// What a workbook holds where no spreadsheet program shows it: an error in a strict reading, a warning in a lenient one.
final class XLSXFaults {
  /// The kinds of faults that a lenient reading lets pass.
  enum Kind: String, CaseIterable {
    case hiddenText = "xlsx.hidden-text"
    case hiddenCells = "xlsx.hidden-cells"
    case twoValues = "xlsx.two-values"
    case twoParts = "xlsx.two-parts"

    var code: SpreadsheetError.Code { SpreadsheetError.Code(rawValue: rawValue) }

    fileprivate func sentence(count: Int) -> String {
      let times = count == 1 ? "once" : "\(count) times"
      return switch self {
      case .hiddenText: "text outside of the values of cells was passed over, \(times)."
      case .hiddenCells: "cells, rows or worksheets in places where none belong were passed over, \(times)."
      case .twoValues: "of several texts in one cell only one was read, \(times)."
      case .twoParts: "of several parts of one kind only the first was read, \(times)."
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
  /// - Parameter error: What a strict reading ends with; is asked for the first fault of a kind only.
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

  /// One warning of each kind.
  var warnings: [XLSXWarning] {
    Kind.allCases.compactMap { kind in
      met[kind].map {
        XLSXWarning(code: kind.code, message: kind.sentence(count: $0.count), place: $0.place, count: $0.count)
      }
    }
  }
}

/// Something odd that a lenient reading of a workbook let pass.
public struct XLSXWarning: Hashable, Sendable {
  /// The kind, the code that a strict reading throws.
  public let code: SpreadsheetError.Code
  /// What was found, as a sentence.
  public let message: String
  /// The first place where it was found.
  public let place: SpreadsheetError.Place
  /// How often it was found.
  public let count: Int
}

extension SpreadsheetError {
  /// Something in a part that no spreadsheet program shows.
  static func hidden(_ kind: XLSXFaults.Kind, _ message: String, place: Place) -> SpreadsheetError {
    SpreadsheetError(
      kind.code, message,
      hint: "Open the file in a spreadsheet program, see that nothing is missing, and save it again.", place: place)
  }
}
