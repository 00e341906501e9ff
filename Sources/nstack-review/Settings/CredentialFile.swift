import GoogleDrive
import ReviewJournal
import Spreadsheet

/// A JSON file with credentials that a flag or a variable names, or its content in a variable.
///
/// A value that is wrong may be a secret, such as a key in source of its path. So no message shows the value of a variable.
struct CredentialFile {
  let text: String
  /// The file or variable, for people.
  let source: String
  /// The path; nil if a variable holds the text.
  let path: String?

  /// Reads the file that a flag names.
  ///
  /// - Parameter variable: The variable that takes the content instead.
  /// - Throws: `DriveError` `drive.credentials`.
  init(flag: String, path: String, variable: String) throws {
    guard !Self.isJSON(Self.trimmed(path)) else {
      throw DriveError(
        .credentials, "\(flag) takes the path of a file, and not its content.",
        hint: "Other users can see the arguments of a program. Put the JSON into the variable \(variable).")
    }
    // What is longer than a path is something else, such as a key in base64.
    let shown = path.utf8.count <= 255 ? path : "that \(flag) names"
    try self.init(path: path, shown: "the file \(shown)", source: "\(shown) (\(flag))", variable: variable)
  }

  /// Reads the file that a variable names or holds.
  ///
  /// - Throws: `DriveError` `drive.credentials`.
  init(variable: String, value: String) throws {
    let value = Self.trimmed(value)
    if Self.isJSON(value) {
      self.init(text: String(value), source: variable, path: nil)
    } else {
      try self.init(path: String(value), shown: "the file that \(variable) names", source: variable, variable: variable)
    }
  }

  private init(text: String, source: String, path: String?) {
    (self.text, self.source, self.path) = (text, source, path)
  }

  /// Reads a file in a standard location.
  ///
  /// - Throws: `DriveError` `drive.credentials`.
  init(found path: String, variable: String) throws {
    try self.init(path: path, shown: "the file \(path)", source: path, variable: variable)
  }

  /// - Parameter shown: The file in messages.
  private init(path: String, shown: String, source: String, variable: String) throws {
    let hint = "Give the path of the JSON file, or put its JSON into the variable \(variable)."
    let content: String?
    do {
      content = try PlainFile.text(at: path)
    } catch let error as SpreadsheetError {
      throw DriveError(.credentials, error.message.replacing("the file", with: shown, maxReplacements: 1), hint: hint)
    }
    guard let content else { throw DriveError(.credentials, "\(shown) does not exist.", hint: hint) }
    self.init(text: String(Self.trimmed(content)), source: source, path: path)
  }

  private static func trimmed(_ text: String) -> Substring {
    var scalars = text.unicodeScalars[...]
    // Blocks of YAML begin or end with a line break, and some editors write a byte-order mark.
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FEFF}" || scalar.properties.isWhitespace }
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return Substring(scalars)
  }

  private static func isJSON(_ text: Substring) -> Bool { text.first == "{" }
}
