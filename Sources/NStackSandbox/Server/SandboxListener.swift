import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A server on one port of 127.0.0.1.
final class SandboxListener: Sendable {
  /// The URL of the port, without a trailing slash.
  let url: String
  private let task: Task<Void, any Error>

  /// Starts to listen.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Throws: `port`.
  init(_ router: Router<BasicRequestContext>, port: Int) async throws(SandboxError) {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "nstack-sandbox")
    logger.logLevel = .critical
    let application = Application(
      router: router,
      server: HTTPServerBuilder { SandboxConnections(http: HTTP1Channel(responder: $0)) },
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port), serverName: "nstack-sandbox"),
      onServerRunning: { channel in
        continuation.yield(channel.localAddress?.port ?? port)
        continuation.finish()
      },
      logger: logger)
    task = Task {
      defer { continuation.finish() }
      try await application.run()
    }
    var bound: Int?
    for await port in ports { bound = port }
    guard let bound else {
      // If the wait itself was cut short, the server would otherwise go on without an owner.
      task.cancel()
      var cause: String?
      if case .failure(let error) = await task.result { cause = "\(error)" }
      throw SandboxError(.port, "the server cannot listen on port \(port) of 127.0.0.1", cause: cause)
    }
    url = "http://127.0.0.1:\(bound)"
  }

  /// Waits until the port is closed and all requests are answered.
  func waitUntilStopped() async {
    _ = await task.result
  }

  /// Closes the port, then its connections, and waits until all requests are answered.
  func stop() async {
    task.cancel()
    await waitUntilStopped()
  }
}
