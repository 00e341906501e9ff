import ArgumentParser
import Spreadsheet

struct CSVOptions: ParsableArguments {
  @Option(help: "The delimiter of CSV: comma, semicolon, tab, pipe or one character (default: found, or by the name).")
  var delimiter: String?
  @Option(help: "The encoding of CSV (default: UTF-8; read: UTF-16 too, by its byte order mark).")
  var encoding: String?

  /// - Throws: ``Failure`` `usage.delimiter`.
  func reading() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(CSVDelimiter.byte), encoding: encoding)
  }

  /// Puts the flags into the options of a CSV file that is written.
  func apply(to options: inout CSVWritingOptions) throws {
    if let delimiter { options.delimiter = try CSVDelimiter.byte(of: delimiter) }
    if let encoding { options.encoding = encoding }
  }
}

enum CSVDelimiter {
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

enum CSVQuote {
  /// The quote with a name; nil for `none`.
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
