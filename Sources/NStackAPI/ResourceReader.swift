/// Reads the texts of one language out of an answer's bytes: nested by section or flat, in the order in which they stand.
struct ResourceReader {
  /// What an answer held.
  struct Content {
    var sections: [LocalizationResource.Section]
    var findings: [LocalizationResource.Finding]
    /// The bytes of `meta`; nil where there is none.
    var meta: [UInt8]?
  }

  private struct OpenSection {
    let name: String
    var texts: [LocalizationResource.Text] = []
    var places: [ExactText: Int] = [:]
  }

  private var sections: [OpenSection] = []
  private var places: [ExactText: Int] = [:]
  private var findings: [LocalizationResource.Finding] = []

  private init() {}

  /// Reads a whole answer.
  ///
  /// - Throws: `JSONReader.SyntaxError` where the bytes are no JSON, hold no `data` or two.
  static func read(_ bytes: [UInt8]) throws(JSONReader.SyntaxError) -> Content {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Content, JSONReader.SyntaxError> in
      Result { () throws(JSONReader.SyntaxError) in try read(buffer) }
    }
    return try result.get()
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONReader.SyntaxError) -> Content {
    var json = try JSONReader(bytes)
    var resource = ResourceReader()
    var hasTexts = false
    var meta: [UInt8]?
    guard try json.peek() == .object else { throw json.failure("something other than an object") }
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      switch name {
      case "data":
        guard !hasTexts else { throw json.failure("a second \"data\"") }
        hasTexts = true
        try resource.readTexts(&json)
      case "meta":
        meta = Array(bytes[try json.skipValue()])
      default:
        try json.skipValue()
      }
    }
    try json.expectEnd()
    guard hasTexts else { throw json.failure("no \"data\"") }
    let sections = resource.sections.map { LocalizationResource.Section(name: $0.name, texts: $0.texts) }
    return Content(sections: sections, findings: resource.findings, meta: meta)
  }

  private mutating func readTexts(_ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    if try Self.readEmptyArray(&json) { return }
    guard try json.peek() == .object else { throw json.failure("texts that are no object") }
    var reader = self
    try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
      switch try json.peek() {
      case .object: try reader.readSection(name, &json)
      case .array: try reader.readListInPlaceOfSection(name, &json)
      default: try reader.readFlatText(name, &json)
      }
    }
    self = reader
  }

  private mutating func readSection(_ name: String, _ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    if places[ExactText(name)] != nil {
      report("resource.repeated-key", name, "", "the section stands more than once; its texts are put together")
    }
    let section = open(name)
    var reader = self
    try json.readObject { (json, key) throws(JSONReader.SyntaxError) in
      try reader.readText(key, inSectionAt: section, &json)
    }
    self = reader
  }

  /// PHP writes an object without members as an empty list.
  private mutating func readListInPlaceOfSection(
    _ name: String, _ json: inout JSONReader
  ) throws(JSONReader.SyntaxError) {
    if try Self.readEmptyArray(&json) {
      _ = open(name)
    } else {
      report("resource.not-a-string", name, "", "the section is a list, not an object of texts; it is left out")
    }
  }

  private mutating func readFlatText(_ name: String, _ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), let section = String(name.utf8[..<dot]),
      let key = String(name.utf8[name.utf8.index(after: dot)...])
    else {
      try json.skipValue()
      report("resource.not-a-string", name, "", "a value stands where a section is expected; it is left out")
      return
    }
    try readText(key, orMarkedAs: name, inSectionAt: open(section), &json)
  }

  private mutating func readText(
    _ key: String, orMarkedAs otherMark: String? = nil, inSectionAt section: Int, _ json: inout JSONReader
  ) throws(JSONReader.SyntaxError) {
    let kind = try json.peek()
    guard kind == .string else {
      try json.skipValue()
      report("resource.not-a-string", sections[section].name, key, "the value is \(Self.noun(kind)); it is left out")
      return
    }
    let value = try json.readString()
    let isMissing = value.utf8.starts(with: "__".utf8) && Self.isMark(value, of: key, or: otherMark)
    let text = LocalizationResource.Text(key: key, value: isMissing ? nil : value)
    if let place = sections[section].places[ExactText(key)] {
      sections[section].texts[place] = text
      report(
        "resource.repeated-key", sections[section].name, key, "the key stands more than once; the last value is kept")
    } else {
      sections[section].places[ExactText(key)] = sections[section].texts.count
      sections[section].texts.append(text)
    }
  }

  /// Whether a value is what NStack writes in place of one: two underscores and the key.
  private static func isMark(_ value: String, of key: String, or other: String?) -> Bool {
    ExactText("__" + key) == ExactText(value) || other.map { ExactText("__" + $0) == ExactText(value) } == true
  }

  private mutating func open(_ name: String) -> Int {
    let exact = ExactText(name)
    if let place = places[exact] { return place }
    places[exact] = sections.count
    sections.append(OpenSection(name: name))
    return sections.count - 1
  }

  private mutating func report(_ code: String, _ section: String, _ key: String, _ message: String) {
    findings.append(.init(code: code, section: section, key: key, message: message))
  }

  /// Consumes a list and tells whether it was empty; leaves anything that is no list where it is.
  private static func readEmptyArray(_ json: inout JSONReader) throws(JSONReader.SyntaxError) -> Bool {
    guard try json.peek() == .array else { return false }
    var isEmpty = true
    try json.readArray { (json) throws(JSONReader.SyntaxError) in
      isEmpty = false
      try json.skipValue()
    }
    return isEmpty
  }

  private static func noun(_ kind: JSONReader.Kind) -> String {
    switch kind {
    case .object: "an object"
    case .array: "a list"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .string: "a string"
    }
  }
}
