import Basics
import Resources

/// Reads and changes resources as bytes. Only changed values are rewritten.
enum ResourceDocument {
  typealias SyntaxError = JSONReader.SyntaxError

  /// Adds every text of a resource to a set. Returns its `meta`; nil if it has none.
  static func collectTexts(_ bytes: [UInt8], into texts: inout Set<TextName>) throws(SyntaxError) -> [UInt8]? {
    var found = texts
    let meta = try walk(bytes) { section, key, _ in found.insert(TextName(section: section, key: key)) }
    texts = found
    return meta.map { Array(bytes[$0]) }
  }

  /// The platform's slug in `meta`; nil if it names none.
  static func platform(_ bytes: [UInt8]) -> String? {
    try? JSONTree.withRoot(of: bytes, orThrow: \.self) { (root) throws(SyntaxError) -> String? in
      guard root.kind == .object, let meta = root.member("meta"), meta.kind == .object,
        let platform = meta.member("platform"), platform.kind == .object
      else { return nil }
      return platform.member("slug")?.string
    }
  }

  /// The resource with new values for some texts, nested or flat. Texts that it lacks come last in their section.
  static func rewrite(_ bytes: [UInt8], values: [TextName: String], isFlat: Bool) throws(SyntaxError) -> [UInt8] {
    let sorted = values.sorted { ($0.key.section, $0.key.key) < ($1.key.section, $1.key.key) }
    let bytes = try ResourceEdits.bytes(
      of: bytes, locale: "", setting: sorted.map { ($0.key.section.string, $0.key.key.string, $0.value) })
    guard isFlat else { return bytes }
    var texts: [(String, JSONValue)] = []
    try walk(bytes) { section, key, range in texts.append(("\(section).\(key)", .raw(Array(bytes[range])))) }
    var members: [(String, JSONValue)] = [("data", .object(texts))]
    try read(bytes) { (json, name) throws(SyntaxError) in
      let range = try json.skipValue()
      if name != "data" { members.append((name, .raw(Array(bytes[range])))) }
    }
    return JSONValue.object(members).compactUTF8
  }

  /// Calls `body` with every text of a nested resource: its section, its key and the range of its value's bytes. Returns the
  /// range of `meta`.
  @discardableResult private static func walk(_ bytes: [UInt8], _ body: (String, String, Range<Int>) -> Void)
    throws(SyntaxError) -> Range<Int>?
  {
    var hasTexts = false
    var meta: Range<Int>?
    try read(bytes) { (json, name) throws(SyntaxError) in
      guard name == "data" else {
        let range = try json.skipValue()
        if name == "meta" { meta = range }
        return
      }
      hasTexts = true
      try json.readObject { (json, section) throws(SyntaxError) in
        try json.readObject { (json, key) throws(SyntaxError) in body(section, key, try json.skipValue()) }
      }
    }
    guard hasTexts else { throw SyntaxError(message: "no \"data\"", offset: bytes.count) }
    return meta
  }

  /// Calls `member` with every member of an object.
  static func read(_ bytes: [UInt8], _ member: (inout JSONReader, String) throws(SyntaxError) -> Void)
    throws(SyntaxError)
  {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SyntaxError) in
      var json = try JSONReader(buffer)
      try json.readObject(member)
      try json.expectEnd()
    }
  }
}
