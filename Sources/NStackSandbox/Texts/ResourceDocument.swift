import Basics
import NStackAPI

/// Reads and changes resources in their bytes: only the values that change are written anew.
enum ResourceDocument {
  typealias SyntaxError = JSONReader.SyntaxError

  /// Adds every text of a resource to a set.
  static func collectTexts(_ bytes: [UInt8], into texts: inout Set<TextName>) throws(SyntaxError) {
    var found = texts
    try walk(bytes) { section, key, _ in found.insert(TextName(section: section, key: key)) }
    texts = found
  }

  /// The platform's slug in `meta`; nil if it names none.
  static func platform(_ bytes: [UInt8]) -> String? {
    var slug: String?
    try? read(bytes) { (json, name) throws(SyntaxError) in
      guard name == "meta", try json.peek() == .object else { return try skip(&json) }
      try json.readObject { (json, name) throws(SyntaxError) in
        guard name == "platform", try json.peek() == .object else { return try skip(&json) }
        try json.readObject { (json, name) throws(SyntaxError) in
          guard name == "slug", try json.peek() == .string else { return try skip(&json) }
          slug = try json.readString()
        }
      }
    }
    return slug
  }

  /// The resource with new values for some texts, nested or flat. Texts that it lacks come last in their section; all else
  /// keeps its bytes and its place.
  static func rewrite(_ bytes: [UInt8], values: [TextName: String], isFlat: Bool) throws(SyntaxError) -> [UInt8] {
    var rest = values
    var sections: [(name: String, texts: [(key: String, value: JSONValue)])] = []
    var places: [ExactText: Int] = [:]
    func place(of section: String) -> Int {
      if let place = places[ExactText(section)] { return place }
      places[ExactText(section)] = sections.count
      sections.append((section, []))
      return sections.count - 1
    }
    try walk(bytes) { section, key, range in
      let name = TextName(section: section, key: key)
      rest[name] = nil
      sections[place(of: section)].texts.append((key, values[name].map { .string($0) } ?? .raw(Array(bytes[range]))))
    }
    for (name, value) in rest.sorted(by: { ($0.key.section, $0.key.key) < ($1.key.section, $1.key.key) }) {
      sections[place(of: name.section.string)].texts.append((name.key.string, .string(value)))
    }
    let data: JSONValue =
      isFlat
      ? .object(sections.flatMap { section in section.texts.map { ("\(section.name).\($0.key)", $0.value) } })
      : .object(sections.map { ($0.name, .object($0.texts.map { ($0.key, $0.value) })) })
    var members: [(String, JSONValue)] = [("data", data)]
    try read(bytes) { (json, name) throws(SyntaxError) in
      let range = try json.skipValue()
      if name != "data" { members.append((name, .raw(Array(bytes[range])))) }
    }
    return JSONValue.object(members).compactUTF8
  }

  /// Calls `body` with every text of a nested resource: its section, its key and the range of its value's bytes.
  private static func walk(_ bytes: [UInt8], _ body: (String, String, Range<Int>) -> Void) throws(SyntaxError) {
    var hasTexts = false
    try read(bytes) { (json, name) throws(SyntaxError) in
      guard name == "data" else { return try skip(&json) }
      hasTexts = true
      try json.readObject { (json, section) throws(SyntaxError) in
        try json.readObject { (json, key) throws(SyntaxError) in
          body(section, key, try json.skipValue())
        }
      }
    }
    guard hasTexts else { throw SyntaxError(message: "no \"data\"", offset: bytes.count) }
  }

  private static func skip(_ json: inout JSONReader) throws(SyntaxError) {
    try json.skipValue()
  }

  private static func read(
    _ bytes: [UInt8], _ member: (inout JSONReader, String) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, SyntaxError> in
      Result { () throws(SyntaxError) in
        var json = try JSONReader(buffer)
        try json.readObject(member)
        try json.expectEnd()
      }
    }
    try result.get()
  }
}
