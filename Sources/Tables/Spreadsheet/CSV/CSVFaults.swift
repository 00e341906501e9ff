/// The faults of a CSV file: errors in a strict reading, warnings in a lenient one, which also warns about guesses.
struct CSVFaults {
  enum Kind: Int, CaseIterable {
    case encoding, unterminatedQuote, textAfterQuote, bareQuote, nul, fieldCount

    fileprivate func warning(_ count: Int) -> (code: SpreadsheetError.Code, sentence: String) {
      let times = count == 1 ? "once" : "\(count) times"
      return switch self {
      case .encoding: (.csvEncoding, "bytes that are not UTF-8 were read as Windows-1252 or replaced, \(times)")
      case .unterminatedQuote: (.csvUnterminatedQuote, "a quote that is never closed was read to the end of the file")
      case .textAfterQuote: (.csvTextAfterQuote, "text after a closing quote was added to the field, \(times)")
      case .bareQuote: (.csvBareQuote, "a quote inside a field without quotes was kept, \(times)")
      case .nul: (.csvNUL, "a NUL byte was kept, \(times)")
      case .fieldCount: (.csvFieldCount, "a record has a different number of fields from the first, \(times)")
      }
    }
  }

  let isLenient: Bool
  private var guesses: [TableWarning] = []
  private var findings = [Findings](repeating: Findings(), count: Kind.allCases.count)

  private struct Findings {
    static let mostLines = 10

    var lines: [Int] = []
    var hasMoreLines = false
    var count = 0

    mutating func add(_ count: Int, line: Int) {
      self.count += count
      if lines.last == line { return }
      if lines.count < Self.mostLines { lines.append(line) } else { hasMoreLines = true }
    }

    var place: String {
      if lines.count < 2 { return "" }
      let listed = lines.dropLast().map(String.init).joined(separator: ", ")
      return
        ", in lines \(listed)\(hasMoreLines ? ", \(lines[lines.count - 1]) and others" : " and \(lines[lines.count - 1])")"
    }
  }

  init(isLenient: Bool) { self.isLenient = isLenient }

  /// Counts a fault in a lenient reading, or throws it in a strict one.
  mutating func report(_ kind: Kind, line: Int, count: Int = 1, error: () -> SpreadsheetError) throws(SpreadsheetError)
  {
    if !isLenient { throw error() }
    findings[kind.rawValue].add(count, line: line)
  }

  mutating func guess(_ code: SpreadsheetError.Code, _ message: String) {
    guesses.append(TableWarning(code: code, message: message, places: [.init(line: 1)], count: 1))
  }

  var warnings: [TableWarning] {
    guesses
      + Kind.allCases.compactMap { kind in
        let found = findings[kind.rawValue]
        guard found.count > 0 else { return nil }
        let (code, sentence) = kind.warning(found.count)
        return TableWarning(
          code: code, message: "\(sentence)\(found.place).", places: found.lines.map { .init(line: $0) },
          count: found.count)
      }
  }
}
