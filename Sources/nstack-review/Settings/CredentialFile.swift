import GoogleDrive
import ReviewJournal
import Spreadsheet

/// A JSON file that a flag or a variable names, or that a variable holds.
///
/// A value that is wrong may be a secret, such as a key in place of its path. So no message shows the value of a variable.
struct GivenFile {
  /// What the file holds.
  let text: String
  /// Where it is, for people.
  let place: String
  /// The path; nil if a variable holds the text.
  let path: String?

  /// Reads the file that a flag names.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - path: Its value.
  ///   - variable: The variable that takes the content instead.
  /// - Throws: `DriveError` `drive.credentials`.
  init(flag: String, path: String, variable: String) throws {
    guard !Self.isJSON(Self.trimmed(path)) else {
      throw DriveError(
        .credentials, "\(flag) takes the path of a file, and not its content.",
        hint: "Other users can see the arguments of a program. Put the JSON into the variable \(variable).")
    }
    // What is longer than a path is something else, such as a key in base64.
    let shown = path.utf8.count <= 255 ? path : "that \(flag) names"
    try self.init(path: path, shown: "the file \(shown)", place: "\(shown) (\(flag))", variable: variable)
  }

  /// Reads the file that a variable names or holds.
  ///
  /// - Throws: `DriveError` `drive.credentials`.
  init(variable: String, value: String) throws {
    let value = Self.trimmed(value)
    if Self.isJSON(value) {
      self.init(text: String(value), place: variable, path: nil)
    } else {
      try self.init(path: String(value), shown: "the file that \(variable) names", place: variable, variable: variable)
    }
  }

  private init(text: String, place: String, path: String?) {
    self.text = text
    self.place = place
    self.path = path
  }

  /// Reads a file where one is looked for.
  ///
  /// - Throws: `DriveError` `drive.credentials`.
  init(found path: String, variable: String) throws {
    try self.init(path: path, shown: "the file \(path)", place: path, variable: variable)
  }

  /// - Parameter shown: The file in messages.
  private init(path: String, shown: String, place: String, variable: String) throws {
    let hint = "Give the path of the JSON file, or put its JSON into the variable \(variable)."
    let content: String?
    do {
      content = try PlainFile.text(at: path)
    } catch let error as SpreadsheetError {
      throw DriveError(.credentials, error.message.replacing("the file", with: shown, maxReplacements: 1), hint: hint)
    }
    guard let content else { throw DriveError(.credentials, "\(shown) does not exist.", hint: hint) }
    self.init(text: String(Self.trimmed(content)), place: place, path: path)
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
