/// Finds the delimiter of a CSV file from its first record.
enum CSVDelimiter {
  /// The delimiter found at the start of a file.
  struct Finding {
    var delimiter: UInt8
    /// The length of a leading `sep=` line in bytes, including its line end; zero without one. Such a line is not a
    /// record.
    var separatorLine: Int
  }

  /// How many bytes of the text are examined. A longer first record is examined up to here only. Longer than any cell.
  static let longestHead = 256 << 10

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  /// The delimiters that programs write. If two occur equally often in the first record, the earlier one wins.
  static let usual: [UInt8] = [comma, UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
  private static let colon = UInt8(ascii: ":")

  /// The name of a delimiter in messages.
  static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case comma: "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case 0x09: "a tab"
    case UInt8(ascii: "|"): "a vertical bar"
    default: "\"\(String(UnicodeScalar(delimiter)))\""
    }
  }

  /// - Parameters:
  ///   - head: The start of the text: the first record, or as much of it as there is.
  ///   - isLenient: Whether a colon is accepted where no usual delimiter occurs.
  static func found(in head: UnsafeBufferPointer<UInt8>, isLenient: Bool) -> Finding {
    if let line = separatorLine(head) { return line }
    let head = UnsafeBufferPointer(rebasing: head.prefix(longestHead))
    var best = comma
    var most = 0
    for candidate in usual {
      let count = occurrences(of: candidate, in: head).count
      if count > most {
        best = candidate
        most = count
      }
    }
    if most == 0, isLenient, occurrences(of: colon, in: head).count > 0 { best = colon }
    return Finding(delimiter: best, separatorLine: 0)
  }

  /// Whether more text would not change the finding: the first record ends in `head`, whichever byte is the delimiter.
  static func isDecided(by head: UnsafeBufferPointer<UInt8>) -> Bool {
    // `sep=`, the delimiter and the line end.
    head.count >= longestHead
      || head.count >= 7 && (usual + [colon]).allSatisfy { occurrences(of: $0, in: head).isWhole }
  }

  /// Reads a line such as `sep=;`, as Excel does.
  private static func separatorLine(_ head: UnsafeBufferPointer<UInt8>) -> Finding? {
    guard head.count >= 5, head[0] | 0x20 == UInt8(ascii: "s"), head[1] | 0x20 == UInt8(ascii: "e"),
      head[2] | 0x20 == UInt8(ascii: "p"), head[3] == UInt8(ascii: "="), head[4] >= 0x09, head[4] < 0x80,
      head[4] != 0x0A, head[4] != 0x0D, head[4] != quote
    else { return nil }
    if head.count == 5 { return Finding(delimiter: head[4], separatorLine: 5) }
    if head[5] == 0x0A { return Finding(delimiter: head[4], separatorLine: 6) }
    if head[5] == 0x0D {
      return Finding(delimiter: head[4], separatorLine: head.count > 6 && head[6] == 0x0A ? 7 : 6)
    }
    return nil
  }

  /// How often a delimiter occurs in the first record that is not blank, and whether `head` contains all of that
  /// record.
  private static func occurrences(
    of delimiter: UInt8, in head: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, isWhole: Bool) {
    enum State { case recordStart, fieldStart, plain, quoted, quoteInQuoted }
    var state = State.recordStart
    var count = 0
    for byte in head {
      switch state {
      case .quoted:
        if byte == quote { state = .quoteInQuoted }
      case .quoteInQuoted where byte == quote:
        state = .quoted
      case .recordStart where byte == 0x0A || byte == 0x0D:
        continue
      default:
        if byte == 0x0A || byte == 0x0D { return (count, true) }
        if byte == delimiter {
          count += 1
          state = .fieldStart
        } else if byte == quote, state == .recordStart || state == .fieldStart {
          state = .quoted
        } else {
          state = .plain
        }
      }
    }
    return (count, false)
  }
}
