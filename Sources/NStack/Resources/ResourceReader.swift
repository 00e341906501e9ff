package import Basics

/// Reads the texts of one language from an answer's bytes, nested by section or flat, in their order.
package struct ResourceReader {
  package struct Content {
    package var texts: ResourceTexts
    package var findings: [ResourceFinding]
    package var meta: [UInt8]?
    package var textsRange: Range<Int>
    /// Whether anything beside the texts may be a guid.
    package var mayHoldGuid = false
  }

  private var texts: ResourceTexts
  private var findings: [ResourceFinding] = []

  private init(size: Int) {
    // A text never takes more bytes than its JSON.
    texts = ResourceTexts(capacity: size)
  }

  /// Reads a whole answer.
  ///
  /// - Parameter locale: The locale that was requested. Like NStack's generator, this also accepts texts inside a member of
  ///   this name.
  /// - Throws: `JSONReader.SyntaxError` if there are too many bytes, if they are not JSON, have no texts, have two
  ///   members `data`, or say that the call failed.
  package static func read(_ bytes: [UInt8], locale: String = "", most: Int = ResourceTexts.mostBytes) throws(JSONReader
    .SyntaxError) -> Content
  {
    guard bytes.count <= most else { throw JSONReader.SyntaxError(message: "more than \(most) bytes", offset: most) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONReader.SyntaxError) in try read(buffer, locale) }
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ locale: String) throws(JSONReader.SyntaxError)
    -> Content
  {
    var json = try JSONReader(bytes)
    var resource = ResourceReader(size: bytes.count)
    var hasTexts = false
    var textsRange = 0..<0
    var meta: [UInt8]?
    var mayHoldGuid = false
    guard try json.peek() == .object else { throw json.failure("something other than an object") }
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      if name == "data" {
        guard !hasTexts else { throw json.failure("a second \"data\"") }
        hasTexts = true
        _ = try json.peek()
        let start = json.offset
        try resource.readTexts(&json)
        textsRange = start..<json.offset
        return
      }
      let value = bytes[try json.skipValue()]
      if name == "meta" { meta = Array(value) }
      guard !ResourceWrapping.isWrapper(name, locale: locale) else { return }
      mayHoldGuid = mayHoldGuid || GuidScrub.mayBe(in: name.utf8) || GuidScrub.mayBe(in: value)
      if FailureSign.isFailure(name, bytes: UnsafeBufferPointer(rebasing: value)) {
        throw json.failure("\"\(name)\", which says that the call failed")
      }
    }
    try json.expectEnd()
    var isWrapped = false
    if !hasTexts || resource.mayBeWrapped(in: locale), let range = try ResourceWrapping.texts(in: bytes, locale: locale)
    {
      hasTexts = true
      isWrapped = true
      textsRange = range
      resource = ResourceReader(size: range.count)
      var texts = try JSONReader(UnsafeBufferPointer(rebasing: bytes[range]))
      try resource.readTexts(&texts)
    }
    guard hasTexts else { throw json.failure("no \"data\"") }
    resource.texts.finish()
    // The bytes also contain what was left out and what surrounds the texts.
    if isWrapped || !resource.findings.isEmpty { mayHoldGuid = mayHoldGuid || GuidScrub.mayBe(in: bytes) }
    return Content(
      texts: resource.texts, findings: resource.findings, meta: meta, textsRange: textsRange, mayHoldGuid: mayHoldGuid)
  }

  /// Whether the texts seem to be inside a wrapper: no value is a text, or the only section is named like a wrapper and
  /// has only flat keys.
  private func mayBeWrapped(in locale: String) -> Bool {
    if texts.entries.isEmpty { return !findings.isEmpty }
    guard texts.sections.count == 1, ResourceWrapping.isWrapper(texts.sections[0], locale: locale) else { return false }
    return texts.entries.allSatisfy { texts.bytes[$0.key].contains(UInt8(ascii: ".")) }
  }

  private mutating func readTexts(_ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    if try Self.readEmptyArray(&json) { return }
    guard try json.peek() == .object else { throw json.failure("texts that are not an object") }
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      switch try json.peek() {
      case .object: try readSection(name, &json)
      case .array: try readListInPlaceOfSection(name, &json)
      default: try readFlatText(name, &json)
      }
    }
  }

  private mutating func readSection(_ name: String, _ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    if texts.hasSection(name) {
      report(.repeatedKey, name, "", "the section occurs more than once; its texts are merged")
    }
    let section = texts.open(name)
    try json.readMembers { (json) throws(JSONReader.SyntaxError) in
      let start = texts.bytes.count
      try texts.read { (bytes) throws(JSONReader.SyntaxError) in try json.readName(appendingTo: &bytes) }
      try readText(keyFrom: start, inSectionAt: section, &json)
    }
  }

  /// PHP writes an object without members as an empty list.
  private mutating func readListInPlaceOfSection(_ name: String, _ json: inout JSONReader) throws(JSONReader
    .SyntaxError)
  {
    if try Self.readEmptyArray(&json) {
      _ = texts.open(name)
    } else {
      report(.notAString, name, "", "the section is a list, not an object of texts; it is left out")
    }
  }

  private mutating func readFlatText(_ name: String, _ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), let section = String(name.utf8[..<dot]),
      let key = String(name.utf8[name.utf8.index(after: dot)...])
    else {
      try json.skipValue()
      report(.notAString, name, "", "a value is where a section is expected; it is left out")
      return
    }
    let start = texts.bytes.count
    texts.read { $0.append(contentsOf: key.utf8) }
    try readText(keyFrom: start, orStandIn: name, inSectionAt: texts.open(section), &json)
  }

  /// Reads the value of a key that was appended last.
  private mutating func readText(
    keyFrom start: Int, orStandIn other: String? = nil, inSectionAt section: Int, _ json: inout JSONReader
  ) throws(JSONReader.SyntaxError) {
    let key = start..<texts.bytes.count
    let kind = try json.peek()
    guard kind == .string else {
      try json.skipValue()
      report(.notAString, texts.sections[section], texts.string(key), "the value is \(kind.noun); it is left out")
      return texts.truncate(to: start)
    }
    try texts.read { (bytes) throws(JSONReader.SyntaxError) in try json.readString(appendingTo: &bytes) }
    let isMissing = isStandIn(of: key, or: other)
    if isMissing { texts.truncate(to: key.upperBound) }
    if !texts.add(section: section, key: key, hasValue: !isMissing) {
      report(
        .repeatedKey, texts.sections[section], texts.string(key),
        "the key occurs more than once; the last value is kept")
    }
  }

  /// Whether the value after a key is what NStack writes for a missing value: two underscores and the key.
  private func isStandIn(of key: Range<Int>, or other: String?) -> Bool {
    let value = texts.bytes[key.upperBound...]
    guard value.starts(with: "__".utf8) else { return false }
    let name = value.dropFirst(2)
    return name.elementsEqual(texts.bytes[key]) || other.map { name.elementsEqual($0.utf8) } == true
  }

  private mutating func report(_ code: ResourceFinding.Code, _ section: String, _ key: String, _ message: String) {
    findings.append(ResourceFinding(code: code, section: section, key: key, message: message))
  }

  /// Skips a list. Returns whether there was an empty list. Nothing is read if the next value is not a list.
  private static func readEmptyArray(_ json: inout JSONReader) throws(JSONReader.SyntaxError) -> Bool {
    guard try json.peek() == .array else { return false }
    var isEmpty = true
    try json.readArray { (json) throws(JSONReader.SyntaxError) in
      isEmpty = false
      try json.skipValue()
    }
    return isEmpty
  }
}

extension ResourceReader {
  /// Whether bytes may contain a guid outside the texts. Bytes that are not a resource may.
  package static func holdsGuidBesideTexts(_ bytes: [UInt8], locale: String) -> Bool {
    do throws(JSONReader.SyntaxError) {
      let textsRange = try read(bytes, locale: locale).textsRange
      if GuidScrub.mayBe(in: bytes[..<textsRange.lowerBound]) || GuidScrub.mayBe(in: bytes[textsRange.upperBound...]) {
        return true
      }
      return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONReader.SyntaxError) in
        var json = try JSONReader(UnsafeBufferPointer(rebasing: buffer[textsRange]))
        return try holdsGuid(&json, depth: 0)
      }
    } catch { return true }
  }

  /// Whether a value that is not a text may contain a guid. Texts are the strings of an object, or of the objects in
  /// it.
  private static func holdsGuid(_ json: inout JSONReader, depth: Int) throws(JSONReader.SyntaxError) -> Bool {
    var holds = false
    guard try json.peek() == .object, depth < 2 else {
      let range = try json.skipValue()
      return GuidScrub.mayBe(in: json.source[range])
    }
    try json.readObject { (json, _) throws(JSONReader.SyntaxError) in
      switch try json.peek() {
      case .string, .number, .bool, .null: try json.skipValue()
      case .object, .array: holds = try holdsGuid(&json, depth: depth + 1) || holds
      }
    }
    return holds
  }
}
