import NStackAPI

extension ReviewSheet {
  /// The sheet's id: a hash of its scope and of every text and proposal in it, mixed with what tells one export from another.
  ///
  /// - Parameter mark: See ``SheetProvenance/mark``; without one the same content gives the same id.
  public func id(mark: UInt64? = nil) -> TextHash {
    var hash = scope.hash.bits ^ (mark ?? 0)
    func take(_ text: String) {
      var text = text
      hash = text.withUTF8 { xxh64($0, seed: hash) }
    }
    if let pickedRows {
      for row in languages.flatMap({ pickedRows[$0, default: []] }) {
        for column in ReviewColumn.allCases { take(row.cell(column)) }
      }
      return TextHash(bits: hash >> 14)
    }
    for language in languages {
      take(catalog.languages[language].locale)
      for key in keys {
        let count = rowCount(ofKeyAt: key, inLanguageAt: language)
        guard count > 0 else { continue }
        hash ^= keyHashes[key].bits
        hash = catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { xxh64($0, seed: hash) }
        for proposal in catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language) {
          take("\(proposal.id)\(proposal.canDelete)")
          take(proposal.value)
        }
      }
    }
    take(sourceLanguage.map { catalog.languages[$0].locale } ?? "")
    return TextHash(bits: hash >> 14)
  }
}
