package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A server on one port of 127.0.0.1.
package final class LoopbackListener: Sendable {
  /// The server cannot listen on a port.
  package struct Failure: Error, CustomStringConvertible {
    /// The port that was asked for; 0 for any free one.
    package let port: Int
    /// The error below, in the words of the library that reported it; nil if it is not known.
    package let cause: String?

    /// What happened, without the cause.
    package var description: String { "the server cannot listen on port \(port) of 127.0.0.1" }
  }

  /// The port on which the server listens.
  package let port: Int
  /// The URL of the port, without a trailing slash.
  package var url: String { "http://127.0.0.1:\(port)" }
  private let task: Task<Void, any Error>

  /// Starts to listen.
  ///
  /// - Parameter port: 0 takes a free one.
  package init<Responder: HTTPResponder>(_ responder: Responder, port: Int, name: String) async throws(Failure)
  where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: name)
    logger.logLevel = .critical
    let application = Application(
      responder: responder, server: HTTPServerBuilder { LoopbackConnections(http: HTTP1Channel(responder: $0)) },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: name),
      onServerRunning: { channel in
        continuation.yield(channel.localAddress?.port ?? port)
        continuation.finish()
      }, logger: logger)
    task = Task {
      defer { continuation.finish() }
      try await application.run()
    }
    var bound: Int?
    for await port in ports { bound = port }
    guard let bound else {
      // If only the wait were cancelled, the server would go on without an owner.
      task.cancel()
      var cause: String?
      if case .failure(let error) = await task.result { cause = "\(error)" }
      throw Failure(port: port, cause: cause)
    }
    self.port = bound
  }

  /// Waits until the port is closed and all requests are answered.
  package func waitUntilStopped() async { _ = await task.result }

  /// Closes the port, then its connections, and waits until all requests are answered.
  package func stop() async {
    task.cancel()
    await waitUntilStopped()
  }
}
