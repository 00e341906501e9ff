package import NStackAPI

extension LocalizedTexts {
  /// The proposals that are shown in a language, by section and key.
  package func shownProposals(inLocale locale: String) -> [Proposal] {
    guard let place = place(ofLocale: locale) else { return [] }
    return pending.filter { self.place(ofLocale: $0.key.locale) == place }
      .compactMap { choice.shown(of: $0.value) }
      .sorted { left, right in
        let (first, second) = (TextName(left), TextName(right))
        return (first.section, first.key) < (second.section, second.key)
      }
  }
}

extension TextName {
  fileprivate init(_ proposal: Proposal) {
    self.init(section: proposal.text.section, key: proposal.text.key)
  }
}
