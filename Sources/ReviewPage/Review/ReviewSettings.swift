package import TranslationReview

/// What a review is made with, besides the connection.
package struct ReviewSettings: Sendable {
  /// How texts are judged, as for an import.
  package var planning = PlanningOptions()
  /// The locale of the source texts; nil for the application's default.
  package var sourceLocale: String?
  package var contexts: [TextKey: TextContext] = [:]
  /// Reads the returned sheets to merge, while the server answers; it returns nil for none.
  package var sheets: @Sendable () async throws -> ReturnedSheet? = { nil }
  package var draftsFolder: String
  package var isSandbox = false

  package init(draftsFolder: String) {
    self.draftsFolder = draftsFolder
  }
}
