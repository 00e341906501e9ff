/// One component of a path, made from a text from outside: a locale, a section, a worksheet, a file in Drive.
///
/// It is never a folder's own name or one above it, has no separator of any system, no control, invisible or bidi characters,
/// no name that Windows reserves for devices, and neither begins nor ends with a character that a system drops. It leaves room
/// for an ending within the 255 bytes of most file systems.
package struct PathComponent: Hashable, Sendable {
  package let text: String

  private static let mostBytes = 200
  private static let separators = "/\\:*?\"<>|"
  /// The names that Windows reserves for devices, whatever their extension.
  private static let devices: Set<String> = {
    let numbered = (1...9).flatMap { ["com\($0)", "lpt\($0)"] }
    return Set(["con", "prn", "aux", "nul"] + numbered)
  }()

  /// Makes a name from a text. Characters that no name may have become `_`. If nothing is left, the name is `otherwise`.
  package init(_ text: String, otherwise: String = "_") {
    let scalars = text.unicodeScalars.map { Self.isAllowed($0) ? $0 : "_" }
    var name = String(String.UnicodeScalarView(scalars))[...]
    while let first = name.unicodeScalars.first, ". -".unicodeScalars.contains(first) {
      name.unicodeScalars.removeFirst()
    }
    while name.utf8.count > Self.mostBytes { name.removeLast() }
    while let last = name.unicodeScalars.last, ". ".unicodeScalars.contains(last) { name.unicodeScalars.removeLast() }
    let stem = name.prefix { $0 != "." }.lowercased()
    self.text = name.isEmpty ? otherwise : (Self.devices.contains(stem) ? "_" : "") + name
  }

  /// Uses a text unchanged as a name; nil if the name would have to differ from it.
  package init?(exactly text: String) {
    self.init(text, otherwise: "")
    guard !text.isEmpty, self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: !separators.unicodeScalars.contains(scalar)
    }
  }
}

/// The names in one folder, which stay distinct on disks that ignore case or Unicode normalization.
package struct PathComponents {
  private var taken: Set<String> = []

  package init() {}

  /// Adds a name; false if the disk may take it for one that was added before.
  package mutating func insert(_ name: String) -> Bool {
    // Swift compares strings by canonical equivalence.
    taken.insert(name.lowercased()).inserted
  }

  /// Adds a name made from a text, with a number after it if the disk may confuse it with another.
  package mutating func name(of text: String, separator: String = "-") -> String {
    let name = PathComponent(text).text
    var candidate = name
    var number = 2
    while !insert(candidate) {
      candidate = "\(name)\(separator)\(number)"
      number += 1
    }
    return candidate
  }
}
