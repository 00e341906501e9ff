package import NStackAPI

extension Catalog {
  /// When a catalog was read from the server, and from which index.
  ///
  /// A plan keeps it, so that a submission can tell how old the plan's view of the server is.
  public struct Reading: Sendable {
    /// When the reading began, by `RetryClock.now` of the client's clock. A submission compares it with its own clock,
    /// so the two must be the same.
    package let begun: Duration
    /// The index that the texts were read from; empty if only proposals were read.
    package let resourceIndex: [ResourceIndexEntry]

    /// Creates a reading from its parts.
    package init(begun: Duration, resourceIndex: [ResourceIndexEntry] = []) {
      self.begun = begun
      self.resourceIndex = resourceIndex
    }
  }
}
