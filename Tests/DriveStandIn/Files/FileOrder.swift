/// The order of `files.list`.
struct FileOrder: Sendable {
  enum Key: String {
    case createdTime, folder, modifiedByMeTime, modifiedTime, name, quotaBytesUsed, recency, sharedWithMeTime,
      starred, viewedByMeTime
    case natural = "name_natural"
  }

  private let keys: [(key: Key, descends: Bool)]

  init(_ text: String?) throws(DriveRefusal) {
    var keys: [(Key, Bool)] = []
    for part in (text ?? "").split(separator: ",") {
      let words = part.split(separator: " ")
      guard let key = words.first.flatMap({ Key(rawValue: String($0)) }), words.count < 3,
        words.count == 1 || words[1] == "desc"
      else { throw .invalid("orderBy") }
      keys.append((key, words.count == 2))
    }
    // Without an order the latest files come first.
    self.keys = keys.isEmpty ? [(.modifiedTime, true)] : keys
  }

  func sorted(_ files: [StandInFile]) -> [StandInFile] {
    files.sorted { one, other in
      for (key, descends) in keys {
        let order = Self.compare(one, other, key)
        if order != 0 { return (order < 0) != descends }
      }
      return one.id < other.id
    }
  }

  /// Negative if the first file comes before the second one.
  private static func compare(_ one: StandInFile, _ other: StandInFile, _ key: Key) -> Int {
    func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int { one < other ? -1 : one > other ? 1 : 0 }
    return switch key {
    case .createdTime: order(one.createdTime, other.createdTime)
    case .folder: order(one.isFolder ? 0 : 1, other.isFolder ? 0 : 1)
    case .modifiedTime, .modifiedByMeTime, .recency, .viewedByMeTime, .sharedWithMeTime:
      order(one.modifiedTime, other.modifiedTime)
    case .name: order(one.name.lowercased(), other.name.lowercased())
    case .natural: natural(Array(one.name.lowercased().utf8), Array(other.name.lowercased().utf8))
    case .quotaBytesUsed: order(one.content?.count ?? 0, other.content?.count ?? 0)
    case .starred: order(one.isStarred ? 1 : 0, other.isStarred ? 1 : 0)
    }
  }

  /// Compares with numbers by their value, so that 9 comes before 10.
  private static func natural(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var (left, right) = (one[...], other[...])
    while let first = left.first, let second = right.first {
      let numbers = (left.prefix(while: isDigit), right.prefix(while: isDigit))
      if let number = Int(String(decoding: numbers.0, as: UTF8.self)),
        let rival = Int(String(decoding: numbers.1, as: UTF8.self))
      {
        if number != rival { return number < rival ? -1 : 1 }
        (left, right) = (left.dropFirst(numbers.0.count), right.dropFirst(numbers.1.count))
      } else if first != second {
        return first < second ? -1 : 1
      } else {
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    return left.count - right.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
