/// The names of CSV quotes on the command line.
enum QuoteName {
  /// The quote of a name; nil for `none`.
  static func byte(of name: String) throws -> UInt8? {
    switch name.lowercased() {
    case "double": return UInt8(ascii: "\"")
    case "single": return UInt8(ascii: "'")
    case "none": return nil
    default:
      guard name.utf8.count == 1, let byte = name.utf8.first, byte > 0x20, byte < 0x7F else {
        throw Failure.usage(
          .quote, "--quote does not know \"\(name)\".",
          hint: "It takes double, single, none or one ASCII character.")
      }
      return byte
    }
  }
}
