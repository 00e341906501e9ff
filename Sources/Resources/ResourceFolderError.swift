/// An error that keeps a folder of texts from being read.
package struct ResourceFolderError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on.
  package enum Code: String, Sendable {
    /// There is no file of this name.
    case missing = "resource.missing"
    /// A file cannot be read: the system refuses, or it is too large, or not a regular file.
    case unreadable = "resource.unreadable"
    /// A language has no texts.
    case empty = "resource.empty"
    /// A file is not in NStack's own shape.
    case shape = "resource.shape"
  }

  /// The kind of error.
  package let code: Code
  package let file: String
  /// What happened, as a sentence that follows the file's name.
  package let message: String
  package let hint: String?

  package init(_ code: Code, file: String, _ message: String, hint: String? = nil) {
    (self.code, self.file, self.message, self.hint) = (code, file, message, hint)
  }

  /// The error in one line: where, what, and what to do.
  package var description: String {
    "\(file): \(message)" + (hint.map { " \($0)" } ?? "")
  }
}
