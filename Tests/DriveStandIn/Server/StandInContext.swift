import Hummingbird
import NIOCore

/// The context of a request, with the connection, which some faults close.
struct StandInContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection; the client gets no answer.
  func closeConnection() async {
    try? await channel.close()
  }
}
