package import Basics
import CEmbedded
import Spreadsheet

/// Finds the languages of display names such as `English`, `kinesisk (forenklet)` and `английский`.
///
/// A name is recognised in any interface language, regardless of case and accents. If it means different languages in different
/// interfaces, the other names in the file decide which interface applies.
package struct LanguageNames: Sendable {
  /// The position in the table of the interface whose names the file uses most; nil if its names do not decide.
  private let interface: Int?

  package init(among names: some Sequence<String>) {
    var votes: [Int: Int] = [:]
    for name in names {
      for interface in Set((LanguageNameIndex.shared.meanings[Self.folded(name)] ?? []).map(\.interface)) {
        votes[interface, default: 0] += 1
      }
    }
    // If two are equally frequent, the one earlier in the table wins, because it is more common.
    interface = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The language of a name or of a code such as `zh-CN`; nil for any other text, such as `Detect language`.
  package func tag(of name: String) -> LanguageTag? {
    let index = LanguageNameIndex.shared
    let folded = Self.folded(name)
    if let tag = tag(ofFolded: folded) { return tag }
    if let code = LanguageTag(name), isCode(code) { return code }
    guard folded.hasSuffix(")"), let open = folded.lastIndex(of: "("), open > folded.startIndex else { return nil }
    let outside = Self.trimmed(folded[..<open])
    let inside = Self.trimmed(folded[folded.index(after: open)...].dropLast())
    guard let language = tag(ofFolded: outside) else { return tag(ofFolded: inside) }
    // Names of other scripts and regions are spelled differently by every program.
    return language.language == "zh" && language.script == nil ? index.chinese(inside) : language
  }

  package func isCode(_ tag: LanguageTag) -> Bool { LanguageNameIndex.shared.languages.contains(tag.canonicalLanguage) }

  private func tag(ofFolded name: String) -> LanguageTag? {
    guard let meanings = LanguageNameIndex.shared.meanings[name] else { return nil }
    return (meanings.first { $0.interface == interface } ?? meanings.first)?.tag
  }

  /// A name normalized for comparison: in lower case, without accents and apostrophes, with single spaces.
  static func folded(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    var isSpacePending = false
    for scalar in name.lowercased().unicodeScalars {
      let kept: Unicode.Scalar
      switch scalar.value {
      case 0x300...0x36F, 0x27, 0x60, 0x2B9...0x2BF, 0x2018, 0x2019, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        continue
      case 0xFF08: kept = "("
      case 0xFF09: kept = ")"
      case 0x2D, 0x2010, 0x2011: kept = " "
      case ..<0x80: kept = scalar
      default: kept = scalar.properties.isWhitespace ? " " : bases[scalar] ?? scalar
      }
      guard kept != " " else {
        isSpacePending = !result.isEmpty
        continue
      }
      // A full-width bracket has no space before it.
      if isSpacePending, kept != "(" { result.append(" ") }
      isSpacePending = false
      result.append(kept)
    }
    return String(result)
  }

  private static func trimmed(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ") }

  /// The base letters of accented ones, from Unicode names such as `LATIN SMALL LETTER E WITH ACUTE`.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases = Dictionary(
      uniqueKeysWithValues: zip("ёйїўάέήίϊΐόύϋΰώς".unicodeScalars, "еиіуαεηιιιουυυωσ".unicodeScalars))
    for value in Array(0xC0...0x24F) + Array(0x1E00...0x1EFF) as [UInt32] {
      guard let scalar = Unicode.Scalar(value), let words = scalar.properties.name?.split(separator: " "),
        words.count > 4, words[1] == "SMALL", words[4] == "WITH", words[3].utf8.count == 1
      else { continue }
      bases[scalar] = words[3].lowercased().unicodeScalars.first
    }
    return bases
  }()
}

private struct LanguageNameIndex: Sendable {
  struct Meaning: Sendable {
    let tag: LanguageTag
    let interface: Int
  }

  let languages: Set<String>
  /// What each folded name means, the usual interfaces first.
  let meanings: [String: [Meaning]]
  /// The names of the two scripts of Chinese, as they appear in brackets, in folded form.
  private let scripts: [(name: String, tag: LanguageTag)]

  /// Created at the first look-up, because it takes some time.
  static let shared = LanguageNameIndex()

  private init() {
    let text = EmbeddedFiles(nstack_language_names_files()).text("language_names.txt")
    var lines = text.split(separator: "\n").drop { $0.hasPrefix("#") }
    let tags = (lines.popFirst() ?? "").split(separator: ";").map { LanguageTag(String($0)) }
    var meanings: [String: [Meaning]] = [:]
    var scripts: [(name: String, tag: LanguageTag)] = []
    for (interface, line) in lines.enumerated() {
      let names = line.drop { $0 != ":" }.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
      for (tag, names) in zip(tags, names) {
        guard let tag else { continue }
        for name in names.split(separator: "/") {
          let folded = LanguageNames.folded(String(name))
          if meanings[folded]?.contains(where: { $0.tag == tag && $0.interface == interface }) == true { continue }
          meanings[folded, default: []].append(Meaning(tag: tag, interface: interface))
          if tag.language == "zh", tag.script != nil, let open = folded.lastIndex(of: "(") {
            scripts.append((String(folded[folded.index(after: open)...].dropLast()), tag))
          }
        }
      }
    }
    languages = Set(tags.compactMap { $0?.language })
    self.meanings = meanings
    self.scripts = scripts
  }

  /// Chinese in the script whose name has the longest common prefix with a word, because programs inflect it
  /// (`упрощенный`, `упрощенная`).
  func chinese(_ word: String) -> LanguageTag? {
    func likeness(_ name: String) -> Int { zip(name, word).prefix { $0 == $1 }.count }
    guard let best = scripts.max(by: { likeness($0.name) < likeness($1.name) }) else { return nil }
    let isIdeographic = word.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
    return likeness(best.name) >= (isIdeographic ? 1 : 4) ? best.tag : nil
  }
}

struct FileLanguages {
  private var tags: [String: LanguageTag?] = [:]
  private var unknown: (name: String, line: Int)?
  private var isAnyKnown = false

  /// The language of a tag such as `da-DK` or of a name such as `Danish`; nil for any other text.
  mutating func tag(_ language: String, line: Int) -> LanguageTag? {
    if let known = tags[language] { return known }
    let tag = LanguageTag(language) ?? LanguageNames(among: CollectionOfOne(language)).tag(of: language)
    tags[language] = .some(tag)
    if tag == nil, unknown == nil { unknown = (language, line) }
    isAnyKnown = isAnyKnown || tag != nil
    return tag
  }

  /// Refuses a file that names only unknown languages, because otherwise it would look like an empty file.
  func refuseIfAllUnknown(inFile path: String) throws(SpreadsheetError) {
    guard let unknown, !isAnyKnown else { return }
    throw SpreadsheetError(
      .exchangeLanguage, "\"\(Visible.text(unknown.name))\" is not a language, and no other text has a known one.",
      hint: "Write language tags such as \"da-DK\".", place: SpreadsheetError.Place(file: path, line: unknown.line))
  }
}
