/// The names of CSV delimiters on the command line.
enum DelimiterName {
  static func byte(of name: String) throws -> UInt8 {
    switch name.lowercased() {
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "tab", "\\t": return UInt8(ascii: "\t")
    case "pipe": return UInt8(ascii: "|")
    default:
      guard name.utf8.count == 1, let byte = name.utf8.first, byte != UInt8(ascii: "\""), byte >= 0x20 || byte == 0x09
      else {
        throw Failure.usage(
          .delimiter, "--delimiter does not know \"\(name)\".",
          hint: "It takes comma, semicolon, tab, pipe or one ASCII character.")
      }
      return byte
    }
  }
}
