package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// Whether many languages use the category for one number alone, so that a text may spell the number out.
  package var isOftenOneNumber: Bool { self == .zero || self == .one || self == .two }

  /// The category that a key ends in, after `.`, `_` or `-`, as in `reply.one`; nil if it does not.
  package init?(endOf key: String) {
    let bytes = key.utf8
    guard
      let mark = bytes.lastIndex(where: {
        $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    let name = key[bytes.index(after: mark)...]
    // Hardly any key ends in a category, and keys are many.
    guard 3...5 ~= name.utf8.count, let category = PluralCategory(rawValue: name.lowercased()) else { return nil }
    self = category
  }

  /// The key of the `other` form beside a key that ends in another category, in the same letters: `REPLY_OTHER` beside
  /// `REPLY_ONE`. Nil for any other key.
  package static func otherForm(ofKey key: String) -> String? {
    guard let category = PluralCategory(endOf: key), category != .other else { return nil }
    let suffix = key.suffix(category.rawValue.count)
    let other = PluralCategory.other.rawValue
    let isUpper = suffix.first?.isUppercase ?? false
    let form = !isUpper ? other : suffix == suffix.uppercased() ? other.uppercased() : other.capitalizedFirst
    return key.dropLast(suffix.count) + form
  }
}

extension String { fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() } }

/// The plural categories of languages.
///
/// Source: Unicode CLDR 42, `plurals.xml` and `ordinals.xml`, as ICU 72 gives them (`uplrules_getKeywords`).
package enum PluralCategories {
  package struct Rules: Sendable {
    /// The categories that some number selects.
    package let known: [PluralCategory]
    /// The categories that whole numbers of everyday size select.
    package let needed: [PluralCategory]
  }

  /// The categories of a locale's numbers; nil for a language that is not in the table.
  package static func categories(of locale: String, isOrdinal: Bool) -> Rules? {
    let language = LocaleName.language(of: locale)
    guard let known = (isOrdinal ? ordinals : cardinals)[language] else { return nil }
    // In Romance languages, only millions select `many`.
    let isOfMillions = known == [.one, .many, .other]
    let lacksMany = !isOrdinal && (isOfMillions || manyOfDecimals.contains(language))
    return Rules(known: known, needed: lacksMany ? known.filter { $0 != .many } : known)
  }

  /// The languages in which only numbers with decimals select `many`.
  private static let manyOfDecimals: Set<String> = ["cs", "sk", "lt", "gv"]

  private static let cardinals = table([
    ([.other], "id ja jv km ko lo ms my th vi yue zh su bo dz ii jbo kea sah ses sg to wo yo"),
    (
      [.one, .other],
      "af am an as ast az bg bn ceb ckb da de dv ee el en eo et eu fa ff fi fil fo fur fy gl gsw gu ha haw hi "
        + "hu hy ia is ka kk kl kn ks ku ky lb lg ln mg mk ml mn mr nb nd ne nl nn no nso ny om or os pa ps rm sc scn sd "
        + "si sn so sq ss st sv sw ta te ti tk tl tn tr ts ug ur uz ve vo wa xh yi zu kab"
    ), ([.one, .many, .other], "ca es fr it pt vec"), ([.zero, .one, .other], "lv ksh lag"),
    ([.one, .few, .other], "bs hr mo ro sh sr"), ([.one, .few, .many, .other], "be cs lt pl ru sk uk"),
    ([.one, .two, .other], "he iw se iu"), ([.one, .two, .few, .other], "dsb gd hsb sl"),
    ([.one, .two, .few, .many, .other], "br ga gv mt"), ([.zero, .one, .two, .few, .many, .other], "ar ars cy kw"),
  ])

  private static let ordinals = table([
    (
      [.other],
      "af am an ar bg bs ceb cs da de dsb el es et eu fa fi fy gl gsw he hr hsb ia id is iw ja km kn ko ky lt lv ml mn my "
        + "nb nl nn no pa pl prg ps pt ru sd sh si sk sl sr sw ta te th tr ur uz yue zh zu"
    ), ([.one, .other], "fil fr ga hu hy lo mo ms ne ro sv tl vi"), ([.many, .other], "it kk lij sc scn"),
    ([.few, .other], "be tk uk"), ([.one, .many, .other], "ka kw sq"), ([.one, .two, .many, .other], "mk"),
    ([.one, .two, .few, .other], "ca en gd mr"), ([.one, .few, .many, .other], "az"),
    ([.one, .two, .few, .many, .other], "as bn gu hi or"), ([.zero, .one, .two, .few, .many, .other], "cy"),
  ])

  private static func table(_ groups: [(categories: [PluralCategory], languages: String)]) -> [String: [PluralCategory]]
  {
    var table: [String: [PluralCategory]] = [:]
    for group in groups {
      for language in group.languages.split(separator: " ") { table[String(language)] = group.categories }
    }
    return table
  }
}
