/// An error that keeps a folder of texts from being read.
package struct ResourceFolderError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }
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

extension ResourceFolderError.Code {
  /// There is no file of this name.
  package static let missing = Self(rawValue: "resource.missing")
  /// A file cannot be read: the system refuses, or it is too large, or not a regular file.
  package static let unreadable = Self(rawValue: "resource.unreadable")
  /// A language has no texts.
  package static let empty = Self(rawValue: "resource.empty")
  /// A file is not in NStack's own shape.
  package static let shape = Self(rawValue: "resource.shape")
}
