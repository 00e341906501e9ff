/// Something about the texts that whoever uses the generated code must know. The code is written all the same.
package struct GeneratorFinding: Hashable, Sendable {
  /// What kind of thing it is.
  package enum Code: String, Sendable {
    /// Two names would be one identifier.
    case collision
    /// The name is one that the generated code uses itself.
    case reserved
    /// The languages disagree about the values that a text takes.
    case placeholders
    /// The default language has no value.
    case noDefault = "no-default"
    /// The text is an ICU message, whose arguments are not filled in.
    case message
  }

  /// What kind of thing it is.
  package let code: Code
  /// The text, or the section, as `section.key`.
  package let name: String
  /// The file of the generated code, by its name, and the line in it, counted from 1.
  package let file: String
  package let line: Int
  /// What was found and what was done, as a sentence.
  package let message: String

  /// The finding in the form in which Xcode reads warnings.
  ///
  /// - Parameter folder: The folder of the file, with a slash at its end; empty for none.
  package func warning(inFolder folder: String) -> String { "\(folder)\(file):\(line): warning: \(message)" }
}
