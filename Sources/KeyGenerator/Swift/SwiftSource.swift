/// A file of code that is being written.
struct SwiftSource {
  /// The name of the file.
  let name: String
  private(set) var text = ""
  /// The number of the next line, counted from 1.
  private(set) var line = 1

  init(name: String) {
    self.name = name
  }

  /// Adds a line.
  mutating func add(_ text: String = "", indent: Int = 0) {
    if !text.isEmpty {
      for _ in 0..<indent { self.text += "  " }
      self.text += text
    }
    self.text += "\n"
    line += 1
  }

  /// Adds lines.
  mutating func add(lines: [String], indent: Int) {
    for line in lines { add(line, indent: indent) }
  }
}
