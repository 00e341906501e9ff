package enum PluralCategory: String, CaseIterable, Sendable { case zero, one, two, few, many, other }

/// Which plural category the numbers of a language have.
///
/// Source: Unicode CLDR, in the version that `PluralTable` names (https://unicode.org/reports/tr35/tr35-numbers.html,
/// "Language Plural Rules").
package struct PluralRules: Sendable {
  /// What a number must be for a category: `n%100=3..10`.
  private struct Relation {
    let operand: Character
    let divisor: Int?
    let isNegated: Bool
    let ranges: [ClosedRange<Int>]

    init(_ text: Substring) {
      let sides = text.split(separator: "=")
      isNegated = sides[0].last == "!"
      let left = sides[0].split(whereSeparator: { "%!".contains($0) })
      operand = left[0].first ?? "n"
      divisor = left.count > 1 ? Int(left[1]) : nil
      ranges = (sides.last ?? "").split(separator: ",").map { range in
        let ends = range.split(separator: ".").compactMap { Int($0) }
        return (ends.first ?? 0)...(ends.last ?? 0)
      }
    }

    func holds(for number: Operands) -> Bool {
      // A number with decimals matches none of the whole numbers in rules.
      guard let value = number[operand] else { return isNegated }
      let rest = divisor.map { value % $0 } ?? value
      return ranges.contains { $0.contains(rest) } != isNegated
    }
  }

  /// The operands of a number, such as `1`, `1.0` or `1.2c6`; see "Plural Operand Meanings".
  private struct Operands {
    private var integer: Substring
    private var fraction: Substring = ""
    private let exponent: Int

    init(_ number: String) {
      let parts = number.split(whereSeparator: { "ceCE".contains($0) })
      exponent = parts.count > 1 ? max(0, min(Int(parts[1]) ?? 0, 18)) : 0
      let digits = (parts.first ?? "0").drop { "+-".contains($0) }.split(
        separator: ".", omittingEmptySubsequences: false)
      integer = digits.first ?? ""
      if digits.count > 1 { fraction = digits[1] }
      guard exponent > 0 else { return }
      integer += fraction.prefix(exponent) + String(repeating: "0", count: max(0, exponent - fraction.count))
      fraction = fraction.dropFirst(exponent)
    }

    private var withoutZeros: Substring {
      let zeros = fraction.reversed().prefix { $0 == "0" }.count
      return fraction.dropLast(zeros)
    }

    /// The value of an operand; nil for `n` with decimals that are not zero.
    subscript(name: Character) -> Int? {
      switch name {
      case "i": Self.value(integer)
      case "v": fraction.count
      case "w": withoutZeros.count
      case "f": Self.value(fraction)
      case "t": Self.value(withoutZeros)
      case "c", "e": exponent
      default: withoutZeros.isEmpty ? Self.value(integer) : nil
      }
    }

    /// The value of digits. The last digits of a long number are enough, because no divisor in a rule is that large.
    private static func value(_ digits: Substring) -> Int {
      let isLong = digits.dropLast(18).contains { $0 != "0" }
      return (Int(digits.suffix(18)) ?? 0) + (isLong ? 1_000_000_000_000_000_000 : 0)
    }
  }

  /// The categories except `other`, each with lists of relations: all relations of one list must hold.
  private let cases: [(category: PluralCategory, isEveryday: Bool, alternatives: [[Relation]])]

  /// The rules of a locale; nil for a language that the table lacks.
  package init?(locale: String, isOrdinal: Bool = false) {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    let table = isOrdinal ? Self.ordinals : Self.cardinals
    guard let language = parts.first,
      let rules = parts.dropFirst().lazy.compactMap({ table["\(language)-\($0)"] }).first ?? table[String(language)]
    else { return nil }
    self = rules
  }

  private init(_ conditions: ArraySlice<Substring>) {
    cases = conditions.compactMap { condition in
      let words = condition.split { $0 == " " || $0 == "~" }
      guard words.count == 2, let category = PluralCategory(rawValue: String(words[0])) else { return nil }
      let alternatives = words[1].split(separator: "|").map { $0.split(separator: "&").map(Relation.init) }
      return (category, !condition.contains("~"), alternatives)
    }
  }

  /// The category of a whole number.
  package func category(of number: Int) -> PluralCategory { category(of: String(number)) }

  /// The category of a number as it is written: `1`, `1.0` or `1.2c6`.
  package func category(of number: String) -> PluralCategory {
    let operands = Operands(number)
    return cases.first { $0.alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } } }?.category ?? .other
  }

  /// The categories that some number selects.
  package var known: [PluralCategory] { cases.map(\.category) + [.other] }

  /// The categories that whole numbers of everyday size select; in Romance languages, only millions select `many`.
  package var needed: [PluralCategory] { cases.filter(\.isEveryday).map(\.category) + [.other] }

  private static let cardinals = table(of: "# Cardinal numbers")
  private static let ordinals = table(of: "# Ordinal numbers")

  private static func table(of part: String) -> [String: PluralRules] {
    var table: [String: PluralRules] = [:]
    var isInPart = false
    for line in PluralTable.text.split(separator: "\n") {
      if line.first == "#" { isInPart = line == part }
      guard isInPart, line.first != "#" else { continue }
      let fields = line.split(separator: ";")
      let rules = PluralRules(fields.dropFirst())
      for language in fields[0].split(separator: " ") { table[String(language)] = rules }
    }
    return table
  }
}
