/// The languages that a person prefers, in order: what `Accept-Language` says (RFC 9110, 12.5.4).
package struct LanguagePriorityList: Sendable {
  /// The ranges with a weight above zero in the form in which locales are compared, the heaviest first. Ranges of the
  /// same weight are in the order of the header.
  private let wanted: [Name]
  /// The ranges with the weight zero: languages that the person does not accept.
  private let refused: [Name]

  /// Reads the value of an `Accept-Language`. A weight that is not a number counts as one.
  package init(acceptLanguage: String) {
    var weighted: [(range: Name, weight: Double)] = []
    for part in acceptLanguage.split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let range = fields.first, !range.isEmpty else { continue }
      let weight = fields.dropFirst().first { $0.lowercased().hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      // The range `*` names no language; callers use the default language for it.
      guard range != "*" else { continue }
      weighted.append((Name(LocaleName.normalized(range)), min(weight ?? 1, 1)))
    }
    wanted = weighted.enumerated().filter { $0.element.weight > 0 }.sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element.range)
    refused = weighted.filter { !($0.weight > 0) }.map(\.range)
  }

  /// Chooses the locale that fits best, by the lookup of RFC 4647 (3.4).
  ///
  /// Each range is shortened from its end until it matches a locale. If none matches, a locale of the same language and script
  /// fits too, because locales usually name a region: `da` fits `da-DK`, `de-AT` fits `de-DE`, and `zh-TW` fits `zh-Hant`. If
  /// several fit, a locale that another range names is preferred, otherwise the first. Returns the index of the locale; nil if
  /// none fits.
  package func bestFit(among locales: [String]) -> Int? {
    let names = locales.map { Name(LocaleName.normalized($0)) }
    let candidates = names.indices.filter { index in
      !refused.contains { $0.covers(names[index]) } || wanted.contains(names[index])
    }
    for range in wanted {
      if let found = Self.lookup(range, candidates, names) { return found }
      let fitting = candidates.filter { names[$0].serves(range) }
      let named = wanted.lazy.compactMap { Self.lookup($0, fitting, names) }.first
      if let found = named ?? fitting.first { return found }
    }
    return nil
  }

  /// The locale that a range matches, in full or shortened.
  private static func lookup(_ range: Name, _ candidates: [Int], _ names: [Name]) -> Int? {
    var parts = range.parts[...]
    while !parts.isEmpty {
      if let found = candidates.first(where: { names[$0].parts == Array(parts) }) { return found }
      parts.removeLast()
      // A single letter only introduces an extension, so it is removed too.
      if parts.count > 1, parts.last?.count == 1 { parts.removeLast() }
    }
    return nil
  }

  /// A range or a locale, with the current code of its language.
  private struct Name: Equatable, Sendable {
    let parts: [String]

    init(_ normalized: String) {
      var parts = normalized.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      if let first = parts.first { parts[0] = LanguageCodes.canonical(first) }
      self.parts = parts
    }

    func covers(_ name: Name) -> Bool { name.parts.starts(with: parts) }

    /// Whether a text in this language serves a range: it is of the same language, and not known to be in another script.
    func serves(_ range: Name) -> Bool {
      guard let language = parts.first, language == range.parts.first else { return false }
      guard let script, let wanted = range.script else { return true }
      return script == wanted
    }

    private var script: String? {
      let others = parts.dropFirst().prefix { $0.count > 1 }
      if let named = others.first(where: { $0.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }) { return named }
      let region = others.first { $0.count == 2 }?.uppercased()
      return LanguageCodes.script(of: parts.first ?? "", in: region)?.lowercased()
    }
  }
}
