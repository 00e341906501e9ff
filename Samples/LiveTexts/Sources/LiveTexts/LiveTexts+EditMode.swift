import NStackAPI
import TextStore

extension LiveTexts {
  /// Edit mode on three screens with twenty parts that come and go.
  @MainActor static func edit(_ client: NStackClient, locale: String) async throws {
    let session = TextSession(client)
    try await session.refresh()
    session.locale = locale
    let mode = TextEditMode(session)
    var screens = Screen.all(session)
    let parts = screens.flatMap(\.parts).map(Weak.init)
    try await visit(screens, session, mode)
    try reuse(screens[1].parts[0], session)

    screens = []
    let left = parts.count { $0.part != nil }
    print("no screen: \(session.components.count) components, \(left) of \(parts.count) parts are alive")
    try require(left, is: 0)
  }

  @MainActor private static func visit(_ screens: [Screen], _ session: TextSession, _ mode: TextEditMode) async throws {
    let parts = screens.flatMap(\.parts)
    mode.shake()
    let highlighted = parts.count(where: \.isHighlighted)
    print("edit mode: \(highlighted) parts of \(screens.count) screens are highlighted")
    try require(highlighted, is: 20)
    mode.list(all: false)
    let (bun, kurven) = (#"products/cardamomBun "Kardemommesnegl" (own)"#, #"basket/title "Kurven""#)
    try list("all screens", mode, is: "\(bun), account/newsletter \"Send mig ugens brød\" (own), \(kurven)")

    // What is left behind lives on, and is not on screen.
    screens[0].show(false)
    screens[2].show(false)
    try list("basket", mode, is: kurven)
    try require(parts.count(where: \.isHighlighted), is: 6)
    mode.close()
    let title = screens[1].parts[0]
    mode.tap(title)
    for group in mode.groups { try await mode.propose("Vores kurv", for: group.id) }
    let own = #"basket/title "Vores kurv" (own)"#
    try require(title.value, is: "Vores kurv")
    try list("tapped title", mode, is: "\(own) \"Kurven\"")
    mode.list(all: false)
    screens[0].show(true)
    try list("products, basket", mode, is: "\(bun), \(own) \"Kurven\"")
    if let made = mode.groups.flatMap(\.proposals).first(where: { $0.value == "Vores kurv" }) {
      try await mode.delete(made)
    }
    session.locale = "en-GB"
    try require(title.value, is: "Your basket")
    try list("products, basket in English", mode, is: "none")
    let counts = mode.leave()
    print("left: \(counts.proposed) proposed, \(counts.deleted) deleted")
    try require([counts.proposed, counts.deleted, parts.count(where: \.isHighlighted)], is: [1, 1, 0])
  }

  /// A part that is used again shows its new texts alone.
  @MainActor private static func reuse(_ part: Part, _ session: TextSession) throws {
    session.show(L10n.Basket.remove, in: part)
    session.add(L10n.Basket.note, in: part)
    try require(session.components.texts(of: part).map(\.key), is: ["remove", "note"])
  }

  /// A session of a released app: it shows published values, and never asks for the list of proposals.
  @MainActor static func release(_ client: NStackClient, title: TextIdentity) async throws {
    try await client.answer(to: NStackCall<Void>(.delete, "/sandbox/requests"))
    let session = TextSession(client, choice: .none)
    try await session.refresh()
    let label = Label("released title", showing: title, of: session)
    // An answer without `data`, asked for once and at once.
    let list = NStackCall<Requests>(.get, "/sandbox/requests", isWrapped: false)
    let targets = try await client.answer(to: list, retries: .none, pace: .none).requests.map(\.target)
    let lists = targets.count { $0.contains("/localize/proposals") }
    print("the server got \(targets.count) requests, \(lists) of them for the list of proposals")
    guard label.history == ["Din kurv"], !targets.isEmpty, lists == 0 else { throw Wrong("it got \(targets)") }
  }

  /// Prints the open list in one line.
  @MainActor private static func list(_ name: String, _ mode: TextEditMode, is expected: String) throws {
    let groups = mode.groups.map { group in
      let proposals = group.proposals.map { "\"\($0.value)\"\($0.canDelete ? " (own)" : "")" }
      return "\(group.id.section)/\(group.id.key) \(proposals.joined(separator: " "))"
    }
    let found = groups.isEmpty ? "none" : groups.joined(separator: ", ")
    print("proposals (\(name)): \(found)")
    try require(found, is: expected)
  }

  private static func require<Value: Equatable>(_ found: Value, is expected: Value) throws {
    guard found == expected else { throw Wrong("\(found) should be \(expected)") }
  }
}

private struct Weak {
  private(set) weak var part: Part?

  init(_ part: Part) { self.part = part }
}

/// What the sandbox was asked.
private struct Requests: Decodable {
  struct Request: Decodable { let target: String }

  let requests: [Request]
}
