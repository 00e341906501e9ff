import Basics

/// The scripts of languages, as far as checks need them.
enum WritingSystem {
  private static let rightToLeft = Set("ar, ckb, dv, fa, he, iw, ps, sd, ug, ur, yi".commaSeparated)

  static func isRightToLeft(_ language: String) -> Bool { rightToLeft.contains(language) }

  /// Whether a language is written in ideographs or syllables, so its texts have few characters.
  static func isDense(_ language: String) -> Bool { ["ja", "zh", "yue", "ko"].contains(language) }

  /// The letters of a language's script; nil for the Latin script and for languages with several.
  static func letters(of locale: String) -> [ClosedRange<UInt32>]? {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    guard let language = parts.first, !parts.contains("latn") else { return nil }
    return ranges[String(language)]
  }

  private static let ranges: [String: [ClosedRange<UInt32>]] = {
    let scripts: [(languages: String, ranges: [ClosedRange<UInt32>])] = [
      ("be bg kk ky mk mn ru tg uk", [0x400...0x52F]), ("el", [0x370...0x3FF, 0x1F00...0x1FFF]),
      ("hy", [0x530...0x58F]), ("he iw yi", [0x590...0x5FF]),
      ("ar ckb fa ps ur", [0x600...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFE]), ("hi mr ne", [0x900...0x97F]),
      ("bn as", [0x980...0x9FF]), ("pa", [0xA00...0xA7F]), ("gu", [0xA80...0xAFF]), ("or", [0xB00...0xB7F]),
      ("ta", [0xB80...0xBFF]), ("te", [0xC00...0xC7F]), ("kn", [0xC80...0xCFF]), ("ml", [0xD00...0xD7F]),
      ("si", [0xD80...0xDFF]), ("th", [0xE00...0xE7F]), ("lo", [0xE80...0xEFF]), ("my", [0x1000...0x109F]),
      ("ka", [0x10A0...0x10FF]), ("am ti", [0x1200...0x137F]), ("km", [0x1780...0x17FF]),
      ("ja", [0x3040...0x30FF, 0x3400...0x9FFF]), ("zh yue", [0x3400...0x9FFF, 0x20000...0x2FA1F]),
      ("ko", [0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF]),
    ]
    var table: [String: [ClosedRange<UInt32>]] = [:]
    for script in scripts {
      for language in script.languages.split(separator: " ") { table[String(language)] = script.ranges }
    }
    return table
  }()
}
