import Basics
public import NStackAPI
import Resources

/// The texts of an application as a person sees them: the proposed value where there is one, the published value otherwise.
///
/// It is a value: a copy does not change with the original. The spelling of a locale does not count (`en_GB`, `en-gb`).
/// Sections and keys are compared byte by byte, as NStack does.
public struct LocalizedTexts: Sendable {
  struct Values: Sendable {
    /// The published value; nil if NStack marks the text as not translated, or if it is empty.
    var published: String?
    /// The value of the proposal that is shown; nil if none is.
    var proposed: String?
  }

  /// The languages in NStack's order.
  public let languages: [Language]
  /// Whose proposals are shown.
  public let choice: ProposalChoice

  var values: [[TextName: Values]]
  /// The proposals of each text, sorted by `ProposalChoice.sorted`. A text with none has no entry.
  var pending: [TextIdentity: [Proposal]] = [:]
  /// The text of each proposal, by its number.
  var texts: [Int: TextIdentity] = [:]

  /// The index of each language, by its locale in NStack's spelling and in the form for comparison. Most callers use NStack's
  /// spelling, and then no string is made.
  private let indices: [ExactText: Int]

  /// Creates the texts of an application.
  ///
  /// - Parameters:
  ///   - resources: The texts of each language.
  ///   - proposals: The pending proposals, in any order.
  ///   - choice: Whose proposals are shown.
  public init(resources: [LocalizationResource] = [], proposals: [Proposal] = [], choice: ProposalChoice = .all) {
    self.choice = choice
    languages = resources.map(\.language)
    var indices: [ExactText: Int] = [:]
    for (index, language) in languages.enumerated() {
      indices[ExactText(language.locale)] = index
      indices[ExactText(LocaleName.normalized(language.locale))] = index
    }
    self.indices = indices
    values = resources.map { Self.values(of: $0.texts) }
    addAll(proposals)
  }

  private static func values(of texts: ResourceTexts) -> [TextName: Values] {
    var values: [TextName: Values] = [:]
    values.reserveCapacity(texts.entries.count)
    for entry in texts.entries {
      let name = TextName(section: texts.sections[entry.section], key: texts.string(entry.key))
      // An empty value counts as missing, as everywhere in NStack's tools.
      let isTranslated = entry.hasValue && !entry.value.isEmpty
      values[name] = Values(published: isTranslated ? texts.string(entry.value) : nil, proposed: nil)
    }
    return values
  }

  /// The index of a locale in ``languages``; nil if the application does not have it.
  func index(ofLocale locale: String) -> Int? {
    indices[ExactText(locale)] ?? indices[ExactText(LocaleName.normalized(locale))]
  }

  /// The text with its locale as NStack spells it, for requests.
  func spelled(_ text: TextIdentity) -> TextIdentity {
    guard let index = index(ofLocale: text.locale) else { return text }
    return TextIdentity(section: text.section, key: text.key, locale: languages[index].locale)
  }

  /// The value to show for a text: the proposed one if there is one, otherwise the published one.
  ///
  /// - Returns: nil if the text is unknown or not translated. See ``value(of:orIn:)`` for another language's value.
  public func value(section: String, key: String, locale: String) -> String? {
    guard let index = index(ofLocale: locale), let found = values[index][TextName(section: section, key: key)] else {
      return nil
    }
    return found.proposed ?? found.published
  }

  /// The value to show for a text: the proposed one if there is one, otherwise the published one; nil if there is neither.
  public func value(of text: TextIdentity) -> String? {
    value(section: text.section, key: text.key, locale: text.locale)
  }

  /// The value to show for a text, or, if it is not translated, its value in another language.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - language: The other language, such as ``defaultLanguage``; nil for none.
  public func value(of text: TextIdentity, orIn language: Language?) -> String? {
    value(of: text) ?? language.flatMap { value(section: text.section, key: text.key, locale: $0.locale) }
  }

  /// The keys of a section that a language has, in the order of their bytes.
  func keys(ofSection section: String) -> [ExactText] {
    let section = ExactText(section)
    return Set(values.flatMap { $0.keys.filter { $0.section == section }.map(\.key) }).sorted()
  }

  /// The application's default language, or the first of ``languages`` if the default one is not among them; nil
  /// without languages.
  public var defaultLanguage: Language? { languages.first(where: \.isDefault) ?? languages.first }

  /// The language among these that best fits an `Accept-Language`; nil without languages.
  ///
  /// To choose before the texts are read, see `Language.bestFit(acceptLanguage:among:)`.
  public func bestFit(acceptLanguage: String) -> Language? {
    Language.bestFit(acceptLanguage: acceptLanguage, among: languages)
  }
}

extension LocalizedTexts {
  /// Reads the texts of a folder that `nstack-review preview` wrote: `languages.json` and a `resource-LOCALE.json` for
  /// each language. For tests, and for apps that ship with their texts.
  ///
  /// - Throws: `badBody` with the file and what is wrong with it.
  public init(folder path: String) throws(NStackError) {
    let folder: ResourceFolder
    do throws(ResourceFolderError) { folder = try ResourceFolder(at: path) } catch {
      throw NStackError(.badBody, delivery: .definite, request: error.file, message: error.message, cause: error.hint)
    }
    self.init(
      resources: folder.resources.map { resource in
        let language = resource.language
        return LocalizationResource(
          language: Language(
            id: language.id, name: language.name, locale: language.locale,
            direction: language.direction.uppercased().hasPrefix("R") ? .rightToLeft : .leftToRight,
            isDefault: language.isDefault, isBestFit: false), texts: resource.texts)
      })
  }
}

extension Language {
  /// The language that best fits an `Accept-Language`, by the lookup of RFC 4647 with the header's weights. If none fits,
  /// the default language; nil without languages.
  ///
  /// A language of the same script in another region fits too, first one that the header also names: `zh-TW` fits
  /// `zh-Hant`, and not `zh-Hans`. A language with the weight zero is chosen only as the default language.
  ///
  /// - Parameter languages: The languages, such as those of `NStackClient.languages()`, which an app can read before any
  ///   text.
  public static func bestFit(acceptLanguage: String, among languages: [Language]) -> Language? {
    LanguagePriorityList(acceptLanguage: acceptLanguage).bestFit(among: languages.map(\.locale)).map { languages[$0] }
      ?? languages.first(where: \.isDefault) ?? languages.first
  }
}
