import Basics

/// Finds texts that are not directly under `data`, in the forms that NStack's own generator accepts: inside the locale,
/// under `translations` or `Translation`, or both nested.
struct ResourceWrapping {
  private typealias Member = (name: String, kind: JSONReader.Kind, range: Range<Int>)

  private let bytes: UnsafeBufferPointer<UInt8>
  private let locale: String

  /// The range of the object with the texts; nil if there is none, or more than one.
  static func texts(in bytes: UnsafeBufferPointer<UInt8>, locale: String) throws(JSONReader.SyntaxError) -> Range<Int>?
  {
    let wrapping = ResourceWrapping(bytes: bytes, locale: LocaleName.normalized(locale))
    return try wrapping.texts(in: 0..<bytes.count, besides: [])
  }

  /// Whether a section of this name is a wrapper around a flat resource.
  static func isWrapper(_ name: String, locale: String) -> Bool {
    ["translations", "Translation"].contains(name)
      || (!locale.isEmpty && LocaleName.normalized(name) == LocaleName.normalized(locale))
  }

  private func texts(in range: Range<Int>, besides used: Set<String>) throws(JSONReader.SyntaxError) -> Range<Int>? {
    let members = try self.members(of: range)
    if used.isEmpty, let data = members.first(where: { $0.name == "data" }) {
      // In any case the texts must be under `data`.
      return data.kind == .object ? try wrapped(in: data, besides: ["data"]) : nil
    }
    var found: [Range<Int>] = []
    for member in members where member.kind == .object {
      let name = wrapperName(member.name)
      guard let name, !used.contains(name) else { continue }
      if let texts = try wrapped(in: member, besides: used.union([name])) { found.append(texts) }
    }
    return found.count == 1 ? found[0] : nil
  }

  private func wrapped(in member: Member, besides used: Set<String>) throws(JSONReader.SyntaxError) -> Range<Int>? {
    let isData = used == ["data"]
    if !isData, try holdsTexts(member.range) { return member.range }
    // Inside a locale there may be another `data`.
    return try texts(in: member.range, besides: used)
  }

  private func wrapperName(_ name: String) -> String? {
    if ["data", "translations", "Translation"].contains(name) { return name }
    return !locale.isEmpty && LocaleName.normalized(name) == locale ? "locale" : nil
  }

  /// Whether an object has sections with texts, or is flat.
  private func holdsTexts(_ range: Range<Int>) throws(JSONReader.SyntaxError) -> Bool {
    let members = try self.members(of: range)
    if !members.isEmpty, members.allSatisfy({ $0.kind == .string && $0.name.utf8.contains(UInt8(ascii: ".")) }) {
      return true
    }
    for member in members where member.kind == .object {
      if try self.members(of: member.range).contains(where: { $0.kind == .string }) { return true }
    }
    return false
  }

  private func members(of range: Range<Int>) throws(JSONReader.SyntaxError) -> [Member] {
    var json = try JSONReader(UnsafeBufferPointer(rebasing: bytes[range]))
    var members: [Member] = []
    guard try json.peek() == .object else { return [] }
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      let kind = try json.peek()
      let value = try json.skipValue()
      members.append((name, kind, value.lowerBound + range.lowerBound..<value.upperBound + range.lowerBound))
    }
    return members
  }
}
