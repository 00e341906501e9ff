/// The texts of one language, in the order in which NStack gave them.
public struct LocalizationResource: Sendable {
  /// One text.
  public struct Text: Sendable {
    /// The key within the section.
    public let key: String
    /// The value; nil where NStack marks the text as not translated (`__` and the key).
    public let value: String?

    /// Makes a text of its fields.
    public init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// The texts of one section.
  public struct Section: Sendable {
    /// The section's name.
    public let name: String
    /// The texts in NStack's order; keys are distinct byte by byte.
    public let texts: [Text]

    /// Makes a section of its fields.
    public init(name: String, texts: [Text]) {
      self.name = name
      self.texts = texts
    }
  }

  /// Something in an answer that was kept out: a repeated key, a value that is no string.
  public struct Finding: Hashable, Sendable {
    /// A stable name: `resource.repeated-key`, `resource.not-a-string`.
    public let code: String
    /// The section.
    public let section: String
    /// The key.
    public let key: String
    /// What was found, as a sentence.
    public let message: String

    /// Makes a finding of its fields.
    public init(code: String, section: String, key: String, message: String) {
      self.code = code
      self.section = section
      self.key = key
      self.message = message
    }
  }

  /// The language of the texts.
  public let language: Language
  /// The texts, in one piece of memory.
  package let texts: ResourceTexts
  /// What was kept out, and why.
  public let findings: [Finding]
  /// The host from which the texts came unprotected; nil where they did not. See ``ResourceIndexEntry/unprotectedHost``.
  public let unprotectedHost: String?

  /// The sections in NStack's order; names are distinct byte by byte. Made anew each time that it is asked for.
  public var sections: [Section] { texts.asSections }

  /// Whether there is no text, translated or not.
  public var isEmpty: Bool { texts.entries.isEmpty }

  /// Makes a resource of its fields. Where a section stands twice its texts are put together, where a key does the last
  /// value is kept; nothing is added to the findings.
  ///
  /// - Parameter sections: The texts, 2 GiB of UTF-8 at most.
  public init(language: Language, sections: [Section], findings: [Finding], unprotectedHost: String? = nil) {
    self.init(
      language: language, texts: ResourceTexts(sections), findings: findings, unprotectedHost: unprotectedHost)
  }

  init(language: Language, texts: ResourceTexts, findings: [Finding], unprotectedHost: String?) {
    self.unprotectedHost = unprotectedHost
    self.language = language
    self.texts = texts
    self.findings = findings
  }
}
