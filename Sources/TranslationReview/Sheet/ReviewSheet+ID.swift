import NStackAPI

extension ReviewSheet {
  /// The sheet's id, by which it is known when it comes back.
  ///
  /// - Parameter mark: See ``SheetProvenance/mark``. With one the id is a hash of it, of the scope and of which keys and
  ///   languages are selected, which tells the parts of one export apart; without one of all that the sheet holds too, so
  ///   the same content gives the same id.
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
    for key in keys {
      take(catalog.keys[key].section)
      take(catalog.keys[key].key)
    }
    for language in languages {
      take(catalog.languages[language].locale)
      // A locale may be listed twice.
      hash ^= UInt64(language)
      if mark == nil { takeValues(inLanguageAt: language, &hash) }
    }
    take(sourceLanguage.map { catalog.languages[$0].locale } ?? "")
    return TextHash(bits: hash >> 14)
  }

  private func takeValues(inLanguageAt language: Int, _ hash: inout UInt64) {
    for key in keys where rowCount(ofKeyAt: key, inLanguageAt: language) > 0 {
      hash = catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { xxh64($0, seed: hash ^ UInt64(key)) }
      for proposal in catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language) {
        for var text in ["\(proposal.id)\(proposal.canDelete)", proposal.value] {
          hash = text.withUTF8 { xxh64($0, seed: hash) }
        }
      }
    }
  }
}
