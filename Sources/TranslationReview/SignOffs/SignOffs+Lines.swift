import Basics
import NStackAPI

/// Sign-offs as lines of the register's file: one line of JSON for the sign-offs of one time, or for part of them.
///
/// Every sign-off is a list: section, key, locale, and the fingerprints of the current value, the pending proposals
/// (joined by `.`), the locale of the source value and the source value, the last two empty if there is none.
extension SignOffs {
  /// The most sign-offs of a line: an incomplete line takes no more with it.
  private static let most = 500
  private static let version = 1

  /// The lines for entries.
  package static func lines(of entries: [Entry], scope: TextHash) -> [String] {
    var lines: [String] = []
    for (time, entries) in Dictionary(grouping: entries, by: \.time).sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: entries.count, by: most) {
        let part = entries[start..<min(start + most, entries.count)]
        let line = JSONValue.object([
          ("reviewed", .integer(version)), ("scope", .string(scope.text)), ("time", .string(time)),
          ("texts", .array(part.map { .array(fields(of: $0.signOff).map { .string($0) }) })),
        ])
        lines.append(String(decoding: line.compactUTF8, as: UTF8.self))
      }
    }
    return lines
  }

  private static func fields(of signOff: SignOff) -> [String] {
    [
      signOff.text.section, signOff.text.key, signOff.text.locale, signOff.currentValue.text,
      // A proposal is never empty, so its hash has a text.
      signOff.pending.map(\.text).joined(separator: "."), signOff.source?.locale ?? "",
      signOff.source?.value.text ?? "",
    ]
  }

  /// The entries of a line; nil if the line is incomplete, belongs to another application, or a newer version wrote it.
  package static func entries(line: Substring, scope: TextHash) -> [Entry]? {
    var line = line
    return line.withUTF8 { bytes -> [Entry]? in
      guard let reader = try? JSONReader(bytes), let tree = try? JSONTree(reader) else { return nil }
      return tree.withRoot { root in
        guard root.kind == .object, let number = root.member("reviewed"), number.text == "\(version)",
          let name = root.member("scope"), name.text == scope.text, let time = root.member("time"),
          let texts = root.member("texts"), texts.kind == .array
        else { return nil }
        let moment = time.text
        var entries: [Entry] = []
        entries.reserveCapacity(texts.count)
        for node in texts.children {
          guard node.kind == .array, let signOff = SignOff(fields: node.children.map(\.text)) else { return nil }
          entries.append(Entry(signOff, at: moment))
        }
        return entries
      }
    }
  }
}

extension SignOff {
  fileprivate init?(fields: [String]) {
    guard fields.count == 7, let current = TextHash(spelled: fields[3]) else { return nil }
    var pending: [TextHash] = []
    for text in fields[4].split(separator: ".") {
      guard let hash = TextHash(spelled: String(text)) else { return nil }
      pending.append(hash)
    }
    var source: Source?
    if !fields[5].isEmpty {
      guard let value = TextHash(spelled: fields[6]) else { return nil }
      source = Source(locale: fields[5], value: value)
    }
    self.init(
      text: TextIdentity(section: fields[0], key: fields[1], locale: fields[2]), currentValue: current, source: source,
      pending: pending)
  }
}
