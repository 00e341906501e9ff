import HTTPMessages

/// The address of one place of a table, where a preview's name is still open.
package struct HostEntry: Sendable {
  package let stage: HostStage.Kind
  /// The country; nil if the address is the same for all.
  package let country: Country?
  package let service: HostService
  /// Scheme, host and port, up to where a preview's name belongs.
  private let head: String
  /// The rest of host and port; nil if the address has no name.
  private let tail: String?
  private let path: String

  /// Creates the entry of a row for a country.
  ///
  /// - Throws: `api.host-table` if the address cannot be used.
  init(_ row: HostRow, for country: Country?) throws(NStackError) {
    stage = row.stage
    service = row.service
    self.country = country
    let address = try row.address(for: country)
    let parts = address.split(separator: "{name}", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == (row.stage == .preview ? 2 : 1) else {
      throw row.refusal("must have {name} once, as each preview has hosts of its own")
    }
    let url: HTTPURL
    do throws(NStackError) {
      url = try BaseURL(parts.joined(separator: Self.sampleName)).url
    } catch {
      throw row.refusal("cannot be used: \(error.message)")
    }
    guard Self.isHost(url.origin.host) else { throw row.refusal("has a host that cannot exist") }
    // A name goes to the resolver first, so only a literal is sure to be this machine.
    guard url.origin.scheme == "https" || url.origin.host != "localhost" else {
      throw row.refusal("is plain http, which goes to a loopback address only; write 127.0.0.1")
    }
    let authority = url.authority
    path = url.path
    if parts.count == 2 {
      head = parts[0].lowercased()
      guard authority.hasPrefix(head + Self.sampleName) else { throw row.refusal("must have {name} in its host") }
      tail = String(authority.dropFirst(head.count + Self.sampleName.count))
    } else {
      head = authority
      tail = nil
    }
  }

  /// Creates the entry of a row for all countries whose address is an origin, without placeholders.
  init(fixed row: HostRow) {
    (stage, country, service) = (row.stage, nil, row.service)
    (head, tail, path) = (row.address, nil, "")
  }

  /// A name as short as a name can be.
  private static let sampleName = "x"

  /// The address, with `{name}` for a preview's name.
  package var pattern: String { authority + path }

  /// Scheme, host and port, with `{name}` for a preview's name.
  var authority: String { head + (tail.map { "{name}" + $0 } ?? "") }

  /// Scheme, host and port without a preview's name, to compare other hosts with.
  var sample: String { head + (tail ?? "") }

  /// The place in words, for messages.
  var label: String { HostPlace.label(stage.rawValue, country, service) }

  /// The address on a stage of the entry's kind.
  func address(on stage: HostStage) throws(NStackError) -> BaseURL {
    guard case .preview(let name) = stage, let tail else { return try BaseURL(head + path) }
    try HostStage.requireName(name)
    let address = try BaseURL(head + name + tail + path)
    guard Self.isHost(address.url.origin.host) else {
      throw .unknownHost("the name of the preview \"\(name)\" is too long for a host")
    }
    return address
  }

  /// Whether a host can exist: an address in brackets, or labels of 1 to 63 bytes that no hyphen begins or ends.
  private static func isHost(_ host: String) -> Bool {
    if host.first == "[" { return HostAddress(host) != nil }
    return host.utf8.count <= 253
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      }
  }

  /// The place of an address at this entry's host, and how much of the path belongs to the entry; nil if it is elsewhere.
  func match(_ url: HTTPURL) -> (place: HostPlace, pathLength: Int)? {
    guard url.path == path || url.path.hasPrefix(path + "/") else { return nil }
    let stage: HostStage? =
      switch stage {
      case .production: url.authority == head ? .production : nil
      case .staging: url.authority == head ? .staging : nil
      case .dev: url.authority == head ? .dev : nil
      case .preview: name(in: url.authority).map { .preview($0) }
      }
    return stage.map { (HostPlace($0, country, service), path.utf8.count) }
  }

  /// The preview's name in an authority; nil if that is not one of this entry's.
  private func name(in authority: String) -> String? {
    guard let tail, authority.hasPrefix(head), authority.hasSuffix(tail),
      authority.utf8.count > head.utf8.count + tail.utf8.count
    else { return nil }
    let name = authority.dropFirst(head.count).dropLast(tail.count)
    return HostStage.isName(name) ? String(name) : nil
  }
}
