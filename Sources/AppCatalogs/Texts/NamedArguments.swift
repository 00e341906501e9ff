import Basics

/// The names that the arguments of a text have in a format whose placeholders have names.
struct NamedArguments {
  /// The name for the number that chooses a plural.
  static let count = "count"

  /// The position of the printf conversion that is a plural's number; nil if there is none.
  private let countPosition: Int?
  /// The placeholder in braces that is a plural's number; nil if there is none.
  private let countName: String?
  /// What a format makes of a name.
  private let spelling: @Sendable (String) -> String
  /// Whether the plural's number must have the name ``count``.
  private let renamesCount: Bool

  /// Names the arguments of a text without forms.
  init(spelling: @escaping @Sendable (String) -> String) {
    (countPosition, countName, renamesCount) = (nil, nil, false)
    self.spelling = spelling
  }

  /// Names the arguments of a plural's forms.
  init(
    _ forms: [PluralCategory: TextPieces], renamesCount: Bool, spelling: @escaping @Sendable (String) -> String
  ) {
    let other = forms[.other]
    let conversions = other?.conversions ?? []
    countPosition =
      (conversions.first { $0.kind == .integer } ?? conversions.first { $0.kind == .double }
      ?? (conversions.count == 1 ? conversions.first : nil))?.position
    let names = (other?.names ?? []).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let usual = ["count", "n", "number", "num", "amount", "quantity", "total"]
    countName =
      countPosition != nil
      ? nil
      : names.first { usual.contains($0.lowercased()) } ?? (names.count == 1 ? names.first : nil)
    self.renamesCount = renamesCount
    self.spelling = spelling
  }

  /// The name of a plural's number.
  var numberName: String {
    guard !renamesCount, let countName else { return Self.count }
    return spelling(countName)
  }

  /// The placeholder that is a plural's number, if it has another name in the format.
  var renamed: String? { renamesCount && countName != Self.count ? countName : nil }

  /// The name of a conversion.
  func name(of argument: PrintfFormat.Argument) -> String {
    argument.position == countPosition ? Self.count : "arg\(argument.position)"
  }

  /// The name of a placeholder in braces.
  func name(of written: String) -> String {
    written == countName ? numberName : spelling(written)
  }
}
