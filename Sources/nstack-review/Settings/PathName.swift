/// File names as the system gives them: bytes that need not be text.
enum PathName {
  /// A name with its bytes that are not UTF-8 spelled out, as in `caf\\xE9.csv`.
  static func spelled(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length {
        result += String(decoding: rest.prefix(length), as: UTF8.self)
      } else {
        result += "\\x" + String(first, radix: 16, uppercase: true)
      }
      rest = rest.dropFirst(length ?? 1)
    }
    return result
  }
}
