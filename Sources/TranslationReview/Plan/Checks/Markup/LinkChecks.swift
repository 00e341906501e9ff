/// Warns of links that a proposal lacks or adds.
struct LinkCheck: Check {
  let id: String
  let severity = Diagnostic.Severity.warning
  /// The bytes without which a text has no such link.
  let marks: TextMarks
  /// The link, as messages name it.
  let noun: String
  /// The links of a text.
  let links: @Sendable (ScannedText) -> [String]

  /// Addresses of pages.
  static let urls = LinkCheck(id: "link.url", marks: .slash, noun: "address", links: LinkScanner.urls)
  /// Addresses of mailboxes.
  static let mailboxes = LinkCheck(id: "link.email", marks: .at, noun: "e-mail address", links: LinkScanner.mailboxes)
  /// Targets of Markdown links.
  static let markdown = LinkCheck(
    id: "markdown.link", marks: .bracket, noun: "link target", links: LinkScanner.markdownTargets)
  /// Linked messages of Vue.
  static let messages = LinkCheck(
    id: "link.message", marks: .at, noun: "link to another text", links: LinkScanner.linkedMessages)

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.has(marks) || text.scannedProposal.has(marks) else { return [] }
    let difference = TokenDifference(source: links(source), proposal: links(text.scannedProposal))
    return difference.missing.withoutRepeats.map {
      CheckFinding("The source text has this \(noun), and the proposal does not. Check that it is meant.", token: $0)
    }
      + difference.extra.withoutRepeats.map {
        CheckFinding("The source text does not have this \(noun). Check that it is meant.", token: $0)
      }
  }
}
