import Basics

/// The names of a workbook's worksheets: which are allowed, and which are still free.
struct WorksheetNames {
  /// Excel's limit.
  static let longest = 31

  private var taken: Set<[UInt8]> = []

  mutating func take(_ name: String) throws(SpreadsheetError) {
    if let fault = Self.fault(in: name) {
      throw SpreadsheetError(
        .xlsxSheetName, "the worksheet name \"\(name)\" \(fault).",
        hint: "Use 1 to \(Self.longest) characters, without [ ] : * ? / \\ and with no apostrophe at the start or end.")
    }
    if !taken.insert(Self.folded(name)).inserted {
      throw SpreadsheetError(
        .xlsxSheetName, "the worksheet name \"\(name)\" is already taken; upper and lower case do not count.",
        hint: "Give each worksheet a different name.")
    }
  }

  /// A free name made from another one and a number, `Review (2)`.
  func numbered(_ name: String) -> String {
    var number = 2
    while true {
      let suffix = " (\(number))"
      let numbered = Self.cut(name, to: Self.longest - suffix.utf16.count) + suffix
      if !taken.contains(Self.folded(numbered)) { return numbered }
      number += 1
    }
  }

  /// A free, allowed name that is as close to a text as possible.
  func allowed(_ text: String) -> String {
    var name = String(String.UnicodeScalarView(text.unicodeScalars.map { isForbidden($0) ? "_" : $0 }))
    name = String(Self.cut(name, to: Self.longest).unicodeScalars.trimming { $0 == "'" })
    if name.isEmpty { name = "Sheet" }
    // Excel reserves this name.
    if name.lowercased() == "history" { name += "_" }
    return taken.contains(Self.folded(name)) ? numbered(name) : name
  }

  private static func fault(in name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf16.count > longest { return "is \(name.utf16.count) characters long" }
    if name.utf8.first == UInt8(ascii: "'") || name.utf8.last == UInt8(ascii: "'") {
      return "has an apostrophe at its start or end"
    }
    if let scalar = name.unicodeScalars.first(where: isForbidden) {
      return scalar.value < 0x20 ? "contains a control character" : "contains \(scalar)"
    }
    return nil
  }

  private static func cut(_ name: String, to units: Int) -> String {
    var cut = ""
    var count = 0
    for character in name {
      count += character.utf16.count
      if count > units { break }
      cut.append(character)
    }
    return cut
  }

  /// Names are compared as bytes, in lower case.
  private static func folded(_ name: String) -> [UInt8] { Array(name.lowercased().utf8) }
}

private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "[", "]", ":", "*", "?", "/", "\\", "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": true
  default: false
  }
}
