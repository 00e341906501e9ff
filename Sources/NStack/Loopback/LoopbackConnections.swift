import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// HTTP/1.1 connections that are closed properly even if the server stops before it takes them over. A connection is
/// set up on a thread of its own and then handed to the server's task. If that task has ended meanwhile, hummingbird
/// drops the connection, and NIO traps on a writer that was dropped before it was finished.
struct LoopbackConnections: ServerChildChannel {
  /// The channel that reads requests and writes answers.
  let http: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    http.setup(channel: channel, logger: logger).map { AcceptedConnection($0) }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await http.handle(value: value.take(), logger: logger)
  }
}

/// A connection between the listening socket and the task that serves it.
final class AcceptedConnection: ServerChildChannelValue {
  private let connection: HTTP1Channel.Value
  private let isTaken = Atomic(false)

  var channel: any Channel { connection.channel }

  init(_ connection: HTTP1Channel.Value) { self.connection = connection }

  deinit {
    guard !isTaken.load(ordering: .relaxed) else { return }
    let connection = connection
    // The scope finishes the writer and closes the channel at its end.
    Task { try? await connection.executeThenClose { _, _ in } }
  }

  /// Hands over the connection to the caller, who serves and closes it.
  func take() -> HTTP1Channel.Value {
    isTaken.store(true, ordering: .relaxed)
    return connection
  }
}
