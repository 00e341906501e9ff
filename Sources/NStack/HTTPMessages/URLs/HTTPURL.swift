import Basics

/// An absolute `http` or `https` URL, parsed into the parts that a request needs. User names, white space and hosts beyond
/// ASCII are refused rather than repaired, because programs that repair them differently would send a credential to the wrong
/// place.
package struct HTTPURL: Equatable {
  /// Where a URL's server is: credentials go to one origin only.
  package struct Origin: Equatable {
    package let scheme: String
    /// The host in lower case; an IPv6 address is in brackets.
    package let host: String
    /// The port; the scheme's default if none is written.
    package let port: Int

    /// The host, with the port unless that is the scheme's default.
    package var shortName: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }
  }

  package let origin: Origin
  /// The path as written, without a trailing slash; empty if there is none.
  package let path: String
  /// The query as written, without its question mark; nil if there is none.
  package let query: String?

  /// Parses a URL; nil if no request can be sent to it.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    guard let (scheme, afterScheme) = Self.scheme(of: text) else { return nil }
    let withoutFragment = afterScheme.prefix { $0 != "#" }
    let authority = withoutFragment.prefix { $0 != "/" && $0 != "?" }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    origin = Origin(scheme: scheme, host: host, port: port ?? (scheme == "https" ? 443 : 80))
    let afterAuthority = withoutFragment[authority.endIndex...]
    var path = afterAuthority.prefix { $0 != "?" }
    query = path.endIndex < afterAuthority.endIndex ? String(afterAuthority[path.endIndex...].dropFirst()) : nil
    while path.last == "/" { path.removeLast() }
    self.path = String(path)
  }

  /// Scheme, host and port, as at the beginning of a URL.
  package var authority: String { "\(origin.scheme)://\(origin.shortName)" }

  /// Whether the server is on this machine. A name below `localhost` always is (RFC 6761).
  package var isLoopback: Bool {
    let parts = origin.host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.last == "localhost" || origin.host == "[::1]"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The host of another machine to which requests go over plain http; otherwise nil.
  package var unprotectedHost: String? { origin.scheme == "http" && !isLoopback ? origin.host : nil }

  private static func scheme(of text: String) -> (String, Substring)? {
    for scheme in ["https", "http"] {
      let separator = scheme + "://"
      if text.prefix(separator.count).lowercased() == separator { return (scheme, text.dropFirst(separator.count)) }
    }
    return nil
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    guard !authority.contains("@") else { return nil }
    var host = authority
    var port: Int?
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      host = authority[...close]
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
    }
    let rest = authority[host.endIndex...]
    if !rest.isEmpty {
      let digits = rest.dropFirst()
      guard rest.first == ":", !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(digits), (1...65_535).contains(number)
      else { return nil }
      port = number
    }
    let isName = host.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
    return !host.isEmpty && (host.first == "[" || isName) ? (host.lowercased(), port) : nil
  }
}

extension HTTPURL {
  /// The absolute URL of a reference in an answer from this URL, such as `/next?page=2` (RFC 3986, section 5); nil if
  /// no request can be sent to it.
  package func resolve(_ reference: String) -> String? {
    let text = String(reference.prefix { $0 != "#" })
    let resolved: String
    if text.contains("://") {
      resolved = text
    } else if text.hasPrefix("//") {
      resolved = "\(origin.scheme):\(text)"
    } else if text.hasPrefix("/") {
      resolved = authority + Self.steps(text)
    } else if text.hasPrefix("?") {
      resolved = authority + self.path + text
    } else if text.isEmpty || text.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") {
      return nil
    } else {
      let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
      resolved = authority + Self.steps(folder + text)
    }
    return HTTPURL(resolved) == nil ? nil : resolved
  }

  /// A path without its `.` and `..` segments; its query is unchanged.
  private static func steps(_ text: String) -> String {
    let end = text.firstIndex(of: "?") ?? text.endIndex
    var steps: [Substring] = []
    let parts = text[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, step) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch step {
      case "..":
        if !steps.isEmpty { steps.removeLast() }
        if isLast { steps.append("") }
      case ".": if isLast { steps.append("") }
      default: steps.append(step)
      }
    }
    return "/" + steps.joined(separator: "/") + text[end...]
  }
}
