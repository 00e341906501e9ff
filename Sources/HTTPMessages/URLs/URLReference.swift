/// Resolves references in answers, such as `/next?page=2`, to absolute URLs (RFC 3986, section 5).
package enum URLReference {
  /// The absolute URL of a reference; nil if no request can be sent to it.
  ///
  /// - Parameter base: The URL of the answer that holds the reference.
  package static func resolve(_ reference: String, against base: HTTPURL) -> String? {
    let text = String(reference.prefix { $0 != "#" })
    let resolved: String
    if text.contains("://") {
      resolved = text
    } else if text.hasPrefix("//") {
      resolved = "\(base.origin.scheme):\(text)"
    } else if text.hasPrefix("/") {
      resolved = base.authority + path(text)
    } else if text.hasPrefix("?") {
      resolved = base.authority + base.path + text
    } else if text.isEmpty || text.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") {
      return nil
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
      resolved = base.authority + path(folder + text)
    }
    return HTTPURL(resolved) == nil ? nil : resolved
  }

  /// A path without its `.` and `..` steps, its query as it is.
  private static func path(_ text: String) -> String {
    let end = text.firstIndex(of: "?") ?? text.endIndex
    var steps: [Substring] = []
    let parts = text[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (place, step) in parts.enumerated() {
      let isLast = place == parts.count - 1
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

extension HTTPURL {
  /// Scheme, host and port, as at the beginning of a URL.
  package var authority: String {
    let isUsual = origin.port == (origin.scheme == "https" ? 443 : 80)
    return "\(origin.scheme)://\(origin.host)" + (isUsual ? "" : ":\(origin.port)")
  }
}
