/// Compares the mark at the end of a text with the source text's.
struct EndMarkCheck: Check {
  let mark: EndMark

  var id: String { mark.id }
  var severity: Diagnostic.Severity { mark.severity }

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, !source.bytes.isEmpty, let wanted = text.sourceEnd,
      !mark.languagesWithout.contains(text.language)
    else { return [] }
    let found = text.proposalEnd
    let isWanted = mark.ends(wanted, language: "")
    guard isWanted != mark.ends(found, language: text.language) else { return [] }
    return isWanted
      ? [
        CheckFinding(
          "The source text ends in this \(mark.noun), and the proposal ends without one. Check that it is meant.",
          token: wanted.token)
      ]
      : [
        CheckFinding(
          "The proposal ends in this \(mark.noun), and the source text ends without one. Check that it is meant.",
          token: found.token)
      ]
  }
}

extension TextEnd {
  /// The character as messages show it.
  fileprivate var token: String? { last.map { String($0) } }
}
