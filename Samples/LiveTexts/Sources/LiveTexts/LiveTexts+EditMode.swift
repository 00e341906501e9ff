import Foundation
import HTTPCurl
import NStackAPI
import TextStore

extension LiveTexts {
  /// Edit mode on three screens with twenty parts that come and go.
  @MainActor static func edit(_ client: NStackClient, locale: String) async throws {
    let session = TextSession(client)
    try await session.refresh()
    let mode = EditMode(session: session)
    var screens = [
      Screen(
        section: "products",
        keys: ["title", "sourdough", "ryeBread", "cinnamonRoll", "cardamomBun", "soldOut", "ingredients", "allergens"],
        locale: locale),
      Screen(section: "basket", keys: ["title", "empty", "total", "checkout", "remove", "note"], locale: locale),
      Screen(
        section: "account", keys: ["signIn", "signOut", "phone", "newsletter", "deleteAccount", "deleteWarning"],
        locale: locale),
    ]
    let parts = screens.flatMap(\.parts).map(Weak.init)

    for screen in screens { screen.appear(in: session) }
    mode.highlight(true)
    let highlighted = parts.count { $0.part?.isHighlighted == true }
    print("edit mode: \(highlighted) parts of \(screens.count) screens are highlighted")
    try require(highlighted, is: 20)
    let (bun, kurven) = (#"products/cardamomBun "Kardemommesnegl" (own)"#, #"basket/title "Kurven""#)
    try list("all", mode.list, is: "\(bun), account/newsletter \"Send mig ugens brød\" (own), \(kurven)")

    // What is left behind lives on, and is not on screen.
    screens[0].disappear(from: session)
    screens[2].disappear(from: session)
    try list("basket", mode.list, is: kurven)
    let own = #"basket/title "Vores kurv" (own)"#
    try await mode.propose("Vores kurv", tapping: screens[1].parts[0])
    try require(screens[1].parts[0].value, is: "Vores kurv")
    try list("tapped title", EditMode.list(of: mode.proposals(tapping: screens[1].parts[0])), is: "\(own), \(kurven)")
    screens[0].appear(in: session)
    try list("basket, products", mode.list, is: "\(own), \(bun), \(kurven)")
    mode.highlight(false)
    try require(screens[0].parts.count(where: \.isHighlighted), is: 0)

    screens = []
    let left = parts.count { $0.part != nil }
    print("no screen: \(session.components.count) components, \(left) of \(parts.count) parts are alive")
    try require(left, is: 0)
    try list("no screen", mode.list, is: "none")
  }

  /// A session of a released app: it shows published values, and never asks for the list of proposals.
  @MainActor static func release(_ client: NStackClient, _ transport: CurlTransport, title: TextIdentity) async throws {
    _ = try await sandboxRequests("DELETE", transport)
    let session = TextSession(client, choice: .none)
    try await session.refresh()
    let label = Label("released title", showing: title, of: session)
    let answer = try await sandboxRequests("GET", transport)
    let targets = try JSONDecoder().decode(Requests.self, from: Data(answer)).requests.map(\.target)
    let lists = targets.count { $0.contains("/localize/proposals") }
    print("the server got \(targets.count) requests, \(lists) of them for the list of proposals")
    guard label.history == ["Din kurv"], !targets.isEmpty, lists == 0 else { throw Wrong("it got \(targets)") }
  }

  private static func sandboxRequests(_ method: String, _ transport: CurlTransport) async throws -> [UInt8] {
    let url = try variable("NSTACK_BASE_URL") + "/sandbox/requests"
    let request = TransportRequest(method: method, url: url, maximumResponseSize: 1_000_000, timeout: .seconds(60))
    return try await transport.send(request).body
  }

  private static func list(_ name: String, _ found: String, is expected: String) throws {
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
