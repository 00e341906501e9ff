/// What is at a host: NStack's API or another service, by its name in a ``HostTable``.
public struct HostService: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The service's name, as `api`.
  public let rawValue: String

  /// Creates a service from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// NStack's API. Its address is the base URL.
  public static let api = Self(rawValue: "api")

  /// The service's name.
  public var description: String { rawValue }
}

/// One service of one stage and country.
public struct HostPlace: Hashable, Sendable, CustomStringConvertible {
  /// The stage.
  public var stage: HostStage
  /// The country; nil if the address is the same for all.
  public var country: Country?
  /// The service.
  public var service: HostService

  /// Creates a place from its parts.
  public init(_ stage: HostStage, _ country: Country? = nil, _ service: HostService = .api) {
    self.stage = stage
    self.country = country
    self.service = service
  }

  /// The place in words, as `staging, it, api`.
  public var description: String { Self.label(stage.description, country, service) }

  static func label(_ stage: String, _ country: Country?, _ service: HostService) -> String {
    [stage, country?.code, service.rawValue].compactMap(\.self).joined(separator: ", ")
  }
}
