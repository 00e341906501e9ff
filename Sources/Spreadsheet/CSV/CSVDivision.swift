/// How a byte divides the records at the start of a file, if it is the delimiter.
struct CSVDivision {
  let delimiter: UInt8
  /// The number of records that end in the text, without blank ones.
  private(set) var recordCount = 0
  /// The number of fields that most of the divided records have; 1 if the byte divides none.
  private(set) var fieldCount = 1
  /// How many records have that number of fields, and quotes only around fields.
  private(set) var alike = 0
  /// The number of fields of the first record.
  private(set) var firstFieldCount = 1
  /// Whether the byte may belong to texts and numbers wherever it occurs: it is before a space or a slash, or is a comma
  /// or a colon between two digits, as in `Doe, John`, `https://`, `1,5` and `12:30`.
  private(set) var isPunctuation = true

  /// Whether the byte divides at least half of the records into the same number of fields.
  var isRegular: Bool { alike > 0 && alike * 2 >= recordCount }

  /// - Parameters:
  ///   - head: The start of the text.
  ///   - isWhole: Whether the text ends there. Otherwise the last record is left out, which may be cut off.
  ///   - quote: The byte around fields; nil if there is none.
  init(_ delimiter: UInt8, in head: UnsafeBufferPointer<UInt8>, isWhole: Bool, quote: UInt8?) {
    self.delimiter = delimiter
    var counts: [Int: Int] = [:]
    var records = CSVRecordScan(delimiter: delimiter, quote: quote)
    for index in head.indices {
      switch records.take(head[index]) {
      case .delimiter:
        if isPunctuation, !Self.isPunctuation(delimiter, head, index) { isPunctuation = false }
      case .recordEnd(let fields): count(fields, hasStrayQuotes: records.hasStrayQuotes, &counts)
      case .other: break
      }
    }
    if isWhole, let fields = records.finish() {
      count(fields, hasStrayQuotes: records.hasStrayQuotes, &counts)
    }
    // Of two numbers that are equally frequent, the larger says more.
    if let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      (fieldCount, alike) = most
    }
  }

  private mutating func count(_ fields: Int, hasStrayQuotes: Bool, _ counts: inout [Int: Int]) {
    recordCount += 1
    if recordCount == 1 { firstFieldCount = fields }
    // Where the byte is a text's, quotes are beside other bytes than it.
    if fields > 1, !hasStrayQuotes { counts[fields, default: 0] += 1 }
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

/// Finds the ends of fields and records, byte by byte. Blank lines are no records.
struct CSVRecordScan {
  enum Event {
    case delimiter
    case recordEnd(fields: Int)
    case other
  }

  private enum State { case recordStart, fieldStart, plain, quoted, quoteInQuoted }

  private let delimiter: UInt8
  private let quote: UInt8?
  private var state = State.recordStart
  private var fields = 1
  /// Whether a quote of the record, or of the last one at its end, is neither at the start nor at the end of a field.
  private(set) var hasStrayQuotes = false

  init(delimiter: UInt8, quote: UInt8?) {
    self.delimiter = delimiter
    self.quote = quote
  }

  mutating func take(_ byte: UInt8) -> Event {
    switch state {
    case .quoted:
      if byte == quote { state = .quoteInQuoted }
      return .other
    case .quoteInQuoted where byte == quote:
      state = .quoted
      return .other
    default: break
    }
    if byte == 0x0A || byte == 0x0D { return finish().map { .recordEnd(fields: $0) } ?? .other }
    if byte == delimiter {
      if state == .recordStart { hasStrayQuotes = false }
      fields += 1
      state = .fieldStart
      return .delimiter
    }
    switch state {
    case .recordStart, .fieldStart:
      if state == .recordStart { hasStrayQuotes = false }
      state = byte == quote ? .quoted : .plain
    case .quoteInQuoted:
      hasStrayQuotes = true
      state = .plain
    default:
      if byte == quote { hasStrayQuotes = true }
    }
    return .other
  }

  /// Ends the record, and returns the number of its fields; nil if it is blank.
  mutating func finish() -> Int? {
    guard state != .recordStart else { return nil }
    if state == .quoted { hasStrayQuotes = true }
    defer {
      fields = 1
      state = .recordStart
    }
    return fields
  }
}
