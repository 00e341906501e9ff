package import Basics
public import NStackAPI

/// The contents of NStack at one moment: every text in every locale, and the pending proposals.
///
/// Keys are in the order of the default locale, followed by the keys that only other locales have.
public struct Catalog: Sendable {
  /// The languages in NStack's order.
  public let languages: [Language]
  /// Every key that any locale has.
  public let keys: [TextKey]
  /// The pending proposals of texts in this catalog, by text: those that this profile can delete first, then by id.
  public let proposals: [TextIdentity: [Proposal]]
  /// Pending proposals whose section, key or locale the application no longer has.
  package let orphanedProposals: [Proposal]
  /// The texts that were left out of the resources, and why.
  public let findings: [LocalizationResource.Finding]
  /// The list items that could not be read and were left out.
  package let unread: [UnreadItem]
  /// The hosts that sent texts over plain http, where the texts may have been changed on the way.
  package let unprotectedHosts: [String]

  /// When the catalog was read from the server; nil if it was not fetched.
  package let reading: Reading?

  /// The index of the source locale in ``languages``; nil if there is none.
  package let defaultLanguage: Int?
  let values: CatalogValues
  private let languageIndex: [String: Int]
  private let proposalsByID: [Int: Proposal]
  private let pendingTexts: CatalogTexts
  private let foundSameSources = FoundOnce<SameSources>()
  private let foundPlurals = FoundOnce<PluralGroups>()

  /// Creates a catalog from NStack's answers.
  ///
  /// - Parameters:
  ///   - resources: One resource for each language, in NStack's order of languages.
  ///   - proposals: The pending proposals, in any order.
  ///   - unread: Items of the lists that could not be read.
  ///   - reading: When the reading of the answers began. Without it, a submission reads the server again before its
  ///     first call.
  public init(
    resources: [LocalizationResource], proposals: [Proposal], unread: [UnreadItem] = [], reading: Reading? = nil
  ) {
    self.unread = unread
    self.reading = reading
    languages = resources.map(\.language)
    defaultLanguage = languages.firstIndex(where: \.isDefault)
    var languageIndex: [String: Int] = [:]
    for (index, language) in languages.enumerated() { languageIndex[LocaleName.normalized(language.locale)] = index }

    let defaultFirst = resources.indices.sorted { left, right in
      (resources[left].language.isDefault ? 0 : 1, left) < (resources[right].language.isDefault ? 0 : 1, right)
    }
    values = CatalogValues(resources.map(\.texts), readIn: defaultFirst)
    keys = values.keys
    self.languageIndex = languageIndex
    findings = resources.flatMap(\.findings)
    unprotectedHosts = Set(resources.compactMap(\.unprotectedHost)).sorted()

    var pending: [TextIdentity: [Proposal]] = [:]
    var orphaned: [Proposal] = []
    pending.reserveCapacity(proposals.count)
    var pendingTexts = CatalogTexts(keyCount: values.keys.count, languageCount: languages.count)
    // A product has few locales but very many proposals, most of which spell a locale in the same way.
    var spellings: [ExactText: Int?] = [:]
    for proposal in proposals.sorted(by: { ($0.canDelete ? 0 : 1, $0.id) < ($1.canDelete ? 0 : 1, $1.id) }) {
      let spelling = ExactText(proposal.text.locale)
      let found = spellings[spelling] ?? languageIndex[LocaleName.normalized(proposal.text.locale)]
      spellings[spelling] = .some(found)
      if let language = found, let key = values.keyIndex[TextKey(proposal.text)] {
        // A proposal may spell the locale differently from the list of languages.
        let text = TextIdentity(
          section: proposal.text.section, key: proposal.text.key, locale: languages[language].locale)
        pending[text, default: []].append(proposal)
        pendingTexts.insert(keyAt: key, inLanguageAt: language)
      } else {
        orphaned.append(proposal)
      }
    }
    self.proposals = pending
    self.pendingTexts = pendingTexts
    orphanedProposals = orphaned
    proposalsByID = Dictionary(proposals.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of texts: keys times languages.
  package var textCount: Int { keys.count * languages.count }

  /// The index of a locale in ``languages``, in any spelling; nil if it is unknown.
  package func languageIndex(ofLocale locale: String) -> Int? { languageIndex[LocaleName.normalized(locale)] }

  /// The groups of keys that have the same source text.
  package var sameSources: SameSources { foundSameSources.value { SameSources(self) } }

  /// The keys that are forms of one plural, by their indices.
  package var plurals: PluralGroups {
    foundPlurals.value { PluralGroups(keys.map { TextName(section: $0.section, key: $0.key) }, isForReaders: true) }
  }

  package func keyIndex(of key: TextKey) -> Int? { values.keyIndex[key] }

  /// The value of a text; empty if it is not translated.
  package func value(ofKeyAt key: Int, inLanguageAt language: Int) -> String {
    withUTF8(ofKeyAt: key, inLanguageAt: language) { String(decoding: $0, as: UTF8.self) }
  }

  package func isTranslated(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    values.columns[language].hasValue(ofKeyAt: key)
  }

  /// Calls `body` with the bytes of a value, without creating a string.
  func withUTF8<Result>(
    ofKeyAt key: Int, inLanguageAt language: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result { try values.columns[language].withUTF8(ofKeyAt: key, body) }

  /// The value that the server serves for a text; empty if it is not translated, nil if the text is unknown.
  public func value(of text: TextIdentity) -> String? { place(of: text).map(value(at:)) }

  /// The indices of a text in a catalog. Finding them is the expensive part, so they are passed around.
  package struct TextIndex: Hashable, Sendable {
    package let key: Int
    /// The index in ``Catalog/languages``.
    package let language: Int
  }

  package func place(of text: TextIdentity) -> TextIndex? {
    guard let language = languageIndex(ofLocale: text.locale), let key = values.keyIndex[TextKey(text)] else {
      return nil
    }
    return TextIndex(key: key, language: language)
  }

  /// The value of a text; empty if it is not translated.
  package func value(at place: TextIndex) -> String { value(ofKeyAt: place.key, inLanguageAt: place.language) }

  /// The identity of a text, with the locale in NStack's spelling.
  package func identity(at place: TextIndex) -> TextIdentity {
    identity(ofKeyAt: place.key, inLanguageAt: place.language)
  }

  /// The pending proposals of a text, in the order of ``proposals``.
  package func pendingProposals(at place: TextIndex) -> [Proposal] {
    pendingProposals(ofKeyAt: place.key, inLanguageAt: place.language)
  }

  /// Whether the application no longer has a text. A text that was left out because of a finding still exists.
  package func isGone(_ text: TextIdentity) -> Bool {
    place(of: text) == nil && !findings.contains { $0.section == text.section && $0.key == text.key }
  }

  /// The identity of a text, with the locale in NStack's spelling.
  package func identity(ofKeyAt key: Int, inLanguageAt language: Int) -> TextIdentity {
    TextIdentity(section: keys[key].section, key: keys[key].key, locale: languages[language].locale)
  }

  /// The pending proposals of a text, in the order of ``proposals``.
  package func pendingProposals(of text: TextIdentity) -> [Proposal] { proposals[canonical(text)] ?? [] }

  /// The pending proposals of a text, in the order of ``proposals``.
  package func pendingProposals(ofKeyAt key: Int, inLanguageAt language: Int) -> [Proposal] {
    guard hasPendingProposal(ofKeyAt: key, inLanguageAt: language) else { return [] }
    return proposals[identity(ofKeyAt: key, inLanguageAt: language)] ?? []
  }

  package func hasPendingProposal(ofKeyAt key: Int, inLanguageAt language: Int) -> Bool {
    pendingTexts.contains(keyAt: key, inLanguageAt: language)
  }

  /// The pending proposal with an id, including orphaned ones; nil if there is none.
  public func proposal(withID id: Int) -> Proposal? { proposalsByID[id] }

  /// The unreadable list item that may be the proposal with this id, if any.
  package func unreadProposal(withID id: Int) -> UnreadItem? {
    unread.first { $0.kind == UnreadItem.proposalKind && $0.id == id }
  }

  package func unreadProposal(of text: TextIdentity) -> UnreadItem? {
    unread.first { item in item.kind == UnreadItem.proposalKind && item.text.map { isSameText($0, text) } ?? false }
  }

  /// The identity of a text, with the locale spelled as in the list of languages.
  package func canonical(_ text: TextIdentity) -> TextIdentity {
    guard let language = languageIndex(ofLocale: text.locale) else { return text }
    return TextIdentity(section: text.section, key: text.key, locale: languages[language].locale)
  }

  /// Whether two identities name the same text; the spelling of the locale does not count.
  package func isSameText(_ left: TextIdentity, _ right: TextIdentity) -> Bool {
    TextKey(left) == TextKey(right) && LocaleName.normalized(left.locale) == LocaleName.normalized(right.locale)
  }
}
