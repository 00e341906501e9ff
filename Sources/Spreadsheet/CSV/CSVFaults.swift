/// The faults of a CSV file: errors in a strict reading, warnings in a lenient one.
struct CSVFaults {
  /// The kinds of faults that a lenient reading accepts.
  enum Kind: CaseIterable {
    case encoding
    case unterminatedQuote
    case textAfterQuote
    case bareQuote
    case nul
    case fieldCount

    var code: SpreadsheetError.Code {
      switch self {
      case .encoding: .csvEncoding
      case .unterminatedQuote: .csvUnterminatedQuote
      case .textAfterQuote: .csvTextAfterQuote
      case .bareQuote: .csvBareQuote
      case .nul: .csvNUL
      case .fieldCount: .csvFieldCount
      }
    }

    fileprivate func sentence(count: Int) -> String {
      let times = count == 1 ? "once" : "\(count) times"
      return switch self {
      case .encoding: "bytes that are not UTF-8 were read as Windows-1252 or replaced, \(times)."
      case .unterminatedQuote: "a quote that is never closed was read to the end of the file."
      case .textAfterQuote: "text after a closing quote was added to the field, \(times)."
      case .bareQuote: "a quote inside a field without quotes was kept, \(times)."
      case .nul: "a NUL byte was kept, \(times)."
      case .fieldCount: "a record has a different number of fields from the first, \(times)."
      }
    }
  }

  let isLenient: Bool
  private var counts: [Kind: (line: Int, count: Int)] = [:]

  init(isLenient: Bool) {
    self.isLenient = isLenient
  }

  /// Counts a fault in a lenient reading, or throws it in a strict one.
  mutating func meet(
    _ kind: Kind, line: Int, count: Int = 1, error: () -> SpreadsheetError
  ) throws(SpreadsheetError) {
    if !isLenient { throw error() }
    let known = counts[kind] ?? (line, 0)
    counts[kind] = (known.line, known.count + count)
  }

  /// One warning for each kind of fault that was found.
  var warnings: [CSVWarning] {
    Kind.allCases.compactMap { kind in
      counts[kind].map {
        CSVWarning(code: kind.code, message: kind.sentence(count: $0.count), line: $0.line, count: $0.count)
      }
    }
  }
}
