import Resources

extension LocalizationResource {
  /// Something in an answer that was left out: a repeated key, a value that is not a string.
  public struct Finding: Hashable, Sendable {
    /// A stable name to switch on.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The name in lower case, with its family before the dot.
      public let rawValue: String

      /// Creates a code from its name.
      public init(rawValue: String) {
        self.rawValue = rawValue
      }
    }

    /// What is wrong.
    public let code: Code
    /// The section.
    public let section: String
    /// The key.
    public let key: String
    /// What happened, as a sentence.
    public let message: String

    /// Creates a finding from its parts.
    package init(code: Code, section: String, key: String, message: String) {
      self.code = code
      self.section = section
      self.key = key
      self.message = message
    }

    init(_ finding: ResourceFinding) {
      let code: Code =
        switch finding.code {
        case .repeatedKey: .repeatedKey
        case .notAString: .notAString
        }
      self.init(code: code, section: finding.section, key: finding.key, message: finding.message)
    }
  }
}

extension LocalizationResource.Finding.Code {
  /// A key or a section occurs more than once.
  public static let repeatedKey = Self(rawValue: "resource.repeated-key")
  /// A value is not a string.
  public static let notAString = Self(rawValue: "resource.not-a-string")
}
