import NStackAPI

/// Texts and proposals for the tests of this target.
enum TextSamples {
  static let danish = Language(
    id: 6, name: "Danish", locale: "da-DK", direction: .leftToRight, isDefault: false, isBestFit: false)
  static let english = Language(
    id: 11, name: "English (UK)", locale: "en-GB", direction: .leftToRight, isDefault: true, isBestFit: true)

  static let title = TextIdentity(section: "basket", key: "title", locale: "da-DK")
  static let note = TextIdentity(section: "basket", key: "note", locale: "da-DK")

  /// `basket` in two languages; `note` is not translated into Danish.
  static let resources = [
    resource(english, ["title": "Your basket", "note": "Note for the bakery"]),
    resource(danish, ["title": "Din kurv", "note": nil]),
  ]

  static func resource(_ language: Language, _ values: KeyValuePairs<String, String?>) -> LocalizationResource {
    LocalizationResource(
      language: language,
      sections: [
        LocalizationResource.Section(
          name: "basket", texts: values.map { LocalizationResource.Text(key: $0.key, value: $0.value) })
      ], findings: [])
  }

  static func proposal(_ id: Int, _ value: String, for text: TextIdentity = title, own: Bool = false) -> Proposal {
    Proposal(id: id, text: text, value: value, canDelete: own)
  }
}
