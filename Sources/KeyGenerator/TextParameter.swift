import Basics

/// A value that a text takes: a printf conversion at a position, or a name in braces.
struct TextParameter: Hashable, Sendable {
  enum Kind: String, Sendable {
    case text = "String"
    case number = "Int"
    case decimal = "Double"
  }

  /// How the text names the value: its position as a number, or the name in braces.
  let name: String
  let kind: Kind
  /// Whether it is a printf conversion.
  let isPositional: Bool

  /// The values that a text takes: those with a number by it, then those with a name in the order of their bytes. The order of
  /// the words does not count, so a reworded text does not make the values of a call change indices.
  ///
  /// Names that Swift finds equal are one. A value that the text takes as two types is a text, which every placeholder can
  /// show.
  static func all(in text: String) -> [TextParameter] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }),
      ICUMessage.message(in: bytes) == nil
    else { return [] }
    var kinds: [Int: Kind] = [:]
    for argument in PrintfFormat(bytes).arguments {
      guard let kind = Kind(argument.kind), (1...most).contains(argument.position) else { continue }
      let known = kinds[argument.position]
      kinds[argument.position] = known == nil || known == kind ? kind : .text
    }
    var found = kinds.map { position, kind in TextParameter(name: "\(position)", kind: kind, isPositional: true) }
    // Swift's equality, because the values are looked up by it.
    var seen = Set(found.map(\.name))
    for token in BracedToken.all(in: bytes) {
      let name = token.form == .double ? token.bareName : token.trimmedName
      guard isName(name), seen.insert(name).inserted else { continue }
      found.append(TextParameter(name: name, kind: .text, isPositional: false))
    }
    return found.sorted { left, right in
      switch (left.number, right.number) {
      case (let left?, let right?) where left != right: left < right
      case (_?, nil): true
      case (nil, _?): false
      default: ExactText(left.name) < ExactText(right.name)
      }
    }
  }

  /// The number that is the name; nil for a word.
  var number: Int? { Int(name) }

  /// The most values that a text takes by position. A higher number is a mistake in the text.
  static let most = 99

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    if first.isASCIIDigit { return name.utf8.count <= 3 && name.utf8.allSatisfy(\.isASCIIDigit) }
    return BracedToken.isName(name)
  }
}

extension TextParameter.Kind {
  /// The type for a conversion; nil for one that is a per cent sign before a word more often than not.
  init?(_ kind: PrintfFormat.Kind) {
    switch kind {
    case .object, .cString, .character: self = .text
    case .integer: self = .number
    case .double: self = .decimal
    case .pointer, .boolean: return nil
    }
  }
}
