enum CSVDelimiter {
  struct Finding {
    var delimiter: UInt8
    /// The length of a leading `sep=` line in bytes, including its line end; zero if there is none. Such a line is not
    /// a record.
    var separatorLine = 0
    /// The evidence for another delimiter, in a lenient reading; nil if there is none.
    var guess: String?
  }

  /// How many bytes of the text are examined. A longer first record is only examined up to here. This is longer than
  /// any cell.
  static let longestHead = 256 << 10
  /// How many bytes a lenient reading divides into records.
  private static let dividedHead = 64 << 10

  private static let comma = UInt8(ascii: ",")
  /// The delimiters that programs write. If two occur equally often in the first record, the earlier one wins.
  static let usual: [UInt8] = [comma, UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
  private static let colon = UInt8(ascii: ":")

  static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case comma: "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case 0x09: "a tab"
    case UInt8(ascii: "|"): "a vertical bar"
    case colon: "a colon"
    default: "\"\(String(UnicodeScalar(delimiter)))\""
    }
  }

  /// - Parameter head: The first record, or as much of it as is available; more for a lenient reading.
  static func found(in head: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ options: CSVReadingOptions) -> Finding {
    if let line = separatorLine(head, quote: options.quote) { return line }
    let first = ofFirstRecord(head, quote: options.quote)
    guard options.isLenient, options.delimiter == nil else { return Finding(delimiter: first ?? comma) }
    let isWhole = isWhole && head.count < dividedHead
    let head = UnsafeBufferPointer(rebasing: head.prefix(dividedHead))
    let candidates = usual.filter { $0 != options.quote }
    return ofManyRecords(candidates, first: first) { CSVDivision($0, in: head, isWhole: isWhole, quote: options.quote) }
  }

  /// Whether more text would not change the result: the first record ends in `head`, whichever byte is the delimiter,
  /// and a lenient reading has enough text after it.
  static func isDecided(by head: UnsafeBufferPointer<UInt8>, _ options: CSVReadingOptions) -> Bool {
    if head.count >= longestHead { return true }
    // `sep=`, the delimiter and the line end.
    return head.count >= (options.isLenient ? dividedHead : 7)
      && usual.allSatisfy { CSVDivision($0, in: head, isWhole: false, quote: options.quote, most: 1).recordCount == 1 }
  }

  // MARK: - The first record

  /// Reads a line such as `sep=;`, as Excel does.
  private static func separatorLine(_ head: UnsafeBufferPointer<UInt8>, quote: UInt8?) -> Finding? {
    guard head.count >= 5, head[0] | 0x20 == UInt8(ascii: "s"), head[1] | 0x20 == UInt8(ascii: "e"),
      head[2] | 0x20 == UInt8(ascii: "p"), head[3] == UInt8(ascii: "="), head[4] >= 0x09, head[4] < 0x80,
      head[4] != 0x0A, head[4] != 0x0D, head[4] != quote
    else { return nil }
    if head.count == 5 { return Finding(delimiter: head[4], separatorLine: 5) }
    if head[5] == 0x0A { return Finding(delimiter: head[4], separatorLine: 6) }
    if head[5] == 0x0D { return Finding(delimiter: head[4], separatorLine: head.count > 6 && head[6] == 0x0A ? 7 : 6) }
    return nil
  }

  private static func ofFirstRecord(_ head: UnsafeBufferPointer<UInt8>, quote: UInt8?) -> UInt8? {
    let head = UnsafeBufferPointer(rebasing: head.prefix(longestHead))
    var best: UInt8?
    var most = 1
    for candidate in usual where candidate != quote {
      let count = CSVDivision(candidate, in: head, isWhole: true, quote: quote, most: 1).firstFieldCount
      if count > most { (best, most) = (candidate, count) }
    }
    return best
  }

  // MARK: - Many records

  /// The delimiter that divides the most records into the same number of fields.
  private static func ofManyRecords(_ candidates: [UInt8], first: UInt8?, _ division: (UInt8) -> CSVDivision) -> Finding
  {
    let regular = candidates.map(division).filter(\.isRegular)
    guard let most = regular.map(\.alike).max() else {
      return first.map { Finding(delimiter: $0) } ?? ofColons(division(colon))
    }
    // A few irregular records do not count against the delimiter of the first one.
    if let own = regular.first(where: { $0.delimiter == first }), own.alike < most, own.alike * 20 >= most * 19,
      own.fieldCount == own.firstFieldCount,
      regular.allSatisfy({ $0.alike <= own.alike || $0.fieldCount < own.fieldCount })
    {
      return Finding(delimiter: own.delimiter)
    }
    let equal = regular.filter { $0.alike == most }
    let likely = equal.contains { !$0.isPunctuation } ? equal.filter { !$0.isPunctuation } : equal
    let chosen = likely.first { $0.delimiter == first } ?? likely[0]
    return Finding(delimiter: chosen.delimiter, guess: guess(chosen, equal, first))
  }

  /// A colon if it divides all records into the same number of fields, as in a file of rust-csv's tests; otherwise a comma,
  /// which no record contains.
  private static func ofColons(_ division: CSVDivision) -> Finding {
    guard division.isRegular, division.alike == division.recordCount, !division.isPunctuation else {
      return Finding(delimiter: comma)
    }
    return Finding(delimiter: colon, guess: guess(division, [], nil))
  }

  private static func guess(_ chosen: CSVDivision, _ equal: [CSVDivision], _ first: UInt8?) -> String? {
    let start = "the delimiter is not certain: \(name(of: chosen.delimiter)) was used"
    if chosen.delimiter != first ?? comma, !equal.contains(where: { $0.delimiter == first }) {
      let records = "\(chosen.alike) of the first \(chosen.recordCount) records into \(chosen.fieldCount) fields"
      return "\(start), which splits \(records); the first record has \(first.map(name(of:)) ?? "no usual one")."
    }
    guard let other = equal.first(where: { $0.delimiter != chosen.delimiter }) else { return nil }
    return "\(start), but \(name(of: other.delimiter)) would split the records just as well."
  }
}

/// How a byte divides the records at the start of a file, if it is the delimiter.
struct CSVDivision {
  let delimiter: UInt8
  /// The number of records that end in the text, without blank ones.
  private(set) var recordCount = 0
  /// The number of fields that most of the divided records have; 1 if the byte divides none.
  private(set) var fieldCount = 1
  /// How many records have that number of fields, and quotes only around fields.
  private(set) var alike = 0
  private(set) var firstFieldCount = 1
  /// Whether the byte may belong to texts and numbers wherever it occurs: it is before a space or a slash, or is a comma
  /// or a colon between two digits, as in `Doe, John`, `https://`, `1,5` and `12:30`.
  private(set) var isPunctuation = true

  var isRegular: Bool { alike > 0 && alike * 2 >= recordCount }

  private enum State { case recordStart, fieldStart, plain, quoted, quoteInQuoted }

  /// - Parameters:
  ///   - isWhole: Whether the text ends there. Otherwise the last record is left out, which may be cut off.
  ///   - most: How many records to examine; blank lines do not count.
  init(_ delimiter: UInt8, in head: UnsafeBufferPointer<UInt8>, isWhole: Bool, quote: UInt8?, most: Int = .max) {
    self.delimiter = delimiter
    var counts: [Int: Int] = [:]
    var state = State.recordStart
    var fields = 1
    // A quote beside other text shows that the byte divides texts, not fields, so the record does not count.
    var hasLooseQuotes = false
    func endRecord(_ division: inout CSVDivision) {
      division.recordCount += 1
      if division.recordCount == 1 { division.firstFieldCount = fields }
      if fields > 1, !hasLooseQuotes { counts[fields, default: 0] += 1 }
      (state, fields, hasLooseQuotes) = (.recordStart, 1, false)
    }
    for (index, byte) in head.enumerated() {
      if recordCount == most { break }
      switch state {
      case .quoted: if byte == quote { state = .quoteInQuoted }
      case .quoteInQuoted where byte == quote: state = .quoted
      case _ where byte == 0x0A || byte == 0x0D: if state != .recordStart { endRecord(&self) }
      case _ where byte == delimiter:
        fields += 1
        state = .fieldStart
        if isPunctuation, !Self.isPunctuation(delimiter, head, index) { isPunctuation = false }
      case .recordStart, .fieldStart: state = byte == quote ? .quoted : .plain
      case .quoteInQuoted:
        hasLooseQuotes = true
        state = .plain
      case .plain: if byte == quote { hasLooseQuotes = true }
      }
    }
    if isWhole, state != .recordStart {
      if state == .quoted { hasLooseQuotes = true }
      endRecord(&self)
    }
    // If two numbers of fields are equally frequent, the larger one is stronger evidence.
    if let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) { (fieldCount, alike) = most }
  }

  private static func isPunctuation(_ byte: UInt8, _ head: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index + 1 < head.count else { return false }
    let next = head[index + 1]
    if next == UInt8(ascii: " ") || next == UInt8(ascii: "/") { return true }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return false }
    return index > 0 && digits.contains(head[index - 1]) && digits.contains(next)
  }
}
