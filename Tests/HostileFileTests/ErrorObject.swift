/// The error that the program tells with `--json`.
struct ErrorObject: Equatable {
  let code: String
  let message: String

  /// Nil where the output tells none.
  init?(_ output: String) {
    guard output.contains("\"error\": {\n"), let code = Self.value("code", in: output),
      let message = Self.value("message", in: output)
    else { return nil }
    self.code = code
    self.message = message
  }

  /// The string of a member, which stands in a line of its own.
  private static func value(_ name: String, in output: String) -> String? {
    let start = "    \"\(name)\": \""
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else { return nil }
    var text = String.UnicodeScalarView()
    var units: [UInt16] = []
    var rest = line.dropFirst(start.count).unicodeScalars[...]
    func flush() {
      text.append(contentsOf: String(decoding: units, as: UTF16.self).unicodeScalars)
      units = []
    }
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar != "\\" {
        flush()
        text.append(scalar)
        continue
      }
      let escape = rest.popFirst()
      switch escape {
      case "u":
        units.append(UInt16(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      default: units += escape.map { Array(String($0).utf16) } ?? []
      }
    }
    flush()
    return String(text)
  }
}
