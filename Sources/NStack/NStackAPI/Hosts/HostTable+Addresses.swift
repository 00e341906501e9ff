import Basics
import HTTPMessages

extension HostTable {
  /// The address of a place.
  ///
  /// If the place has no country, only an address that is the same for all countries is found. For such an address, a
  /// country is ignored.
  ///
  /// - Throws: `api.unknown-host` if the table has no such stage, country or service, or if the name of a preview makes the
  ///   address of another place.
  public func address(of place: HostPlace) throws(NStackError) -> BaseURL {
    let entry = try entry(for: place)
    let address = try entry.address(on: place.stage)
    let exact = HostPlace(place.stage, entry.country, place.service)
    let found = self.place(at: address.url)
    guard found == exact else {
      let other =
        found?.description ?? entries.first { $0.authority == address.url.authority }?.label ?? "another place"
      throw .unknownHost("the host \(address) of \(exact) already belongs to \(other)")
    }
    return address
  }

  /// The place at an address: an absolute URL, or a host with or without a port. Anything after the address's own path
  /// is ignored. A bare host also matches an address with a path or port, if only one such address has that host.
  ///
  /// - Returns: The place. It has no country if the address is the same for all.
  /// - Throws: `api.unknown-host` if the table does not have the host. The message names the nearest.
  public func place(of address: String) throws(NStackError) -> HostPlace {
    let urls = (address.contains("://") ? [address] : ["https://\(address)", "http://\(address)"]).compactMap(
      HTTPURL.init)
    guard let first = urls.first else {
      throw .unknownHost(
        "\"\(Excerpt.visible(BaseURL.withoutUser(address)))\" is not a host: write it as https://HOST, without a user name"
      )
    }
    for url in urls { if let place = place(at: url) { return place } }
    if urls.count > 1, first.path.isEmpty, first.query == nil {
      let places = Set(entries.compactMap { $0.url(ofHost: address).flatMap(place(at:)) })
      if let place = places.first, places.count == 1 { return place }
      if places.count > 1 {
        let all = places.map(\.description).sorted().joined(separator: "; ")
        throw .unknownHost("the host \(Excerpt.visible(address)) has several places (\(all)); write its whole address")
      }
    }
    throw .unknownHost(
      "the host \(Excerpt.visible(first.authority)) is not in the table of hosts"
        + (nearest(to: first).map { "; the nearest is \($0.authority) (\($0.label))" } ?? ", which is empty"))
  }

  /// The entry with the same host on another port, or else with the most similar host.
  private func nearest(to url: HTTPURL) -> HostEntry? {
    if let entry = entries.first(where: { HTTPURL($0.sample)?.origin.host == url.origin.host }) { return entry }
    let near = CloseName.nearest(to: url.authority, among: entries.map(\.sample), most: .max)
    return entries.first { $0.sample == near }
  }

  package func knownPlace(of address: BaseURL) -> HostPlace? { place(at: address.url) }

  func place(at url: HTTPURL) -> HostPlace? {
    // A host that a row spells out never belongs to a preview, whatever the path.
    let isSpelledOut = entries.contains { $0.stage != .preview && $0.authority == url.authority }
    var best: (place: HostPlace, length: (path: Int, host: Int))?
    for entry in entries where !(isSpelledOut && entry.stage == .preview) {
      guard let match = entry.match(url), match.length > best?.length ?? (-1, -1) else { continue }
      best = match
    }
    return best?.place
  }

  static func lack(_ what: String, _ name: String, _ all: [String]) -> NStackError {
    .unknownHost("the table of hosts has no \(what)" + choice(of: name, among: all))
  }

  private func entry(for place: HostPlace) throws(NStackError) -> HostEntry {
    let (service, stage) = (place.service.rawValue, place.stage.kind)
    let ofService = entries.filter { $0.service == place.service }
    guard !ofService.isEmpty else {
      throw Self.lack("service \"\(Excerpt.visible(service))\"", service, entries.map(\.service.rawValue))
    }
    let ofStage = ofService.filter { $0.stage == stage }
    guard !ofStage.isEmpty else {
      throw Self.lack("\(place.service) on \(place.stage)", stage.rawValue, ofService.map(\.stage.rawValue))
    }
    guard let country = place.country else {
      if let entry = ofStage.first(where: { $0.country == nil }) { return entry }
      throw .unknownHost(
        "\(place.service) on \(place.stage) has a host for each country, and no country is given"
          + Self.choice(of: nil, among: ofStage.compactMap(\.country?.code)))
    }
    guard countries.contains(country) else {
      throw Self.lack("country \"\(country)\"", country.code, countries.map(\.code))
    }
    if let entry = ofStage.first(where: { $0.country == country }) ?? ofStage.first(where: { $0.country == nil }) {
      return entry
    }
    throw Self.lack(
      "\(place.service) on \(place.stage) for \(country)", country.code, ofStage.compactMap(\.country?.code))
  }

  /// The end of a sentence that lists the choices, and suggests the nearest for a wrong name.
  private static func choice(of name: String?, among all: [String]) -> String {
    var known: Set<String> = []
    let names = all.filter { known.insert($0).inserted }
    guard !names.isEmpty else { return "; it has none" }
    let near = name.flatMap { CloseName.nearest(to: $0, among: names, most: .max) }
    let list = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return (near.map { "; the nearest is \($0)" } ?? "") + (near == nil || names.count > 1 ? "; there is \(list)" : "")
  }
}

extension NStackError {
  static func unknownHost(_ message: String) -> NStackError {
    NStackError(.unknownHost, delivery: .notSent, request: "hosts", message: message)
  }

  static func hostTable(_ message: String) -> NStackError {
    NStackError(.hostTable, delivery: .notSent, request: "hosts", message: message)
  }
}

/// The address of one place of a table, which may have a gap for a preview's name.
struct HostEntry: Sendable {
  let stage: HostStage.Kind
  let country: Country?
  let service: HostService
  /// Scheme, host and port, up to where a preview's name belongs.
  private let head: String
  /// The rest of host and port; nil if the address has no name.
  private let tail: String?
  /// The address, with ``sampleName`` for a preview's name.
  private let url: HTTPURL

  init(_ row: HostRow, for country: Country?) throws(NStackError) {
    stage = row.stage
    service = row.service
    self.country = country
    let address = try row.address(for: country)
    let parts = address.split(separator: "{name}", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == (row.stage == .preview ? 2 : 1) else {
      throw row.refusal("must have {name} once, as each preview has hosts of its own")
    }
    do throws(NStackError) {
      url = try BaseURL(parts.joined(separator: Self.sampleName), isPlainAllowed: true).url
    } catch { throw row.refusal("cannot be used: \(error.message)") }
    guard Self.isHost(url.origin.host) else { throw row.refusal("has a host that cannot exist") }
    guard row.stage == .dev || url.origin.scheme == "https" || url.isLoopback else {
      throw row.refusal("is plain http, which only the stage dev and names below localhost can have; use https")
    }
    head = parts.count == 2 ? parts[0].lowercased() : url.authority
    tail = parts.count == 2 ? String(url.authority.dropFirst(head.count + Self.sampleName.count)) : nil
    guard url.authority.hasPrefix(tail == nil ? head : head + Self.sampleName) else {
      throw row.refusal("must have {name} in its host")
    }
  }

  private static let sampleName = "x"

  var path: String { url.path }

  /// The entry's address at another host, which may bring a port of its own.
  func url(ofHost host: String) -> HTTPURL? {
    let hasPort = HTTPURL("https://\(host)")?.origin.host != host.lowercased()
    return HTTPURL("\(url.origin.scheme)://\(host)\(hasPort ? "" : ":\(url.origin.port)")\(path)")
  }

  /// Scheme, host and port, with `{name}` for a preview's name.
  var authority: String { head + (tail.map { "{name}" + $0 } ?? "") }

  /// Scheme, host and port without a preview's name, to compare other hosts with.
  var sample: String { head + (tail ?? "") }

  var label: String { HostPlace.label(stage.rawValue, country, service) }

  func address(on stage: HostStage) throws(NStackError) -> BaseURL {
    guard case .preview(let name) = stage, let tail else { return try BaseURL(head + path, isPlainAllowed: true) }
    try HostStage.requireName(name)
    let address = try BaseURL(head + name + tail + path, isPlainAllowed: true)
    guard Self.isHost(address.url.origin.host) else {
      throw .unknownHost("the name of the preview \"\(name)\" is too long for a host")
    }
    return address
  }

  /// Whether a host can exist: an address in brackets, or labels of 1 to 63 bytes that neither begin nor end with a
  /// hyphen.
  private static func isHost(_ host: String) -> Bool {
    if host.first == "[" { return HostAddress(host) != nil }
    return host.utf8.count <= 253
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      }
  }

  /// The place of an address at this entry's host, and how much of the address the entry spells out; nil if it is elsewhere.
  func match(_ url: HTTPURL) -> (place: HostPlace, length: (path: Int, host: Int))? {
    guard url.path == path || url.path.hasPrefix(path + "/") else { return nil }
    let isHere = tail == nil && url.authority == head
    let stage = isHere ? try? HostStage(stage.rawValue) : name(in: url.authority).map { .preview($0) }
    return stage.map { (HostPlace($0, country, service), (path.utf8.count, sample.utf8.count)) }
  }

  private func name(in authority: String) -> String? {
    guard let tail, authority.hasPrefix(head), authority.hasSuffix(tail),
      authority.utf8.count > head.utf8.count + tail.utf8.count
    else { return nil }
    let name = authority.dropFirst(head.count).dropLast(tail.count)
    return HostStage.isName(name) ? String(name) : nil
  }
}
