package import ReviewJournal
package import TranslationReview

/// The settings of a review, besides the connection.
package struct ReviewSettings: Sendable {
  /// How texts are checked, as for an import.
  package var planning = PlanningOptions()
  package var selection = ReviewSelection()
  /// Whether to leave out texts that a reviewer signed off and that did not change since.
  package var leavesOutReviewed = false
  /// Selects only texts in which one of these checks finds a fault; nil selects all texts.
  package var failing: [Check]?
  /// The locale of the source texts, the descriptions, and the earlier sheet to compare with, as for an export.
  package var extras = ReviewSheet.Extras()
  /// The memories that suggest texts; nil suggests none.
  package var memories: MemoryChoice?
  /// The glossary, whose terms are shown beside a text.
  package var glossary: Glossary?
  /// Reads the returned sheets to merge, while the server answers; it returns nil for none.
  package var sheets: @Sendable () async throws -> ReturnedSheet? = { nil }
  /// The person who decides on the page; nil if unknown.
  package var author: String?
  package var draftsFolder: String
  package var isSandbox = false

  package init(draftsFolder: String) { self.draftsFolder = draftsFolder }
}
