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
    public init(key: String, value: String?) { (self.key, self.value) = (key, value) }
  }

  /// The texts of one section.
  public struct Section: Sendable {
    /// The section's name.
    public let name: String
    /// The texts in NStack's order. No two keys have the same bytes.
    public let texts: [Text]

    /// Creates a section from its parts.
    public init(name: String, texts: [Text]) { (self.name, self.texts) = (name, texts) }
  }

  /// Something in an answer that was left out.
  public typealias Finding = ResourceFinding

  /// The language of the texts.
  public let language: Language
  package let texts: ResourceTexts
  /// What was left out, and why.
  public let findings: [Finding]
  /// The host from which the texts came unprotected; otherwise nil. See ``ResourceIndexEntry/unprotectedHost``.
  package let unprotectedHost: String?

  /// The sections in NStack's order; no two names have the same bytes. Built anew at each access.
  public var sections: [Section] { texts.asSections }

  /// Whether the resource has no texts at all, not even untranslated ones.
  public var isEmpty: Bool { texts.entries.isEmpty }

  /// Creates a resource from its parts. If a section occurs twice, its texts are merged; if a key occurs twice, the
  /// last value is kept. Nothing is added to the findings.
  ///
  /// The texts may have 2 GiB of UTF-8 at most.
  public init(language: Language, sections: [Section], findings: [Finding], unprotectedHost: String? = nil) {
    self.init(language: language, texts: ResourceTexts(sections), findings: findings, unprotectedHost: unprotectedHost)
  }

  package init(language: Language, texts: ResourceTexts, findings: [Finding] = [], unprotectedHost: String? = nil) {
    (self.unprotectedHost, self.language, self.texts) = (unprotectedHost, language, texts)
    self.findings = findings
  }
}

extension ResourceTexts {
  init(_ sections: [LocalizationResource.Section]) {
    self.init()
    for section in sections {
      let index = open(section.name)
      for text in section.texts { add(section: index, key: text.key, value: text.value) }
    }
    finish()
  }

  var asSections: [LocalizationResource.Section] {
    var texts = [[LocalizationResource.Text]](repeating: [], count: sections.count)
    for entry in entries {
      texts[entry.section].append(
        LocalizationResource.Text(key: string(entry.key), value: entry.hasValue ? string(entry.value) : nil))
    }
    return zip(sections, texts).map { LocalizationResource.Section(name: $0, texts: $1) }
  }
}
