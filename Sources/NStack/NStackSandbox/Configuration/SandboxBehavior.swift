/// The sandbox's choices for behaviour that NStack does not document. The default is most likely by the sources of NStack's
/// clients.
package struct SandboxBehavior: Hashable, Sendable {
  /// A difference from the default behaviour, by its name on the command line.
  package enum Variant: String, Hashable, Sendable, CaseIterable {
    /// An overridden proposal gets a new number.
    case renewedIdentifiers = "renewed-ids"
    /// Another value overrides the proposals of all guids for a text.
    case overridesEverybody = "override-everybody"
    /// The answer to a delete is a message that is not wrapped in `data`, as in the PHP client's recorded answers.
    case bareDeletions = "bare-deletes"
    /// The addresses of resources have a query, after which clients cannot put one of their own.
    case queriedAddresses = "queried-urls"
    /// Proposals show the guids that made them.
    case shownGuids = "shown-guids"
    /// Answers follow the published description as far as clients can read them: proposals show their guids, and a deletion
    /// answers with the whole proposal.
    case publishedDescription = "published-description"
    /// Resources are on a second server, which refuses credentials.
    case contentDeliveryNetwork = "cdn"
    /// Resources are flat.
    case flatResources = "flat"
    /// Ids are written as strings.
    case stringIdentifiers = "string-ids"
    /// The same value again is answered with 409.
    case sameValueConflict = "same-value-409"
    /// The same value again is answered with 422.
    case sameValueUnprocessable = "same-value-422"
    /// What does not exist is answered with 404.
    case notFound404 = "not-found-404"
    /// A new proposal is answered with 200.
    case created200 = "created-200"
    /// White space at the edges of a value is cut off.
    case trimmedValues = "trimmed-values"
    /// Proposals for unknown texts are kept.
    case unknownTexts = "unknown-texts"
    /// Resources that are requested with a guid have its proposed values.
    case proposedValues = "proposed-values"
  }

  /// How a page of a list names the next one.
  package enum PagingForm: String, Hashable, Sendable, CaseIterable {
    /// `meta.pagination` with `links.next`, as Fractal writes it.
    case fractal
    /// `links` and `meta` with `current_page` and `last_page`, as Laravel's resources write them.
    case laravel
    /// `next_page_url` beside `data`, as Laravel's paginator writes it.
    case topLevel = "top-level"
    /// `links.next` beside `data`.
    case links
    /// A `Link` header.
    case linkHeader = "link-header"
    /// Only a `meta.total` above the number of elements.
    case total
  }

  package var variants: Set<Variant>
  /// The most elements of a list in one answer, in `1...1_000_000`; nil for all of them.
  package var pageSize: Int?
  /// How a page of a list names the next one.
  package var pagingForm = PagingForm.fractal
  package var compressesAnswers = true

  package init(_ variants: Set<Variant> = []) { self.variants = variants }

  func has(_ variant: Variant) -> Bool { variants.contains(variant) }

  var showsGuids: Bool { has(.shownGuids) || has(.publishedDescription) }
  var sameValueStatus: Int { has(.sameValueConflict) ? 409 : has(.sameValueUnprocessable) ? 422 : 412 }
  var notFoundStatus: Int { has(.notFound404) ? 404 : 445 }
}
