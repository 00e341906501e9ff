/// The namespaces of the elements that a scanner finds one after the other.
package struct MarkupNamespaces {
  /// The declarations that hold, outermost first. A prefix ends in its colon; the default namespace has none.
  private var declared: [(prefix: String, namespace: String, depth: Int)] = []
  private var depth = 0

  /// Creates the namespaces before the root element.
  package init() {}

  /// Takes the next tag.
  ///
  /// - Returns: The prefix of the element with its colon, its name, and its namespace; nil if it has none.
  package mutating func take(
    _ tag: MarkupScanner.Tag, of scanner: MarkupScanner
  ) -> (prefix: String, name: String, namespace: String?) {
    if tag.kind != .end {
      depth += 1
      for (name, value) in scanner.namespaceDeclarations(of: tag) {
        let prefix = name.firstIndex(of: ":").map { name[name.index(after: $0)...] + ":" } ?? ""
        declared.append((prefix, value, depth))
      }
    }
    defer {
      if tag.kind != .start {
        while declared.last?.depth == depth { declared.removeLast() }
        depth -= 1
      }
    }
    let whole = scanner.text(tag.name)
    let start = whole.firstIndex(of: ":").map { whole.index(after: $0) } ?? whole.startIndex
    let prefix = String(whole[..<start])
    let namespace = declared.last { $0.prefix == prefix }?.namespace
    return (prefix, String(whole[start...]), namespace?.isEmpty == true ? nil : namespace)
  }
}

extension MarkupScanner {
  /// The attributes of a tag that declare namespaces.
  fileprivate func namespaceDeclarations(of tag: Tag) -> [(name: String, value: String)] {
    attributes(of: tag).compactMap { attribute in
      guard bytes[attribute.name].starts(with: "xmlns".utf8) else { return nil }
      let name = text(attribute.name)
      return name == "xmlns" || name.hasPrefix("xmlns:") ? (name, text(attribute.value)) : nil
    }
  }
}
