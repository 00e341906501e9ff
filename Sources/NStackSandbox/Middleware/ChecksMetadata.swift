import HTTPTypes
import Hummingbird

/// Refuses a header `N-Meta` that NStack's framework would refuse. A request without one passes, because some clients send none.
struct ChecksMetadata: RouterMiddleware {
  typealias Context = BasicRequestContext

  private static let platforms = ["ios", "android", "windows", "web"]
  private static let environments = ["local", "development", "staging", "production"]

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    if let header = request.headers[.metadata] { try Self.check(header) }
    return try await next(request, context)
  }

  /// Checks `platform;environment;appVersion;osVersion;device`; what comes after the version may be missing.
  private static func check(_ header: String) throws(SandboxRefusal) {
    let fields = header.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard platforms.contains(fields[0]) else {
      throw SandboxRefusal(
        400, "N-Meta header: the platform is not supported, should be: \(platforms.joined(separator: ","))")
    }
    guard fields.count > 1, environments.contains(fields[1]) else {
      throw SandboxRefusal(
        400, "N-Meta header: the environment is not supported, should be: \(environments.joined(separator: ","))")
    }
    guard fields[0] == "web" || fields.count > 2 && !fields[2].isEmpty else {
      throw SandboxRefusal(400, "N-Meta header: the version is missing")
    }
  }
}

extension HTTPField.Name {
  fileprivate static let metadata = HTTPField.Name("N-Meta") ?? .te
}
