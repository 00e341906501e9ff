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

  /// Where the message of a delete stands.
  public enum DeletionAnswer: String, Hashable, Sendable, CaseIterable {
    /// `{"message": …}`.
    case bare
    /// `{"data": {"message": …}}`.
    case wrapped
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
  public var deletionAnswer = DeletionAnswer.bare
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
