/// A stage and country of a table of hosts: where the services of one client are.
public struct HostChoice: Sendable {
  /// The table.
  public let table: HostTable
  /// The stage.
  public let stage: HostStage
  /// The country; nil for hosts that are the same for all countries.
  public let country: Country?

  /// Creates a choice.
  public init(_ stage: HostStage, _ country: Country? = nil, in table: HostTable = .nstack) {
    self.table = table
    self.stage = stage
    self.country = country
  }

  /// The address of a service.
  ///
  /// - Throws: `api.unknown-host` if the table has none.
  public func address(of service: HostService) throws(NStackError) -> BaseURL {
    try table.address(of: HostPlace(stage, country, service))
  }
}
