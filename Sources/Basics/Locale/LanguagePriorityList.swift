/// The languages that a person prefers, in order: what `Accept-Language` says (RFC 9110, 12.5.4).
package struct LanguagePriorityList: Sendable {
  /// The ranges with a weight above zero in the form in which locales are compared, the heaviest first. Ranges of the
  /// same weight are in the order of the header.
  private let wanted: [String]
  /// The ranges with the weight zero: languages that the person does not accept.
  private let refused: [String]

  /// Reads the value of an `Accept-Language`. A weight that is not a number counts as one.
  package init(acceptLanguage: String) {
    var weighted: [(range: String, weight: Double)] = []
    for part in acceptLanguage.split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let range = fields.first, !range.isEmpty else { continue }
      let weight = fields.dropFirst().first { $0.lowercased().hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      weighted.append((LocaleName.normalized(range), min(weight ?? 1, 1)))
    }
    // A range for all languages names none; the caller's default language stands for it.
    weighted.removeAll { $0.range == "*" }
    wanted = weighted.enumerated().filter { $0.element.weight > 0 }
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.range)
    refused = weighted.filter { !($0.weight > 0) }.map(\.range)
  }

  /// Chooses the locale that fits best, by the lookup of RFC 4647 (3.4).
  ///
  /// Each range is shortened from its end until a locale has its name. Locales usually name a region, so a range also
  /// fits a locale that says more than it does: `da` fits `da-DK`, and `de-AT`, shortened, fits `de-DE`.
  ///
  /// - Returns: The place of the locale; nil if none fits.
  package func bestFit(among locales: [String]) -> Int? {
    let names = locales.map(LocaleName.normalized)
    let candidates = names.indices.filter { place in
      !refused.contains { Self.covers($0, names[place]) } || wanted.contains(names[place])
    }
    for range in wanted {
      var shortened: Substring? = range[...]
      while let name = shortened {
        let found =
          candidates.first { names[$0] == name } ?? candidates.first { Self.covers(String(name), names[$0]) }
        if let found { return found }
        shortened = Self.shortened(name)
      }
    }
    return nil
  }

  /// Whether a range is a locale's name or its first parts.
  private static func covers(_ range: String, _ name: String) -> Bool {
    name == range || name.hasPrefix(range + "-")
  }

  /// The range without its last part, and without a single letter before it, which only opens an extension; nil if it has
  /// one part.
  private static func shortened(_ range: Substring) -> Substring? {
    guard let mark = range.lastIndex(of: "-") else { return nil }
    let rest = range[..<mark]
    return rest.dropLast().last == "-" ? rest.dropLast(2) : rest
  }
}
