import ArgumentParser
import Basics
import ReviewJournal
import Spreadsheet
import TranslationReview

/// `convert`: writes a table in another format.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Turn any table into another format: .xlsx, .csv, .tsv or .json.",
    discussion: """
      Several worksheets become one CSV file each, NAME.SHEET.csv, unless one is chosen. Texts are neither escaped nor \
      unescaped, but in an exported review sheet the apostrophe before texts that look like formulas is put there on the \
      way to CSV and taken away on the way back.

      What is odd about IN passes: it is read as well as can be, and a warning says what was changed, left out or \
      guessed, and where. With --strict it is refused as it would be in a review sheet.

      Examples:

        nstack-review convert review.xlsx review.csv --worksheet Review
        nstack-review convert prices.csv - --to json --encoding windows-1252
        nstack-review convert prices.csv prices.xlsx --quote single
        nstack-review convert review.xlsx review.json --strict
      """)

  @Argument(help: ArgumentHelp("The table to read.", valueName: "in"), completion: .file())
  var input: String
  @Argument(help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"), completion: .file())
  var destination: String
  @Option(name: .long, help: ArgumentHelp("xlsx, csv, tsv or json (default: by the name of OUT).", valueName: "format"))
  var to: String?
  @Option(name: .long, help: ArgumentHelp("Convert this worksheet only.", valueName: "name"))
  var worksheet: String?
  @Option(name: .long, help: "The delimiter of CSV: of IN if that is CSV, else of OUT (default: found; as OUT's).")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV: of IN if that is CSV, else of OUT (default: UTF-8).")
  var encoding: String?
  @Option(name: .long, help: "The quote around fields of IN, if that is CSV: double, single, none or a character.")
  var quote = "double"
  @Option(name: .long, help: "The delimiter of OUT (default: comma, or a tab in .tsv).")
  var outputDelimiter: String?
  @Option(name: .long, help: "The encoding of OUT (default: UTF-8).")
  var outputEncoding: String?
  @Flag(name: .long, help: "Refuse a table that is damaged or odd, as a review sheet would be refused.")
  var strict = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try DriveSheets.refuseReading("IN", input)
    try DriveSheets.refuseWriting("OUT", destination)
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let outcome = try conversion().convert(
        input, to: isStandardOutput ? .standardOutput : .file(path: destination))
      for line in outcome.warningLines(input) { output.note(line) }
      if output.json, !isStandardOutput { try Terminal.print(outcome.json) }
    }
  }

  private var isStandardOutput: Bool { destination == "-" }

  private func conversion() throws -> TableConversion {
    let format = try chosenFormat()
    let isDelimitedInput = [nil, .csv, .tsv].contains(TableFormat(extensionOf: input))
    var reading = CSVReadingOptions(isLenient: true)
    var writing = CSVWritingOptions(
      hasByteOrderMark: !isStandardOutput, quoting: .asNeeded, escapesFormulas: false)
    if isDelimitedInput {
      reading.delimiter = try delimiter.map(DelimiterName.byte(of:))
      reading.encoding = encoding
      reading.quote = try QuoteName.byte(of: quote)
      if let quote = reading.quote, quote == reading.delimiter {
        throw Failure.usage(
          .quote, "--quote and --delimiter name the same character.", hint: "Leave one of them out.")
      }
    } else {
      if let delimiter { writing.delimiter = try DelimiterName.byte(of: delimiter) }
      if let encoding { writing.encoding = encoding }
    }
    if let outputDelimiter { writing.delimiter = try DelimiterName.byte(of: outputDelimiter) }
    if let outputEncoding { writing.encoding = outputEncoding }
    // No program recognises UTF-16 without a byte order mark.
    if writing.encoding.uppercased().hasPrefix("UTF-16") { writing.hasByteOrderMark = true }
    var conversion = TableConversion(
      to: format, worksheet: worksheet, reading: reading, writing: writing, isStrict: strict)
    conversion.isGuardedRow = RowBase.isInRow
    let (input, csv) = (input, reading)
    conversion.checksFile = { file in
      guard !PlainFile.isSame(input, file) else {
        throw Failure.usage(.format, "\(file) is the table that is read.", hint: "Choose another name.")
      }
      // A file of an earlier conversion has no edit that the table does not have.
      try EditedSheet.refuseOverwriting(file) { (try? ReviewSheetReader.read([input], csv: csv))?.rows ?? [] }
    }
    return conversion
  }

  private func chosenFormat() throws -> TableFormat {
    let known = TableFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if let to {
      guard let format = TableFormat(rawValue: to.lowercased()) else {
        throw Failure.usage(.format, "--to does not know \"\(to)\".", hint: "It takes \(known).")
      }
      return format
    }
    guard let format = TableFormat(extensionOf: destination) else {
      throw Failure.usage(
        .format, "the name \(destination) does not end in a known format.",
        hint: "Add --to with one of \(known).")
    }
    return format
  }
}
