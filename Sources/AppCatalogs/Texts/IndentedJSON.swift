import Basics

/// JSON written member by member, two spaces deeper at each level.
struct IndentedJSON {
  private(set) var bytes: [UInt8] = []
  /// What comes between a name and its value. Xcode has a space before the colon.
  private let nameEnd: String
  private var depth = 0
  private var isFirst = true

  init(nameEnd: String = ": ") {
    self.nameEnd = nameEnd
    bytes.append(UInt8(ascii: "{"))
    depth = 1
  }

  /// Writes a string.
  mutating func string(_ name: String, _ value: String) {
    begin(name)
    JSONString.append(value, to: &bytes)
  }

  /// Writes a whole number.
  mutating func integer(_ name: String, _ value: Int) {
    begin(name)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes an object.
  mutating func object(_ name: String, _ members: (inout IndentedJSON) -> Void) {
    begin(name)
    bytes.append(UInt8(ascii: "{"))
    depth += 1
    isFirst = true
    members(&self)
    depth -= 1
    close()
    isFirst = false
  }

  /// The whole text, with the end of its last line.
  consuming func finished() -> [UInt8] {
    depth = 0
    close()
    bytes.append(0x0A)
    return bytes
  }

  private mutating func begin(_ name: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    newLine()
    JSONString.append(name, to: &bytes)
    bytes.append(contentsOf: nameEnd.utf8)
  }

  private mutating func close() {
    if !isFirst { newLine() }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func newLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }
}
