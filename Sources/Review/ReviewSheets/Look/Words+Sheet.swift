package import Basics

/// A sheet's texts for reviewers: how to edit it, and a workbook's messages for selected cells and input. The headers
/// and the words under `Action` are the same in every language.
extension Words {
  /// The words for a table of texts in these locales: in their common language, else in English.
  package static func ofTable(in locales: [String]) -> Words { Words(for: locales) ?? .english }

  /// The words whose instructions a sheet of texts in these locales has: English, and those in the texts' language.
  static func guides(for locales: [String]) -> [Words] {
    let own = ofTable(in: locales)
    return own == .english ? [.english] : [.english, own]
  }

  var guideLines: [String] {
    [
      self["guide.propose"], self["guide.withdraw"].replacing("{own}", with: self["own"]), self["noteHint"],
      self["guide.placeholders"], self["guide.rows"],
    ]
  }
}
