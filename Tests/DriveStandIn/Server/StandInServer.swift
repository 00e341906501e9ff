package import Loopback

/// A server on loopback that behaves as Google Drive and Google's sign-in do, as far as their reference says so.
package final class StandInServer: Sendable {
  /// The URL of the server, such as `http://127.0.0.1:8080`, which takes the place of all of Google's hosts.
  package let baseURL: String
  private let world: SharedWorld
  private let listener: LoopbackListener

  package var authorizationURL: String { "\(baseURL)/o/oauth2/v2/auth" }
  package var tokenURL: String { "\(baseURL)/token" }
  package var revocationURL: String { "\(baseURL)/revoke" }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - port: 0 takes a free one.
  ///   - resave: What a Google Sheet's bytes become when they are exported; nil for the bytes as they were uploaded.
  package init(
    _ world: sending DriveWorld = DriveWorld(), port: Int = 0,
    resave: (@Sendable ([UInt8]) throws -> [UInt8])? = nil
  ) async throws(LoopbackListener.Failure) {
    let shared = SharedWorld(world)
    listener = try await LoopbackListener(StandInResponder(world: shared), port: port, name: "drive-stand-in")
    let url = listener.url
    baseURL = url
    self.world = shared
    shared.with { world in
      world.baseURL = url
      world.resave = resave
    }
  }

  /// Reads or changes what the server knows.
  @discardableResult
  package func with<Value: Sendable>(_ body: (inout DriveWorld) throws -> sending Value) rethrows -> sending Value {
    try world.with(body)
  }

  package func waitUntilStopped() async { await listener.waitUntilStopped() }

  package func stop() async { await listener.stop() }
}
