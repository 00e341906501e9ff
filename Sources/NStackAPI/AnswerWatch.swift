import NIOCore
import NIOHTTP1

/// Watches a connection for answers that nobody asked for, and closes it where one comes.
///
/// A server, or something before it, that answers one request twice would have its second answer taken for that of the next
/// request on the connection.
enum AnswerWatch {
  /// A connection brought an answer before its request was sent.
  struct AnsweredTwice: Error, CustomStringConvertible {
    var description: String { "an answer came before its request was sent, so the connection was closed" }
  }

  /// What both handlers of a connection know; all of it on the connection's event loop.
  private final class State {
    /// How many pieces of bytes came.
    var reads = 0
    /// In which of them the last answer ended.
    var readOfLastEnd: Int?
    /// How many requests were sent whose answer has not ended.
    var open = 0
  }

  /// Puts the watch into a connection that is set up.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let state = State()
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(Answers(state), position: .after(decoder.handler))
      try pipeline.addHandler(Bytes(state), position: .first)
    }
  }

  /// Counts the pieces in which bytes come: all of one came before whatever is sent after it.
  private final class Bytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let state: State

    init(_ state: State) {
      self.state = state
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      state.reads += 1
      context.fireChannelRead(data)
    }
  }

  /// Compares answers with requests.
  private final class Answers: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let state: State
    private var isClosing = false

    init(_ state: State) {
      self.state = state
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .head = unwrapOutboundIn(data) { state.open += 1 }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isClosing else { return }
      switch unwrapInboundIn(data) {
      case .head where state.open == 0 || state.readOfLastEnd == state.reads:
        isClosing = true
        context.fireErrorCaught(AnsweredTwice())
        context.close(promise: nil)
        return
      case .end:
        state.readOfLastEnd = state.reads
        state.open -= 1
      default: break
      }
      context.fireChannelRead(data)
    }
  }
}
