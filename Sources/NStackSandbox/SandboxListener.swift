import Hummingbird
import Logging
import NIOCore

/// One port on 127.0.0.1 and what answers there.
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
      var cause: String?
      if case .failure(let error) = await task.result { cause = "\(error)" }
      throw SandboxError(.port, "port \(port) of 127.0.0.1 cannot be listened to", cause: cause)
    }
    url = "http://127.0.0.1:\(bound)"
  }

  /// Waits until nobody listens any more.
  func waitUntilStopped() async {
    _ = await task.result
  }

  /// Closes the port and its connections.
  func stop() async {
    task.cancel()
    await waitUntilStopped()
  }
}
