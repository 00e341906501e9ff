import Loopback
import NStackAPI
package import ReviewJournal
import Synchronization
import TranslationReview

/// A review on a page in the browser: a server on loopback for the texts of one application, with drafts on disk.
///
/// Whoever has the address can open the page. The address has a token that works once, in its fragment, which browsers
/// send to no server. Nothing is sent to NStack before a person sends the drafts.
package final class ReviewPageServer: Sendable {
  /// Counts to show when a person closes the review: unsent drafts and notes, proposals that were pending at the last
  /// reading, and how many of those are this profile's.
  package typealias Leaving = (drafts: Int, proposals: Int, mine: Int)

  private let review: OpenReview
  private let listener: LoopbackListener
  private let keys: PageKeys

  /// Reads the server, the drafts and the sheets, and serves the page.
  ///
  /// - Parameters:
  ///   - port: The port on 127.0.0.1; 0 takes a free one. Nil takes the port of the application's last review, so that
  ///     a page that was left open works again, or a free port if that is in use.
  ///   - dialog: Receives the events of readings and of Send. It is never asked a question.
  ///   - addressed: Called with each new address, once the one before it was opened.
  ///   - warned: Called with each warning that the page also shows.
  /// - Throws: ``ReviewPageError``, and the errors of an import that cannot read the server or plan the sheets.
  package init(
    _ profile: ReviewProfile, _ settings: ReviewSettings, port: Int? = nil, _ dialog: any ImportDialog,
    addressed: @escaping @Sendable (_ address: String) -> Void = { _ in },
    warned: @escaping @Sendable (_ warning: String) -> Void = { _ in }
  ) async throws {
    let review = try await OpenReview(profile, settings, dialog, warned: warned)
    let keys = PageKeys()
    let bound = Mutex(0)
    let number: @Sendable () -> Int = { bound.withLock(\.self) }
    let routes = ReviewRoutes(review: review, keys: keys) { addressed(Self.address(port: number(), keys)) }
    let responder = PageResponder(port: number, keys: keys, routes: routes.all)
    let last = port == nil ? review.file.lastPort : nil
    do { listener = try await Self.listener(responder, ports: [last, port ?? 0].compactMap(\.self)) } catch {
      await review.close()
      throw ReviewPageError(.port, "The page cannot be served on port \(error.port) of 127.0.0.1. Choose another port.")
    }
    let listening = listener.port
    bound.withLock { $0 = listening }
    if listener.port != last { review.file.keep(port: listener.port) }
    self.review = review
    self.keys = keys
  }

  /// Listens on the first of some ports that is available.
  private static func listener(_ responder: PageResponder, ports: [Int]) async throws(LoopbackListener.Failure)
    -> LoopbackListener
  {
    for port in ports.dropLast() {
      if let listener = try? await LoopbackListener(responder, port: port, name: "nstack-review") { return listener }
    }
    return try await LoopbackListener(responder, port: ports.last ?? 0, name: "nstack-review")
  }

  /// The address of the page, which works once.
  package var address: String { Self.address(port: listener.port, keys) }

  /// The counts to show when a person closes the review. The drafts are on the disk when this returns.
  ///
  /// - Throws: ``ReviewPageError``: `drafts.write`, `drafts.locked`.
  package var leaving: Leaving {
    get async throws {
      try await review.assureFile()
      return await review.leaving
    }
  }

  /// Waits until nothing is being sent. The profile's stop signal ends it soon.
  package func waitUntilSent() async { await review.waitUntilSent() }

  /// Closes the page, and releases the drafts for other processes.
  package func stop() async {
    await listener.stop()
    await review.close()
  }

  private static func address(port: Int, _ keys: PageKeys) -> String { "http://127.0.0.1:\(port)/#token=\(keys.token)" }
}

extension OpenReview {
  var leaving: ReviewPageServer.Leaving {
    let pending = board.catalog.proposals.values
    return (
      board.book.count, pending.reduce(0) { $0 + $1.count }, pending.reduce(0) { $0 + $1.count(where: \.canDelete) }
    )
  }
}
