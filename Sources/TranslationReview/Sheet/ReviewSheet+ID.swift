import NStackAPI

extension ReviewSheet {
  /// The sheet's id, which identifies it when it comes back.
  ///
  /// - Parameter mark: See ``SheetProvenance/mark``. With a mark, the id is a hash of the mark, the scope, and the
  ///   selected keys and languages, so that the parts of one export have different ids. Without a mark, the id is also
  ///   a hash of the sheet's contents, so that the same contents have the same id.
  package func id(mark: UInt64? = nil) -> TextHash {
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
      // The list of languages may contain a locale twice.
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
