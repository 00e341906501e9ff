/// The sandbox's choices for behaviour that NStack does not document.
package struct SandboxBehavior: Hashable, Sendable {
  /// What happens to the `id` of a proposal that is overridden by its own guid.
  package enum IdentifierOnOverride: String, Hashable, Sendable, CaseIterable {
    /// It stays.
    case kept
    /// The proposal gets a new one.
    case renewed
  }

  /// Whose proposals for a text another value overrides.
  package enum OverrideScope: String, Hashable, Sendable, CaseIterable {
    /// Those of the guid that posts.
    case own
    /// Those of all guids.
    case everybody
  }

  /// The shape of the answer to a delete.
  package enum DeletionAnswer: String, Hashable, Sendable, CaseIterable {
    /// `{"message": …}`: in the PHP client's recorded answers. NStack's client for iOS cannot read it.
    case bare
    /// `{"data": {"message": …}}`: every client can read it.
    case wrapped
    /// The proposal that was deleted, with its guid: in the published description.
    case proposal
  }

  /// Where the URL of a resource has the parameters of the request for the index.
  package enum ResourceAddressForm: String, Hashable, Sendable, CaseIterable {
    /// In the path, so that clients can put a query of their own after it.
    case path
    /// In a query.
    case query
  }

  /// How a page of a list says which page it is and how many there are.
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

  /// Where the resource index points to.
  package enum ResourcePlace: String, Hashable, Sendable, CaseIterable {
    /// To the API itself.
    case api
    /// To a second server on another port, which refuses requests that carry credentials.
    case contentDeliveryNetwork
  }

  /// What happens to the `id` of an overridden proposal.
  package var identifierOnOverride = IdentifierOnOverride.kept
  /// Whose proposals are overridden.
  package var overrideScope = OverrideScope.own
  /// The shape of the answer to a delete.
  package var deletionAnswer = DeletionAnswer.wrapped
  /// Where the URL of a resource has the parameters of the request for the index.
  package var resourceAddress = ResourceAddressForm.path
  /// The most elements of a list in one answer, in `1...1_000_000`; nil for all of them.
  package var pageSize: Int?
  /// How a page of a list says which page it is and how many there are.
  package var pagingForm = PagingForm.fractal
  /// Whether proposals show the guids that made them, as in the published description.
  package var showsGuids = false
  /// Whether answers include what the published description demands although no client reads it.
  package var followsDescription = false
  /// Whether answers are compressed for clients that accept it.
  package var compressesAnswers = true
  /// Where resources are served.
  package var resourcePlace = ResourcePlace.api
  /// Whether the resource index points to flat resources without being asked.
  package var servesFlatResources = false
  /// Whether identifiers are written as strings.
  package var writesIdentifiersAsStrings = false
  /// The status of the answer to the same value by the same guid: 409, 412 or 422.
  package var sameValueStatus = 412
  /// The status of the answer about something that does not exist: 404 or 445.
  package var notFoundStatus = 445
  /// The status of the answer to a new proposal: 200 or 201.
  package var createdStatus = 201
  /// Whether white space at the edges of a posted value is cut off.
  package var trimsValues = false
  /// Whether a proposal for a text that no resource has is refused.
  package var refusesUnknownTexts = true
  /// Whether resources that are requested with a guid have its proposed values in place of the published ones.
  package var servesProposedValues = false

  /// Creates the behaviour that is most likely by the sources of NStack's clients.
  package init() {}
}
