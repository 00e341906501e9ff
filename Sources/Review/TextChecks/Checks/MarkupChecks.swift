import Basics

extension Check {
  /// Requires the tags of the source text, each the same number of times.
  static let htmlTags = Check("html.tags", .error) { text in
    TokenDifference(source: text.sourceTags.map(\.token), proposal: text.proposalTags.map(\.token)).findings(
      of: "check.tag")
  }

  /// Requires that each tag is closed, in the right order, if the source text closes its tags.
  static let htmlBalance = Check("html.balance", .error) { text in
    guard HTMLTag.firstUnbalanced(in: text.sourceTags) == nil, let tag = HTMLTag.firstUnbalanced(in: text.proposalTags)
    else { return [] }
    let reason = tag.isClosing ? Reason("check.tag.unopened") : Reason("check.tag.unclosed", "</\(tag.name)>")
    return [CheckFinding(reason, token: tag.token)]
  }

  /// Warns of tags in a different order from the source text.
  static let htmlOrder = Check("html.order", .warning) { text in
    let (wanted, found) = (text.sourceTags.map(\.token), text.proposalTags.map(\.token))
    guard wanted.count == found.count, let index = wanted.indices.first(where: { wanted[$0] != found[$0] }),
      TokenDifference(source: wanted, proposal: found).isEmpty
    else { return [] }
    return [CheckFinding("check.tag.order", wanted[index], token: found[index])]
  }

  /// Warns of HTML entities in a text whose source text has none.
  static let htmlEntity = Check("html.entity", .warning) { text in
    guard text.scannedProposal.has(.ampersand), let source = text.scannedSource, Self.entities(in: source).isEmpty
    else { return [] }
    return Self.entities(in: text.scannedProposal).withoutRepeats.map { CheckFinding("check.entity", token: $0) }
  }

  /// The longest name of an entity in bytes, which is CounterClockwiseContourIntegral.
  private static let longestName = 32

  /// The entities of a text, such as `&amp;` and `&#39;`, in order.
  private static func entities(in text: ScannedText) -> [String] {
    text.bytes.indices.compactMap { start in
      guard text.bytes[start] == UInt8(ascii: "&") else { return nil }
      var end = start + 1
      if text[end] == UInt8(ascii: "#") { end += 1 }
      let name = end
      while let byte = text[end], byte.isASCIILetter || byte.isASCIIDigit, end - name < longestName { end += 1 }
      return end > name && text[end] == UInt8(ascii: ";") ? text.part(start..<end + 1) : nil
    }
  }

  static let urls = links("link.url", .slash, LinkScanner.urls)
  static let mailboxes = links("link.email", .at, LinkScanner.mailboxes)
  static let markdownLinks = links("markdown.link", .bracket, isOrdered: true, LinkScanner.markdownTargets)
  /// Linked messages of Vue.
  static let linkedMessages = links("link.message", .at, LinkScanner.linkedMessages)

  /// Warns of links that a proposal lacks or adds.
  ///
  /// - Parameters:
  ///   - kinds: Byte kinds that every such link contains.
  ///   - isOrdered: Whether a different order means that links moved to other words. That does not matter for visible
  ///     addresses.
  private static func links(
    _ id: String, _ kinds: ByteKinds, isOrdered: Bool = false, _ links: @escaping @Sendable (ScannedText) -> [String]
  ) -> Check {
    Check(id, .warning) { text in
      guard let source = text.translatedSource, source.has(kinds) || text.scannedProposal.has(kinds) else { return [] }
      let (wanted, found) = (links(source), links(text.scannedProposal))
      let difference = TokenDifference(source: wanted, proposal: found)
      if isOrdered, difference.isEmpty, let index = wanted.indices.first(where: { wanted[$0] != found[$0] }) {
        return [CheckFinding("check.link.moved", wanted[index], token: found[index])]
      }
      return difference.findings(of: "check.link").withoutRepeats
    }
  }
}

extension TokenDifference {
  /// A finding for each token that the proposal lacks or adds.
  ///
  /// - Parameter code: The prefix of the codes of the two reasons.
  func findings(of code: String) -> [CheckFinding] {
    missing.map { CheckFinding(code + ".missing", token: $0) } + extra.map { CheckFinding(code + ".extra", token: $0) }
  }
}
