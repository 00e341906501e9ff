package import ReviewJournal
package import TranslationReview

/// What a review is made with, besides the connection.
package struct ReviewSettings: Sendable {
  /// How texts are judged, as for an import.
  package var planning = PlanningOptions()
  package var selection = ReviewSelection()
  /// Whether texts are left out that a reviewer signed off and that did not change since.
  package var leavesOutReviewed = false
  /// The checks of which one must find a fault in a text; nil takes all texts.
  package var failing: [Check]?
  /// The locale of the source texts, the descriptions, and the earlier sheet to compare with, as for an export.
  package var extras = ReviewSheet.Extras()
  /// The memories that suggest texts; nil suggests none.
  package var memories: MemoryChoice?
  /// The words to use for terms, which are shown beside a text.
  package var glossary: Glossary?
  /// Reads the returned sheets to merge, while the server answers; it returns nil for none.
  package var sheets: @Sendable () async throws -> ReturnedSheet? = { nil }
  /// Who decides on the page; nil if that is not known.
  package var author: String?
  package var draftsFolder: String
  package var isSandbox = false

  package init(draftsFolder: String) { self.draftsFolder = draftsFolder }
}
