/// How the sandbox answers where NStack's own behaviour is not documented.
public struct SandboxBehavior: Hashable, Sendable {
  /// What happens to the `id` of a proposal that is overridden by its own guid.
  public enum IdentifierOnOverride: String, Hashable, Sendable, CaseIterable {
    /// It stays.
    case kept
    /// The proposal gets a new one.
    case renewed
  }

  /// Whose proposals for a text another value overrides.
  public enum OverrideScope: String, Hashable, Sendable, CaseIterable {
    /// Those of the guid that posts.
    case own
    /// Everybody's.
    case everybody
  }

  /// The shape of the answer to a delete.
  public enum DeletionAnswer: String, Hashable, Sendable, CaseIterable {
    /// `{"message": …}`: in the PHP client's recorded answers. NStack's client for iOS cannot read it.
    case bare
    /// `{"data": {"message": …}}`: what every client reads.
    case wrapped
    /// The proposal that was deleted, with its guid: in the published description.
    case proposal
  }

  /// Where the address of a resource carries what its index was asked for.
  public enum ResourceAddressForm: String, Hashable, Sendable, CaseIterable {
    /// In the path, so that clients can put a query of their own after it.
    case path
    /// In a query.
    case query
  }

  /// How a list that is cut into pages says so.
  public enum PagingForm: String, Hashable, Sendable, CaseIterable {
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
  public enum ResourcePlace: String, Hashable, Sendable, CaseIterable {
    /// To the API itself.
    case api
    /// To a second server on another port, which refuses requests that carry credentials.
    case contentDeliveryNetwork
  }

  /// What happens to the `id` of an overridden proposal.
  public var identifierOnOverride = IdentifierOnOverride.kept
  /// Whose proposals are overridden.
  public var overrideScope = OverrideScope.own
  /// The shape of the answer to a delete.
  public var deletionAnswer = DeletionAnswer.wrapped
  /// Where the address of a resource carries what its index was asked for.
  public var resourceAddress = ResourceAddressForm.path
  /// The most elements of a list in one answer, in `1...1_000_000`; nil for all of them.
  public var pageSize: Int?
  /// How a list that is cut into pages says so.
  public var pagingForm = PagingForm.fractal
  /// Whether proposals show the guids that made them, as in the published description.
  public var showsGuids = false
  /// Whether answers hold what the published description demands and no client reads.
  public var followsDescription = false
  /// Whether answers are compressed for clients that accept it.
  public var compressesAnswers = true
  /// Where resources are served.
  public var resourcePlace = ResourcePlace.api
  /// Whether the resource index points to flat resources without being asked.
  public var servesFlatResources = false
  /// Whether identifiers are written as strings.
  public var writesIdentifiersAsStrings = false
  /// The status of the answer to the same value by the same guid: 409, 412 or 422.
  public var sameValueStatus = 412
  /// The status of the answer about something that does not exist: 404 or 445.
  public var notFoundStatus = 445
  /// The status of the answer to a new proposal: 200 or 201.
  public var createdStatus = 201
  /// Whether white space at the edges of a posted value is cut off.
  public var trimsValues = false
  /// Whether a proposal for a text that no resource holds is refused.
  public var refusesUnknownTexts = true
  /// Whether resources asked for with a guid hold its proposed values in place of the published ones.
  public var servesProposedValues = false

  /// Makes the behaviour that the sources make most likely; change what a test asks for.
  public init() {}
}
