import NStackAPI

/// Turns the verdicts of rows into calls. Rows with the same request are sent once, and the deletes of a text come
/// before its proposals.
struct ChangeCollector {
  /// One call, with the rows that ask for it.
  private struct CallRows: Sendable {
    let text: TextIdentity
    /// The text's place in the catalog; nil if it has none.
    let place: Catalog.TextIndex?
    /// The text's number among all texts, in the order of their first rows.
    let number: Int
    let deletedID: Int?
    var items: [Int]

    /// The call that the rows ask for.
    func change(_ planned: [Changeset.Item], _ catalog: Catalog) -> Changeset.Change {
      let first = items[0]
      let operation: Changeset.Change.Operation
      if let deletedID {
        operation = .delete(proposalID: deletedID, value: planned[first].serverProposal?.value ?? "")
      } else {
        let value = planned[first].row.cells.proposal
        operation = .propose(value: LineEnds.adapting(value, to: planned[first].serverValue ?? ""))
      }
      return Changeset.Change(
        text: text, operation: operation, items: items, pending: place.map { catalog.pendingProposals(at: $0) } ?? [])
    }
  }

  private struct Deletion: Hashable {
    let text: Int
    let id: Int
  }

  private var texts: NumberedTexts
  private var requests: [CallRows] = []
  /// The index in `requests` of each text's proposal.
  private var proposals: [Int?] = []
  /// The indices in `requests` of the deletes.
  private var deletions: [Deletion: Int] = [:]

  /// - Parameter places: The places of the items' texts in the catalog; they are looked up if it is nil.
  static func changes(for items: [Changeset.Item], catalog: Catalog, places: [Catalog.TextIndex?]? = nil) -> [Changeset
    .Change]
  {
    // Copying a whole item would be slow.
    let count = items.indices.count { items[$0].verdict.isChange }
    var collector = ChangeCollector(count: count)
    for index in items.indices where items[index].verdict.isChange {
      let id = items[index].verdict == .delete ? items[index].serverProposal?.id : nil
      let place = places?[index] ?? catalog.place(of: items[index].row.cells.text)
      let text = place.map { catalog.identity(at: $0) } ?? catalog.canonical(items[index].row.cells.text)
      collector.add(index, text, at: place, deletedID: id)
    }
    return collector.ranked.parallelMap { $0.change(items, catalog) }
  }

  private init(count: Int) {
    texts = NumberedTexts(capacity: count)
    requests.reserveCapacity(count)
    proposals.reserveCapacity(count)
  }

  private mutating func add(_ item: Int, _ text: TextIdentity, at textPlace: Catalog.TextIndex?, deletedID: Int?) {
    let number = texts.number(of: text, at: textPlace)
    if number == proposals.count { proposals.append(nil) }
    let index = deletedID.map { deletions[Deletion(text: number, id: $0)] } ?? proposals[number]
    if let index {
      requests[index].items.append(item)
      return
    }
    if let deletedID {
      deletions[Deletion(text: number, id: deletedID)] = requests.count
    } else {
      proposals[number] = requests.count
    }
    requests.append(CallRows(text: text, place: textPlace, number: number, deletedID: deletedID, items: [item]))
  }

  /// The requests in the order of their calls.
  private var ranked: [CallRows] {
    // Without deletes, each text has one request, and the requests are already in order.
    if deletions.isEmpty { return requests }
    return requests.indices.sorted { left, right in
      let (first, second) = (requests[left], requests[right])
      return (first.number, first.deletedID == nil ? 1 : 0, left) < (
        second.number, second.deletedID == nil ? 1 : 0, right
      )
    }.map { requests[$0] }
  }
}

/// Numbers texts from 0 on, in the order in which they are first requested.
struct NumberedTexts {
  private var known: [Catalog.TextIndex: Int] = [:]
  /// The texts that no catalog has.
  private var others: [TextIdentity: Int] = [:]

  init(capacity: Int) { known.reserveCapacity(capacity) }

  /// Returns the number of a text. A text that was not requested before gets the next number.
  ///
  /// - Parameter text: The text, with its locale in one spelling.
  mutating func number(of text: @autoclosure () -> TextIdentity, at place: Catalog.TextIndex?) -> Int {
    let next = known.count + others.count
    guard let place else { return Self.kept(&others[text(), default: next]) }
    return Self.kept(&known[place, default: next])
  }

  /// Writing through `inout` needs only one dictionary look-up.
  private static func kept(_ number: inout Int) -> Int { number }
}
