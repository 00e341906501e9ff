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

  /// The values that a text takes: first those with a position by number, then those with a name in byte order. The
  /// order in the text does not count, so rewording a text does not change the parameters of a function.
  ///
  /// Names that Swift finds equal are one name. A value that is used with two types is a text, which every placeholder
  /// can show. The arguments of an ICU message are values with a name.
  ///
  /// - Parameter count: The position of a plural's number. In a form that spells the number out, that position holds
  ///   another value.
  static func all(in text: String, count: Int? = nil) -> [TextParameter] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else { return [] }
    if let message = ICUMessage.message(in: bytes) { return sorted(all(in: message)) }
    var kinds: [Int: Kind] = [:]
    let arguments = PrintfFormat(bytes).arguments
    let isSpelledOut = arguments.contains {
      $0.position == count && !$0.isNumbered && ($0.kind == .object || $0.kind == .cString)
    }
    for argument in arguments {
      let position = argument.position + (isSpelledOut && argument.position >= count ?? 0 ? 1 : 0)
      guard let kind = Kind(argument.kind), (1...most).contains(position) else { continue }
      let known = kinds[position]
      kinds[position] = known == nil || known == kind ? kind : .text
    }
    var found = kinds.map { position, kind in TextParameter(name: "\(position)", kind: kind, isPositional: true) }
    // Compared as Swift does, because the values are looked up that way.
    var seen = Set(found.map(\.name))
    for token in BracedToken.all(in: bytes) {
      let name = token.form == .double ? token.bareName : token.trimmedName
      guard isName(name), seen.insert(name).inserted else { continue }
      found.append(TextParameter(name: name, kind: .text, isPositional: false))
    }
    return sorted(found)
  }

  private static func all(in message: ICUMessage) -> [TextParameter] {
    message.names.map { name in
      let uses = message.allArguments.filter { $0.name == name && !$0.isNumberSign }
      let kind: Kind = uses.contains(where: \.isPlural) ? .number : uses.allSatisfy(\.isPlain) ? .text : .decimal
      return TextParameter(name: name, kind: kind, isPositional: false)
    }
  }

  /// The values of all forms of a plural, each once: first the number, then the others, beginning with those of the
  /// form `other`.
  static func all(inForms forms: [String]) -> (count: TextParameter?, others: [TextParameter]) {
    let count = forms.lazy.compactMap(PluralNumber.number).first
    let position = count.flatMap { $0.isPositional ? $0.number : nil }
    var found: [String: TextParameter] = [:]
    for parameter in forms.flatMap({ all(in: $0, count: position) }) where parameter.name != count?.name {
      let isSame = found[parameter.name].map { $0.kind == parameter.kind } ?? true
      found[parameter.name] =
        isSame ? parameter : TextParameter(name: parameter.name, kind: .text, isPositional: parameter.isPositional)
    }
    return (count, sorted(Array(found.values)))
  }

  private static func sorted(_ found: [TextParameter]) -> [TextParameter] {
    found.sorted { left, right in
      switch (left.number, right.number) {
      case (let left?, let right?) where left != right: left < right
      case (_?, nil): true
      case (nil, _?): false
      default: ExactText(left.name) < ExactText(right.name)
      }
    }
  }

  /// The name as a number; nil if it is a word.
  var number: Int? { Int(name) }

  /// The most values that a text takes by position. A higher number is a mistake in the text.
  static let most = 99

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    if first.isASCIIDigit { return name.utf8.count <= 3 && name.utf8.allSatisfy(\.isASCIIDigit) }
    return BracedToken.isName(name)
  }
}

extension ICUMessage.Argument {
  /// Whether the value is passed as text and not as a number: `{name}`, `{sex, select, …}`, and values that only ICU
  /// formats.
  var isPlain: Bool { type != "number" || !["", "integer", "percent"].contains(style) }

  /// Whether only ICU can format the value: a date, an amount of money.
  var isForICU: Bool { !type.isEmpty && !hasMessages && isPlain }
}

/// The number that chooses a plural's form.
package enum PluralNumber {
  /// The names in braces that stand for a number.
  package static let names: Set = ["count", "n", "number", "num", "amount", "quantity", "total"]

  /// The number in a form: the first conversion of a number, else the first name of ``names``; nil if there is neither.
  static func number(in form: String) -> TextParameter? {
    let all = TextParameter.all(in: form)
    if let found = all.first(where: { $0.isPositional && $0.kind == .number }) { return found }
    if let found = all.first(where: { $0.isPositional && $0.kind == .decimal }) { return found }
    let tokens = BracedToken.all(in: Array(form.utf8)).map { $0.form == .double ? $0.bareName : $0.trimmedName }
    return tokens.first { names.contains($0.lowercased()) }.flatMap { name in all.first { $0.name == name } }
  }
}

extension TextParameter.Kind {
  /// The type for a conversion; nil if it is more likely a per cent sign before a word.
  init?(_ kind: PrintfFormat.Kind) {
    switch kind {
    case .object, .cString, .character: self = .text
    case .integer: self = .number
    case .double: self = .decimal
    case .pointer, .boolean: return nil
    }
  }
}
