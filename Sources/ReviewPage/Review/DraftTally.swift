import NStackAPI
import TranslationReview

/// How many drafts are in which state: in all, in each language and in each section of it.
///
/// It is kept beside the drafts, because a page asks for the counts after each decision.
struct DraftTally: Sendable {
  /// The counts of all drafts.
  private(set) var total = TextCounts()
  /// The counts by the place of the language.
  private(set) var languages: [Int: TextCounts] = [:]
  /// The counts by the places of the language and of the section.
  private(set) var sections: [Int: [Int: TextCounts]] = [:]
  /// The texts with a draft that the server no longer has. They are in the total alone.
  private(set) var gone: Set<TextIdentity> = []

  /// Counts all drafts.
  init(_ book: DraftBook, _ standings: [TextIdentity: Standing], _ index: CatalogIndex) {
    for draft in book.drafts.values { add(draft, standings[draft.text], index) }
  }

  /// Counts one draft more.
  mutating func add(_ draft: Draft, _ standing: Standing?, _ index: CatalogIndex) {
    let counts = Self.counts(of: standing)
    total += counts
    guard let (language, section) = Self.place(of: draft, index) else {
      gone.insert(draft.text)
      return
    }
    languages[language, default: TextCounts()] += counts
    sections[language, default: [:]][section, default: TextCounts()] += counts
  }

  /// Counts one draft less, which had this standing.
  mutating func remove(_ draft: Draft, _ standing: Standing?, _ index: CatalogIndex) {
    let counts = Self.counts(of: standing)
    total -= counts
    guard let (language, section) = Self.place(of: draft, index) else {
      gone.remove(draft.text)
      return
    }
    languages[language, default: TextCounts()] -= counts
    sections[language, default: [:]][section, default: TextCounts()] -= counts
  }

  private static func place(of draft: Draft, _ index: CatalogIndex) -> (language: Int, section: Int)? {
    index.place(of: draft.text).map { ($0.language, index.section(ofKeyAt: $0.key)) }
  }

  private static func counts(of standing: Standing?) -> TextCounts {
    var counts = TextCounts()
    counts.drafts = 1
    guard let standing else { return counts }
    if standing.state == .conflict { counts.conflicts = 1 }
    if !standing.item.findings.isEmpty { counts.findings = 1 }
    if standing.state == .ready {
      if standing.item.verdict == .delete { counts.deletes = 1 } else { counts.proposals = 1 }
    }
    return counts
  }
}
