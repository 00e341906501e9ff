package import Basics

/// New values for texts of a resource, written into its bytes. All other bytes stay as they are.
package struct ResourceEdits {
  /// Where a member can be added to an object.
  private struct Room {
    /// The range to replace: no bytes, or the empty list that PHP writes for an object without members.
    var range: Range<Int>
    /// Whether the object has no member yet.
    var isEmpty: Bool
    /// Whether the value is a list instead of an object.
    var isList = false
  }

  /// The range of each text's value; for a repeated key, the range of the last value, which counts.
  private var values: [TextName: Range<Int>] = [:]
  private var sections: [ExactText: Room] = [:]
  /// Where sections, or the texts of a flat resource, can be added.
  private var end = Room(range: 0..<0, isEmpty: true)
  private var isFlat = false

  /// Returns the bytes of a resource with other values for some of its texts.
  ///
  /// A text that the resource lacks is added at the end of its section, and a section at the end. A text that has the value
  /// already keeps its bytes.
  ///
  /// - Throws: `JSONReader.SyntaxError` if the bytes are not a resource.
  package static func bytes(
    of resource: [UInt8], locale: String, setting texts: [(section: String, key: String, value: String)]
  ) throws(JSONReader.SyntaxError) -> [UInt8] {
    let position = try ResourceReader.read(resource, locale: locale).textsRange
    return try resource.withUnsafeBufferPointer { (buffer) throws(JSONReader.SyntaxError) in
      var edits = ResourceEdits()
      var json = try JSONReader(UnsafeBufferPointer(rebasing: buffer[position]))
      try edits.find(&json, from: position.lowerBound)
      return try edits.apply(texts, to: buffer)
    }
  }

  // MARK: - Finding

  private mutating func find(_ json: inout JSONReader, from start: Int) throws(JSONReader.SyntaxError) {
    end =
      try Self.members(&json, from: start) { (json, name) throws(JSONReader.SyntaxError) in
        switch try json.peek() {
        case .object, .array:
          let room = try Self.members(&json, from: start) { (json, key) throws(JSONReader.SyntaxError) in
            let range = try json.skipValue()
            values[TextName(section: name, key: key)] = Self.moved(range, by: start)
          }
          if let room { sections[ExactText(name)] = room }
        default:
          let range = try json.skipValue()
          guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return }
          isFlat = true
          let (section, key) = (name.utf8[..<dot], name.utf8[name.utf8.index(after: dot)...])
          let text = TextName(
            section: String(decoding: section, as: UTF8.self), key: String(decoding: key, as: UTF8.self))
          values[text] = Self.moved(range, by: start)
        }
      } ?? end
  }

  /// Reads the members of an object. Returns where a member can be added; nil if the value is a list with elements,
  /// which is not a section.
  private static func members(
    _ json: inout JSONReader, from start: Int,
    _ member: (inout JSONReader, String) throws(JSONReader.SyntaxError) -> Void
  ) throws(JSONReader.SyntaxError) -> Room? {
    let kind = try json.peek()
    let opening = json.offset
    guard kind == .object else {
      var isEmpty = true
      try json.readArray { (json) throws(JSONReader.SyntaxError) in
        isEmpty = false
        try json.skipValue()
      }
      return isEmpty ? Room(range: moved(opening..<json.offset, by: start), isEmpty: true, isList: true) : nil
    }
    var last = opening + 1
    var isEmpty = true
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      try member(&json, name)
      last = json.offset
      isEmpty = false
    }
    return Room(range: moved(last..<last, by: start), isEmpty: isEmpty)
  }

  private static func moved(_ range: Range<Int>, by start: Int) -> Range<Int> {
    (range.lowerBound + start)..<(range.upperBound + start)
  }

  // MARK: - Writing

  private func apply(_ texts: [(section: String, key: String, value: String)], to resource: UnsafeBufferPointer<UInt8>)
    throws(JSONReader.SyntaxError) -> [UInt8]
  {
    var replaced: [(range: Range<Int>, bytes: [UInt8])] = []
    var added: [ExactText: [(key: String, value: String)]] = [:]
    var order: [ExactText] = []
    for text in texts {
      let name = TextName(section: text.section, key: text.key)
      if let range = values[name] {
        if try Self.string(at: range, of: resource).map(ExactText.init) == ExactText(text.value) { continue }
        replaced.append((range, Self.json(text.value)))
      } else {
        if added[name.section] == nil { order.append(name.section) }
        added[name.section, default: []].append((text.key, text.value))
      }
    }
    var members: [UInt8] = []
    for section in order {
      let texts = added[section] ?? []
      if isFlat, sections[section] == nil {
        for text in texts { Self.append("\(section.string).\(text.key)", Self.json(text.value), to: &members) }
        continue
      }
      var inner: [UInt8] = []
      for text in texts { Self.append(text.key, Self.json(text.value), to: &inner) }
      if let room = sections[section] {
        replaced.append((room.range, Self.fill(room, with: inner)))
      } else {
        Self.append(section.string, Array("{".utf8) + inner + Array("}".utf8), to: &members)
      }
    }
    if !members.isEmpty { replaced.append((end.range, Self.fill(end, with: members))) }
    return Self.replacing(replaced, in: resource)
  }

  private static func replacing(_ edits: [(range: Range<Int>, bytes: [UInt8])], in resource: UnsafeBufferPointer<UInt8>)
    -> [UInt8]
  {
    var result: [UInt8] = []
    result.reserveCapacity(resource.count + edits.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    // An added member begins where the previous value ends, so the end of the range matters too.
    for edit in edits.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }) {
      result.append(contentsOf: resource[position..<edit.range.lowerBound])
      result.append(contentsOf: edit.bytes)
      position = edit.range.upperBound
    }
    result.append(contentsOf: resource[position...])
    return result
  }

  private static func fill(_ room: Room, with members: [UInt8]) -> [UInt8] {
    if room.isList { return Array("{".utf8) + members + Array("}".utf8) }
    return room.isEmpty ? members : Array(",".utf8) + members
  }

  private static func append(_ name: String, _ value: [UInt8], to members: inout [UInt8]) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    JSONString.append(name, to: &members)
    members.append(UInt8(ascii: ":"))
    members.append(contentsOf: value)
  }

  private static func json(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONString.append(text, to: &bytes)
    return bytes
  }

  /// The string at a range; nil if another value is there.
  private static func string(at range: Range<Int>, of resource: UnsafeBufferPointer<UInt8>) throws(JSONReader
    .SyntaxError) -> String?
  {
    var json = try JSONReader(UnsafeBufferPointer(rebasing: resource[range]))
    guard try json.peek() == .string else { return nil }
    return try json.readString()
  }
}
