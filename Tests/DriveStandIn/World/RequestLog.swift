/// The requests that arrived.
package struct RequestLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package let method: String
    package let target: String
    package let operation: StandInOperation?
    /// 0 if the connection was closed without an answer.
    package var status = 0
    /// The bytes of the request's body.
    package var received = 0
    /// The header `Content-Range` or `Range` of the request.
    package let range: String?
    /// The access token, which no test shows to anybody.
    package let token: String?
  }

  package private(set) var entries: [Entry] = []
  /// The most requests that were answered at the same time.
  package private(set) var mostAtOnce = 0
  private var running = 0
  private var generation = 0

  /// Where to note what came of a request.
  struct Place {
    let index: Int
    let generation: Int
  }

  mutating func begin(_ entry: Entry) -> Place {
    entries.append(entry)
    running += 1
    mostAtOnce = max(mostAtOnce, running)
    return Place(index: entries.count - 1, generation: generation)
  }

  mutating func end(_ place: Place, status: Int, received: Int) {
    running -= 1
    guard place.generation == generation else { return }
    entries[place.index].status = status
    entries[place.index].received = received
  }

  package mutating func removeAll() {
    entries = []
    mostAtOnce = running
    generation += 1
  }

  package func count(_ operation: StandInOperation) -> Int { entries.count { $0.operation == operation } }
}
