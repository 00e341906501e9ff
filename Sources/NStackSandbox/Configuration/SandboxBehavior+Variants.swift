extension SandboxBehavior {
  /// A difference from the default behaviour, by the name that a command line has for it.
  package enum Variant: String, Hashable, Sendable, CaseIterable {
    /// An overridden proposal gets a new number.
    case renewedIdentifiers = "renewed-ids"
    /// Another value overrides the proposals of all guids for a text.
    case overridesEverybody = "override-everybody"
    /// The answer to a delete is a message that is not wrapped in `data`.
    case bareDeletions = "bare-deletes"
    /// The answer to a delete is wrapped in `data`, as it is by default.
    case wrappedDeletions = "wrapped-deletes"
    /// The addresses of resources have a query.
    case queriedAddresses = "queried-urls"
    /// Proposals show the guids that made them.
    case shownGuids = "shown-guids"
    /// Answers follow the published description as far as clients can read them. A deletion answers with the whole proposal.
    case publishedDescription = "published-description"
    /// Resources are on a second server, which takes no credentials.
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

  /// Creates the default behaviour with some differences.
  package init(_ variants: some Sequence<Variant>) {
    self.init()
    for variant in variants { apply(variant) }
  }

  private mutating func apply(_ variant: Variant) {
    switch variant {
    case .renewedIdentifiers: identifierOnOverride = .renewed
    case .overridesEverybody: overrideScope = .everybody
    case .bareDeletions: deletionAnswer = .bare
    case .wrappedDeletions: deletionAnswer = .wrapped
    case .queriedAddresses: resourceAddress = .query
    case .shownGuids: showsGuids = true
    case .publishedDescription:
      followsDescription = true
      showsGuids = true
      deletionAnswer = .proposal
    case .contentDeliveryNetwork: resourcePlace = .contentDeliveryNetwork
    case .flatResources: servesFlatResources = true
    case .stringIdentifiers: writesIdentifiersAsStrings = true
    case .sameValueConflict: sameValueStatus = 409
    case .sameValueUnprocessable: sameValueStatus = 422
    case .notFound404: notFoundStatus = 404
    case .created200: createdStatus = 200
    case .trimmedValues: trimsValues = true
    case .unknownTexts: refusesUnknownTexts = false
    case .proposedValues: servesProposedValues = true
    }
  }
}
