import Hummingbird
package import Loopback
import NIOCore
import Synchronization

/// A server on loopback that behaves as Google Drive and Google's sign-in do, as far as their reference says so.
package final class StandInServer: Sendable {
  /// The URL of the server, such as `http://127.0.0.1:8080`, which takes the place of all of Google's hosts.
  package let baseURL: String
  private let world: SharedWorld
  private let listener: LoopbackListener

  package var authorizationURL: String { "\(baseURL)/o/oauth2/v2/auth" }
  package var tokenURL: String { "\(baseURL)/token" }
  package var revocationURL: String { "\(baseURL)/revoke" }

  /// Starts to listen on a free port.
  ///
  /// - Parameter resave: What a Google Sheet's bytes become when they are exported; nil for the bytes as they were uploaded.
  package init(_ world: sending DriveWorld = DriveWorld(), resave: (@Sendable ([UInt8]) throws -> [UInt8])? = nil)
    async throws(LoopbackListener.Failure)
  {
    let shared = SharedWorld(world)
    listener = try await LoopbackListener(StandInResponder(world: shared), port: 0, name: "drive-stand-in")
    let url = listener.url
    baseURL = url
    self.world = shared
    shared.with { world in
      world.baseURL = url
      world.resave = resave
    }
  }

  /// Reads or changes what the server knows.
  @discardableResult package func with<Value: Sendable>(_ body: (inout DriveWorld) throws -> sending Value) rethrows
    -> sending Value
  { try world.with(body) }

  package func waitUntilStopped() async { await listener.waitUntilStopped() }

  package func stop() async { await listener.stop() }
}

/// The one world of a server, which requests change one after the other.
final class SharedWorld: Sendable {
  private let world: Mutex<DriveWorld>

  init(_ world: sending DriveWorld) { self.world = Mutex(world) }

  func with<Value: Sendable>(_ body: (inout DriveWorld) throws -> sending Value) rethrows -> sending Value {
    try world.withLock { try body(&$0) }
  }
}

/// The context of a request, with the connection, which some faults close.
struct StandInContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection; the client gets no answer.
  func closeConnection() async { try? await channel.close() }
}
