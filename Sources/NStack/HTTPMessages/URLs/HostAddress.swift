import Basics

package struct HostAddress: Equatable {
  /// Four or sixteen bytes, the highest first.
  package let bytes: [UInt8]

  /// Reads an address in any form that resolvers accept: `127.0.0.1`, `127.1`, `0x7f000001`, `[::1]`; nil for a name.
  package init?(_ host: String) {
    var text = host[...]
    if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
    text = text.prefix { $0 != "%" }
    while text.last == ".", text.count > 1 { text.removeLast() }
    let string = String(text)
    var v4 = in_addr()
    if !string.contains(":"), inet_aton(string, &v4) != 0 {
      bytes = withUnsafeBytes(of: v4.s_addr) { Array($0) }
      return
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, string, &v6) == 1 else { return nil }
    bytes = withUnsafeBytes(of: &v6) { Array($0) }
  }

  private init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether the address is not on the public internet: loopback, private, link-local, shared, reserved.
  package var isPrivate: Bool { bytes.count == 4 ? Self.isPrivate(v4: bytes) : Self.isPrivate(v6: bytes) }

  /// Source: IANA's registry of special-purpose IPv4 addresses.
  private static func isPrivate(v4 bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
    case (100, 64...127), (172, 16...31), (198, 18...19): true
    case (192, 0): bytes[2] == 0
    default: false
    }
  }

  /// Source: IANA's registry of special-purpose IPv6 addresses. An IPv6 address that embeds an IPv4 address counts as
  /// that address.
  private static func isPrivate(v6 bytes: [UInt8]) -> Bool {
    let isZero = { (range: Range<Int>) in bytes[range].allSatisfy { $0 == 0 } }
    if isZero(0..<10), bytes[10..<12] == [0xFF, 0xFF] || isZero(10..<12) {
      return HostAddress(bytes: bytes[12...]).isPrivate
    }
    // NAT64 and 6to4.
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) { return HostAddress(bytes: bytes[12...]).isPrivate }
    if bytes.starts(with: [0x20, 0x02]) { return HostAddress(bytes: bytes[2..<6]).isPrivate }
    // Teredo hides the address; unique local, link-local, site-local, multicast.
    if bytes.starts(with: [0x20, 0x01, 0, 0]) { return true }
    return bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80) || bytes[0] == 0xFF
  }
}

extension HostAddress {
  /// The numeric addresses of a name, by the system's resolver, which may take seconds; empty if it has none.
  package static func all(of name: String) -> [String] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let isNamed =
        getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      if isNamed {
        addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      next = entry.ai_next
    }
    return addresses
  }
}

package enum RedirectRule {
  package static let mostHops = 3

  /// The reason not to follow a redirect; nil if it may be followed.
  ///
  /// A name that resolves to a private address is refused too, as far as the transport knows its addresses. It may resolve to
  /// another address by the time of the request, and a proxy resolves names itself.
  ///
  /// - Parameter base: The API's base URL; if that is on this machine, or a developer's, private addresses are allowed.
  package static func refusal(of target: HTTPURL, from source: HTTPURL, base: HTTPURL, addresses: [String]) -> String? {
    if source.origin.scheme == "https", target.origin.scheme == "http" { return "it leads from https to http" }
    // Only a table of hosts allows plain http to another name, for the stage dev.
    guard !base.isLoopback, base.origin.scheme == "https" else { return nil }
    let host = target.origin.host
    if let address = HostAddress(host) { return address.isPrivate ? "it leads to a private address" : nil }
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return "it leads to this machine" }
    let isPrivate = addresses.contains { HostAddress($0)?.isPrivate ?? true }
    return isPrivate ? "it leads to a host with a private address" : nil
  }
}
