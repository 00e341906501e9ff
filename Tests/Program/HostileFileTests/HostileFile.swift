import ProgramRuns
import Testing

/// A file from a stranger, and what must come of it.
struct HostileFile: Sendable, CustomTestStringConvertible {
  /// What must come of a file.
  enum Expectation: Sendable {
    /// An error with one of these codes.
    case refused([String])
    /// These rows, each as `convert` writes it in JSON, blank ones left out.
    case accepted([String])
    /// A review sheet that is read, with findings of these codes in rows, in order; none where all is well.
    case found([String])
    /// Anything that ends in bounds.
    case bounded
  }

  enum Reading: Sendable {
    /// `convert`, which is lenient.
    case table
    /// `check`, which is strict.
    case reviewSheet
  }

  /// What is wrong or odd about it.
  let testDescription: String
  let expectation: Expectation
  var fileName = "sheet.xlsx"
  var reading = Reading.table
  /// Words that the error, the findings or the warnings must say, such as the cell.
  var mentions: [String] = []
  /// Puts the file at a path.
  let make: @Sendable (String) throws -> Void
}

/// What a file is made of.
protocol FileContent { var written: [UInt8] { get } }

extension [UInt8]: FileContent { var written: [UInt8] { self } }
extension String: FileContent { var written: [UInt8] { Array(utf8) } }
extension WorkbookFile: FileContent { var written: [UInt8] { bytes } }
extension ZIPArchiveBuilder: FileContent { var written: [UInt8] { bytes } }

/// A family of files, collected one by one.
struct HostileFiles {
  private(set) var all: [HostileFile] = []
  /// What the files that follow are called, and how they are read.
  var fileName = "sheet.xlsx"
  var reading = HostileFile.Reading.table

  /// A file that ends in an error with one of some codes.
  mutating func refused(
    _ what: String, _ codes: String..., mentions: [String] = [], _ bytes: @escaping @Sendable () -> any FileContent
  ) { add(what, .refused(codes), mentions, bytes) }

  /// A file whose rows are read exactly.
  mutating func accepted(
    _ what: String, _ rows: [String], mentions: [String] = [], _ bytes: @escaping @Sendable () -> any FileContent
  ) { add(what, .accepted(rows), mentions, bytes) }

  /// A review sheet that is read, with findings in rows.
  mutating func found(
    _ what: String, _ codes: String..., mentions: [String] = [], _ bytes: @escaping @Sendable () -> any FileContent
  ) { add(what, .found(codes), mentions, bytes) }

  /// A workbook whose one cell is read as if nothing was wrong.
  mutating func kept(_ what: String, _ bytes: @escaping @Sendable () -> any FileContent) {
    add(what, .accepted([#"["kept"]"#]), [], bytes)
  }

  /// A file of which nothing is known but that it ends in bounds.
  mutating func bounded(_ what: String, _ bytes: @escaping @Sendable () -> any FileContent) {
    add(what, .bounded, [], bytes)
  }

  /// Something that is put at a path in another way than by writing bytes.
  mutating func placed(_ what: String, refused codes: String..., by make: @escaping @Sendable (String) throws -> Void) {
    all.append(
      HostileFile(testDescription: what, expectation: .refused(codes), fileName: fileName, reading: reading, make: make)
    )
  }

  private mutating func add(
    _ what: String, _ expectation: HostileFile.Expectation, _ mentions: [String],
    _ bytes: @escaping @Sendable () -> any FileContent
  ) {
    all.append(
      HostileFile(
        testDescription: what, expectation: expectation, fileName: fileName, reading: reading, mentions: mentions,
        make: { try Folder.write(bytes().written, to: $0) }))
  }
}
