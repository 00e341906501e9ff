import NStackAPI

/// Texts to measure with: 10,000 keys in ten locales, the same in every run.
struct MadeTexts: Sendable {
  /// The ten locales; the first is the default.
  static let locales = ["en-GB", "cs-CZ", "da-DK", "de-DE", "el-GR", "fi-FI", "he-IL", "ja-JP", "ko-KR", "pt-BR"]

  private static let sections = [
    "account", "basket", "default", "errors", "help", "legal", "onboarding", "push", "search", "settings",
  ]
  private static let words = """
    open close your order was sent to the shop we could not find that page check connection and try once more change \
    photo upload items hello tap here for <b>more</b> sign out choose another card delete this address never mind turn \
    reminders on off Größe ändern déjà réservé niño mañana så længe Привет друзья χρήστης 保存 取消 写真を選ぶ 设置 语言 \
    알림 설정 עברית العربية R&amp;D "quoted" it's 🙂 🚚
    """.split(separator: " ")

  /// One section and its keys.
  struct Section: Sendable {
    /// The section's name.
    let name: String
    /// The keys in order, each with its values in ``MadeTexts/locales``' order.
    let texts: [(key: String, values: [String])]
  }

  /// The sections, of equal size.
  let sections: [Section]

  /// Makes texts.
  ///
  /// - Parameter keys: How many in each locale, a multiple of ten.
  init(keys: Int = 10_000) {
    var state: UInt64 = 11
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    sections = Self.sections.map { name in
      Section(
        name: name,
        texts: (0..<keys / Self.sections.count).map { number in
          let values = Self.locales.map { _ in
            (0..<[1, 2, 3, 5, 8, 12, 20, 30][next(8)]).map { _ in Self.words[next(Self.words.count)] }.joined(
              separator: " ")
          }
          return ("screen\(number / 10).\(name)Title\(number % 10)", values)
        })
    }
  }

  /// Every text, locale by locale.
  func forEachText(_ body: (_ section: String, _ key: String, _ locale: String, _ value: String) throws -> Void)
    rethrows
  {
    for (index, locale) in Self.locales.enumerated() {
      for section in sections {
        for text in section.texts { try body(section.name, text.key, locale, text.values[index]) }
      }
    }
  }

  /// The texts as a client hands them out.
  var resources: [LocalizationResource] {
    Self.locales.enumerated().map { index, locale in
      LocalizationResource(
        language: Language(
          id: index + 1, name: locale, locale: locale, direction: .leftToRight, isDefault: index == 0,
          isBestFit: index == 0),
        sections: sections.map { section in
          LocalizationResource.Section(
            name: section.name,
            texts: section.texts.map { LocalizationResource.Text(key: $0.key, value: $0.values[index]) })
        }, findings: [])
    }
  }
}
