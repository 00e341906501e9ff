package import Resources

/// The texts of one language, in the order in which NStack gave them.
public struct LocalizationResource: Sendable {
  /// One text.
  public struct Text: Sendable {
    /// The key within the section.
    public let key: String
    /// The value; nil if NStack marks the text as not translated (`__` and the key).
    public let value: String?

    /// Creates a text from its parts.
    public init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// The texts of one section.
  public struct Section: Sendable {
    /// The section's name.
    public let name: String
    /// The texts in NStack's order. No two keys have the same bytes.
    public let texts: [Text]

    /// Creates a section from its parts.
    public init(name: String, texts: [Text]) {
      self.name = name
      self.texts = texts
    }
  }

  /// The language of the texts.
  public let language: Language
  /// The texts, in one block of memory.
  package let texts: ResourceTexts
  /// What was left out, and why.
  public let findings: [Finding]
  /// The host from which the texts came unprotected; nil if they did not. See ``ResourceIndexEntry/unprotectedHost``.
  public let unprotectedHost: String?

  /// The sections in NStack's order; no two names have the same bytes. Built anew at each access.
  public var sections: [Section] { texts.asSections }

  /// Whether the resource has no texts at all, not even untranslated ones.
  public var isEmpty: Bool { texts.entries.isEmpty }

  /// Creates a resource from its parts. The texts of a section that occurs twice are put together, and of a key that occurs
  /// twice the last value is kept. Nothing is added to the findings.
  ///
  /// The texts may have 2 GiB of UTF-8 at most.
  public init(language: Language, sections: [Section], findings: [Finding], unprotectedHost: String? = nil) {
    self.init(
      language: language, texts: ResourceTexts(sections), findings: findings, unprotectedHost: unprotectedHost)
  }

  package init(
    language: Language, texts: ResourceTexts, findings: [Finding] = [], unprotectedHost: String? = nil
  ) {
    self.unprotectedHost = unprotectedHost
    self.language = language
    self.texts = texts
    self.findings = findings
  }
}

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

extension ResourceTexts {
  /// Creates a collection of texts that the caller has as strings.
  init(_ sections: [LocalizationResource.Section]) {
    self.init()
    for section in sections {
      let place = open(section.name)
      for text in section.texts { add(section: place, key: text.key, value: text.value) }
    }
    finish()
  }

  /// The texts as strings.
  var asSections: [LocalizationResource.Section] {
    var texts = [[LocalizationResource.Text]](repeating: [], count: sections.count)
    for entry in entries {
      texts[entry.section].append(
        LocalizationResource.Text(
          key: string(entry.key), value: entry.hasValue ? string(entry.value) : nil))
    }
    return zip(sections, texts).map { LocalizationResource.Section(name: $0, texts: $1) }
  }
}
