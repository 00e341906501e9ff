import Basics
import NStackAPI

/// The last sign-off of each text, with the time at which it was made.
///
/// Merging keeps the later sign-off of a text, in any order of merging, so any number of people may exchange theirs in
/// any order.
package struct SignOffs: Sendable {
  /// A sign-off and its time.
  package struct Entry: Hashable, Sendable {
    /// The sign-off.
    package let signOff: SignOff
    /// The time of the import that made it, in UTC, ISO 8601 to the second.
    package let time: String

    package init(_ signOff: SignOff, at time: String) { (self.signOff, self.time) = (signOff, time) }
  }

  /// The result of a merge: numbers of texts.
  package struct Merge: Hashable, Sendable {
    /// Texts that had no sign-off.
    package var added = 0
    /// Texts whose sign-off was older.
    package var renewed = 0
    /// Texts whose sign-off was the same or newer.
    package var known = 0

    /// Creates the result of a merge without sign-offs.
    package init() {}

    /// Adds the numbers of another merge.
    package mutating func add(_ other: Merge) {
      added += other.added
      renewed += other.renewed
      known += other.known
    }
  }

  /// The sign-offs of one locale.
  package struct Locale: Hashable, Sendable {
    /// The locale.
    package let locale: String
    /// The number of texts.
    package let count: Int
    /// The time of the last sign-off.
    package let last: String
  }

  private var byText: [TextIdentity: Entry] = [:]

  /// Creates an empty collection.
  package init() {}

  /// Creates the sign-offs of an import.
  ///
  /// - Parameters:
  ///   - known: The sign-offs that the new ones replace. Otherwise a sign-off with a later time, from a person whose
  ///     clock is ahead, would stay in place.
  package init(_ signOffs: [SignOff], at time: String, replacing known: SignOffs = SignOffs()) {
    for signOff in signOffs {
      var entry = Entry(signOff, at: time)
      if let old = known.byText[signOff.text.normalized], old.signOff != signOff, old.time >= time,
        let seconds = UTCTime.seconds(of: old.time)
      {
        entry = Entry(signOff, at: UTCTime.text(secondsSince1970: seconds + 1))
      }
      _ = add(entry)
    }
  }

  /// The number of texts.
  package var count: Int { byText.count }

  /// Whether no text is signed off.
  package var isEmpty: Bool { byText.isEmpty }

  /// The entries in the order of locale, section and key.
  package var entries: [Entry] {
    byText.values.sorted { left, right in
      let (left, right) = (left.signOff.text, right.signOff.text)
      return (left.locale, left.section, left.key) < (right.locale, right.section, right.key)
    }
  }

  /// The locales, in alphabetical order.
  package var locales: [Locale] {
    Dictionary(grouping: byText.values, by: \.signOff.text.locale).map { locale, entries in
      Locale(locale: locale, count: entries.count, last: entries.map(\.time).max() ?? "")
    }.sorted { $0.locale < $1.locale }
  }

  /// Adds an entry, unless the text's entry is as late or later.
  package mutating func add(_ entry: Entry) -> WritableKeyPath<Merge, Int> {
    let text = entry.signOff.text.normalized
    guard let known = byText[text] else {
      byText[text] = entry
      return \.added
    }
    // If times are equal, the fingerprints decide, so that the order of merging does not matter.
    guard (entry.time, entry.signOff.rank) > (known.time, known.signOff.rank) else { return \.known }
    byText[text] = entry
    return \.renewed
  }

  /// Adds other sign-offs.
  ///
  /// - Returns: The numbers of texts, and the entries that are new here.
  package mutating func merge(_ other: SignOffs) -> (result: Merge, news: [Entry]) {
    var result = Merge()
    var news: [Entry] = []
    for entry in other.entries {
      let path = add(entry)
      result[keyPath: path] += 1
      if path != \.known { news.append(entry) }
    }
    return (result, news)
  }

  /// Whether a row signs off the same as its text's sign-off, according to its base.
  func contains(_ row: ReturnedRow) -> Bool {
    guard row.intent == .signOff, let base = row.base, let known = byText[row.text.normalized]?.signOff else {
      return false
    }
    let shown = (base.proposalID == nil ? [] : [base.proposal]) + base.otherProposals.values
    let isVisible = base.sourceValue != .empty || base.sourceLocale != .empty
    let shownSource = isVisible ? base.sourceValue : row.sourceText.map(TextHash.init)
    // A text in the source locale is signed off without a source value.
    let source = known.sourceLocale == nil ? nil : shownSource
    return known.currentValue == base.currentValue && known.pending == shown.sorted { $0.bits < $1.bits }
      && (source == nil || source == known.sourceValue)
  }

  /// The sign-offs that do not hold only because the source text is another one now.
  package func withOtherSource(in catalog: Catalog) -> [SignOff] {
    byText.values.map(\.signOff).filter { signOff in
      guard signOff.sourceLocale.flatMap(catalog.languageIndex) != nil, let place = catalog.place(of: signOff.text)
      else { return false }
      return signOff.holdsApartFromSource(in: catalog, at: place) && !signOff.holds(in: catalog, at: place)
    }
  }

  /// The texts of a catalog whose sign-off holds.
  package func texts(of catalog: Catalog) -> CatalogTexts {
    var texts = CatalogTexts(of: catalog)
    for entry in byText.values {
      guard let place = catalog.place(of: entry.signOff.text), entry.signOff.holds(in: catalog, at: place) else {
        continue
      }
      texts.insert(keyAt: place.key, inLanguageAt: place.language)
    }
    return texts
  }

  /// The sign-offs that hold. The others have lapsed, as their texts changed or no longer exist.
  package func holding(in catalog: Catalog) -> SignOffs {
    var holding = SignOffs()
    holding.byText = byText.filter { $0.value.signOff.holds(in: catalog) }
    return holding
  }
}

extension SignOff {
  /// The fingerprints in one text.
  fileprivate var rank: String {
    let parts = [currentValue.text, sourceLocale ?? "", sourceValue?.text ?? ""] + pending.map(\.text)
    return parts.joined(separator: ".")
  }
}

/// Sign-offs as lines of the register's file: one line of JSON for the sign-offs of one time, or for part of them.
///
/// Every sign-off is a list: section, key, locale, and the fingerprints of the current value, the pending proposals
/// (joined by `.`), the locale of the source value and the source value, the last two empty if there is none.
extension SignOffs {
  /// The maximum number of sign-offs in a line, and so the most that an incomplete line can lose.
  private static let most = 500
  private static let version = 1

  package static func lines(of entries: [Entry], scope: TextHash) -> [String] {
    var lines: [String] = []
    for (time, entries) in Dictionary(grouping: entries, by: \.time).sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: entries.count, by: most) {
        let part = entries[start..<min(start + most, entries.count)]
        let line: JSONValue = [
          "reviewed": version, "scope": scope.text, "time": time, "texts": part.map { fields(of: $0.signOff) },
        ]
        lines.append(String(decoding: line.compactUTF8, as: UTF8.self))
      }
    }
    return lines
  }

  private static func fields(of signOff: SignOff) -> [String] {
    [
      signOff.text.section, signOff.text.key, signOff.text.locale, signOff.currentValue.text,
      // A proposal is never empty, so its hash has a text.
      signOff.pending.map(\.text).joined(separator: "."), signOff.sourceLocale ?? "", signOff.sourceValue?.text ?? "",
    ]
  }

  /// The entries of a line; nil if the line is incomplete, or belongs to another application or version.
  package static func entries(line: Substring, scope: TextHash) -> [Entry]? {
    var line = line
    return line.withUTF8 { bytes -> [Entry]? in
      guard let reader = try? JSONReader(bytes), let tree = try? JSONTree(reader) else { return nil }
      return tree.withRoot { root in
        guard root.kind == .object, let number = root.member("reviewed"), number.text == "\(version)",
          let name = root.member("scope"), name.text == scope.text, let time = root.member("time"),
          let texts = root.member("texts"), texts.kind == .array
        else { return nil }
        let moment = time.text
        var entries: [Entry] = []
        entries.reserveCapacity(texts.count)
        for node in texts.children {
          guard node.kind == .array, let signOff = SignOff(fields: node.children.map(\.text)) else { return nil }
          entries.append(Entry(signOff, at: moment))
        }
        return entries
      }
    }
  }
}

extension SignOff {
  fileprivate init?(fields: [String]) {
    guard fields.count == 7 else { return nil }
    self.init(
      TextIdentity(section: fields[0], key: fields[1], locale: fields[2]), currentValue: fields[3],
      source: fields[5].isEmpty ? nil : (fields[5], fields[6]),
      pending: fields[4].split(separator: ".").map { String($0) })
  }
}
