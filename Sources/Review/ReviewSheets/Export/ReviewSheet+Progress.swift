extension ReviewSheet {
  /// The counts of the rows in some languages before anybody writes into them.
  func progress(inLanguagesAt languages: [Int]) -> ProgressCounts {
    var counts = ProgressCounts()
    for language in languages {
      guard pickedRows == nil else {
        for row in pickedRows?[language] ?? [] { counts.add(row.progress?.rawValue ?? "") }
        continue
      }
      for key in keys {
        let rows = rowCount(ofKeyAt: key, inLanguageAt: language)
        let isMissing =
          pendingProposals(ofKeyAt: key, inLanguageAt: language).isEmpty
          && extras.suggestions?.has(keyAt: key, inLanguageAt: language) != true
          && catalog.withUTF8(ofKeyAt: key, inLanguageAt: language, \.isEmpty)
        counts.add(isMissing ? RowProgress.missing.rawValue : "", count: rows)
      }
    }
    return counts
  }
}
