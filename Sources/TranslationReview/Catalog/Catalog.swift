public import NStackAPI

/// What NStack holds at one moment: every text in every locale, and the pending proposals.
///
/// Keys stand in the order of the default locale; those that only other locales know come after them.
public struct Catalog: Sendable {
  /// The languages in NStack's order.
  public let languages: [Language]
  /// Every key that any locale knows.
  public let keys: [TextKey]
  /// The pending proposals of texts in this catalog, by text; ours first, then by rising id.
  public let proposals: [TextIdentity: [Proposal]]
  /// Pending proposals whose section, key or locale the application does not know any more.
  public let orphanedProposals: [Proposal]
  /// What was kept out of the resources, and why.
  public let findings: [LocalizationResource.Finding]
  /// Items of the lists that could not be read and were left out.
  public let unread: [UnreadItem]
  /// The hosts from which texts came over plain http, so that nobody can tell whether they were changed on the way.
  public let unprotectedHosts: [String]

  /// The index that the resources were read by; empty where the catalog was put together otherwise.
  public internal(set) var resourceIndex: [ResourceIndexEntry] = []

  /// For each language, the values of the keys.
  private let columns: [CatalogColumn]
  private let keyIndex: [TextKey: Int]
  private let languageIndex: [String: Int]
  private let proposalsByID: [Int: Proposal]
  /// Which texts have pending proposals, a bit for each at the place of the language times the keys plus that of the key:
  /// nearly none has, and a bit costs less than three names.
  private let pendingBits: [UInt64]

  /// Puts a catalog together from what NStack answered.
  ///
  /// - Parameters:
  ///   - resources: One resource for each language, in NStack's order of languages.
  ///   - proposals: The pending proposals, in any order.
  ///   - unread: Items of the lists that could not be read.
  public init(resources: [LocalizationResource], proposals: [Proposal], unread: [UnreadItem] = []) {
    self.unread = unread
    languages = resources.map(\.language)
    var languageIndex: [String: Int] = [:]
    for (index, language) in languages.enumerated() { languageIndex[LocaleName.normalized(language.locale)] = index }

    var keys = CatalogKeys()
    var columns = [CatalogColumn?](repeating: nil, count: resources.count)
    let defaultFirst = resources.indices.sorted { left, right in
      (resources[left].language.isDefault ? 0 : 1, left) < (resources[right].language.isDefault ? 0 : 1, right)
    }
    for index in defaultFirst { columns[index] = keys.takeValues(of: resources[index].texts) }
    let keyIndex = keys.places
    self.keys = keys.keys
    self.keyIndex = keyIndex
    self.columns = columns.compactMap(\.self)
    self.languageIndex = languageIndex
    findings = resources.flatMap(\.findings)
    unprotectedHosts = Set(resources.compactMap(\.unprotectedHost)).sorted()

    var pending: [TextIdentity: [Proposal]] = [:]
    var orphaned: [Proposal] = []
    pending.reserveCapacity(proposals.count)
    var bits = [UInt64](repeating: 0, count: languages.count * self.keys.count / 64 + 1)
    // A product has few locales and very many proposals, which spell them alike.
    var spellings: [ExactText: Int?] = [:]
    for proposal in proposals.sorted(by: { ($0.canDelete ? 0 : 1, $0.id) < ($1.canDelete ? 0 : 1, $1.id) }) {
      let spelling = ExactText(proposal.text.locale)
      let found = spellings[spelling] ?? languageIndex[LocaleName.normalized(proposal.text.locale)]
      spellings[spelling] = .some(found)
      if let language = found, let key = keyIndex[TextKey(proposal.text)] {
        // A proposal may spell the locale in another way than the list of languages does.
        let text = TextIdentity(
          section: proposal.text.section, key: proposal.text.key, locale: languages[language].locale)
        pending[text, default: []].append(proposal)
        let place = language * self.keys.count + key
        bits[place / 64] |= 1 << UInt64(place % 64)
      } else {
        orphaned.append(proposal)
      }
    }
    self.proposals = pending
    pendingBits = bits
    orphanedProposals = orphaned
    proposalsByID = Dictionary(proposals.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many texts there are: keys times languages.
  public var textCount: Int { keys.count * languages.count }

  /// The place of a locale in ``languages``, whatever its spelling; nil where it is unknown.
  public func languageIndex(ofLocale locale: String) -> Int? {
    languageIndex[LocaleName.normalized(locale)]
  }

  /// The place of a key in ``keys``; nil where it is unknown.
  public func keyIndex(of key: TextKey) -> Int? {
    keyIndex[key]
  }

  /// The value of a text; empty where it is not translated.
  ///
  /// - Parameters:
  ///   - key: A place in ``keys``.
  ///   - language: A place in ``languages``.
  public func value(ofKeyAt key: Int, inLanguageAt language: Int) -> String {
    withUTF8(ofKeyAt: key, inLanguageAt: language) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a text is translated.
  ///
  /// - Parameters:
  ///   - key: A place in ``keys``.
  ///   - language: A place in ``languages``.
  public func isTranslated(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    columns[language].hasValue(ofKeyAt: key)
  }

  /// Hands out the bytes of a value, without making a string.
  func withUTF8<Result>(
    ofKeyAt key: Int, inLanguageAt language: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try columns[language].withUTF8(ofKeyAt: key, body)
  }

  /// The value that the server serves for a text; empty where it is not translated, nil where the text is unknown.
  public func value(of text: TextIdentity) -> String? {
    guard let language = languageIndex(ofLocale: text.locale), let key = keyIndex[TextKey(text)] else { return nil }
    return value(ofKeyAt: key, inLanguageAt: language)
  }

  /// The identity of a text as NStack spells it.
  public func identity(ofKeyAt key: Int, inLanguageAt language: Int) -> TextIdentity {
    TextIdentity(section: keys[key].section, key: keys[key].key, locale: languages[language].locale)
  }

  /// The pending proposals of a text, ours first.
  public func pendingProposals(of text: TextIdentity) -> [Proposal] {
    proposals[canonical(text)] ?? []
  }

  /// The pending proposals of a text, ours first.
  ///
  /// - Parameters:
  ///   - key: A place in ``keys``.
  ///   - language: A place in ``languages``.
  public func pendingProposals(ofKeyAt key: Int, inLanguageAt language: Int) -> [Proposal] {
    guard hasPendingProposal(ofKeyAt: key, inLanguageAt: language) else { return [] }
    return proposals[identity(ofKeyAt: key, inLanguageAt: language)] ?? []
  }

  /// Whether a text has a pending proposal.
  func hasPendingProposal(ofKeyAt key: Int, inLanguageAt language: Int) -> Bool {
    let place = language * keys.count + key
    return pendingBits[place / 64] & 1 << UInt64(place % 64) != 0
  }

  /// The pending proposal with an id, orphaned ones included; nil where there is none.
  public func proposal(withID id: Int) -> Proposal? {
    proposalsByID[id]
  }

  /// The item of the list of proposals that could not be read and may be the proposal with an id; nil where there is none.
  func unreadProposal(withID id: Int) -> UnreadItem? {
    unread.first { $0.kind == UnreadItem.proposalKind && $0.id == id }
  }

  /// The item of the list of proposals that could not be read and is for a text; nil where there is none.
  func unreadProposal(of text: TextIdentity) -> UnreadItem? {
    unread.first { item in item.kind == UnreadItem.proposalKind && item.text.map { isSameText($0, text) } ?? false }
  }

  /// An identity with the locale as the list of languages spells it.
  public func canonical(_ text: TextIdentity) -> TextIdentity {
    guard let language = languageIndex(ofLocale: text.locale) else { return text }
    return TextIdentity(section: text.section, key: text.key, locale: languages[language].locale)
  }

  /// Whether two identities name one text, the spelling of the locale apart.
  public func isSameText(_ left: TextIdentity, _ right: TextIdentity) -> Bool {
    TextKey(left) == TextKey(right) && LocaleName.normalized(left.locale) == LocaleName.normalized(right.locale)
  }
}
