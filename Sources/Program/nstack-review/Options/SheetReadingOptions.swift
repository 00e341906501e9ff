import ArgumentParser
import Spreadsheet

struct SheetReadingOptions: ParsableArguments {
  @Argument(help: "Returned sheets, folders of them, or drive:ID.", completion: .sheets) var files: [String] = []
  @Flag(.rare("Read the folders inside a folder too.")) var recursive = false
  @Option("name", .rare("The author of edits in sheets that name none; kept on this machine, never sent.")) var author:
    String?
  @OptionGroup(visibility: .rare) var csv: CSVOptions
}

struct CSVOptions: TitledFlags {
  static let title = "CSV"

  @Option("name", "Of CSV: comma, semicolon, tab, pipe or a character (default: found).") var delimiter: String?
  @Option("name", "Of CSV (default: UTF-8, or UTF-16 by its byte order mark).") var encoding: String?

  func reading() throws -> CSVReadingOptions {
    var options = CSVReadingOptions(delimiter: try delimiter.map(Self.separator), encoding: encoding)
    options.encodingFlag = " with --encoding"
    return options
  }

  func apply(to options: inout CSVWritingOptions) throws {
    if let delimiter { options.delimiter = try Self.separator(named: delimiter) }
    if let encoding { options.encoding = encoding }
  }

  static func separator(named name: String) throws -> UInt8 {
    let names = ["comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|"]
    let byte = byte(of: name, in: names)
    if let byte, byte != UInt8(ascii: "\""), byte >= 0x20 || byte == 0x09 { return byte }
    throw Failure.usage(
      .delimiter, "--delimiter does not accept \"\(name)\".",
      hint: "It takes comma, semicolon, tab, pipe or one ASCII character.")
  }

  /// The quote with a name; nil for `none`.
  static func quote(named name: String) throws -> UInt8? {
    if name.lowercased() == "none" { return nil }
    if let byte = byte(of: name, in: ["double": "\"", "single": "'"]), byte > 0x20, byte < 0x7F { return byte }
    throw Failure.usage(
      .quote, "--quote does not accept \"\(name)\".", hint: "It takes double, single, none or one ASCII character.")
  }

  private static func byte(of name: String, in names: [String: String]) -> UInt8? {
    let text = names[name.lowercased()] ?? name
    return text.utf8.count == 1 ? text.utf8.first : nil
  }
}
