#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SpreadsheetError {
  /// The error for a file without a single byte.
  static let emptyFile = SpreadsheetError(
    .fileEmpty, "the file is empty.", hint: "Download or copy it again, or export a new one.")

  /// The error for a file that the system could not open.
  static func opening(_ number: Int32, file: String) -> SpreadsheetError {
    let cause = String(cString: strerror(number))
    let place = Place(file: file)
    switch number {
    case ENOENT, ENOTDIR:
      return SpreadsheetError(
        .fileNotFound, "there is no such file.", hint: "Check the spelling of the path.",
        place: place, cause: cause)
    case EACCES, EPERM:
      return SpreadsheetError(
        .fileUnreadable, "the file can't be read: \(cause).",
        hint: "Change its permissions, or copy it to a folder of your own.", place: place, cause: cause)
    case ENXIO:
      return SpreadsheetError(
        .fileNotRegular, "this is a socket or a device, not a file.",
        hint: "Save its output to a file first.", place: place, cause: cause)
    default:
      return SpreadsheetError(
        .ioRead, "the file can't be opened: \(cause).", place: place, cause: cause)
    }
  }

  /// The error for a file that the system could not read.
  static func reading(_ number: Int32, file: String) -> SpreadsheetError {
    let cause = String(cString: strerror(number))
    return SpreadsheetError(
      .ioRead, "the file can't be read: \(cause).", place: .init(file: file), cause: cause)
  }

  /// The error for a folder where a file was expected.
  static func directory(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .fileIsDirectory, "this is a folder, not a file.",
      hint: "Name the file in it. If it is a Numbers document, export it from Numbers as an Excel workbook.",
      place: .init(file: path))
  }

  /// The error for a file that another program wrote to, or replaced, while it was read.
  package static func changed(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .fileChanged, "the file changed while it was being read.",
      hint: "Wait until the other program has saved it, and try again.", place: .init(file: path))
  }
}
