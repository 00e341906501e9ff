import Basics
import Foundation

/// A text that a program may have converted, and its possible originals. LibreOffice and gnumeric read `007`, `1/2` and
/// `1E5` of a CSV file as numbers and dates, and write them in their own form.
struct ConvertedText {
  let found: String

  /// The possible originals of the found text, including itself. Only a fingerprint of the original may be left, so
  /// each candidate is a text that programs are known to convert in this way.
  var originals: [String] {
    let plain = ReviewColumn.trimmed(found)
    let edges = [" ", "\n", "\t", "\u{A0}"]
    return names + edges.flatMap { [$0 + plain, plain + $0, $0 + plain + $0] }
  }

  /// The possible originals of a name, which has no spaces at its ends.
  var names: [String] {
    let plain = ReviewColumn.trimmed(found)
    var texts = plain == found ? [found] : [found, plain]
    if !found.utf8.allSatisfy({ $0 < 0x80 }) {
      for text in texts {
        texts += [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
        if let decoded = Mojibake.undone(text) { texts.append(decoded) }
      }
      texts.append(String(found.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 }))
    }
    return plain.utf8.count > Self.longestValue ? texts : texts + numbers(plain) + dates(plain) + booleans(plain)
  }

  /// Whether a program may have converted a known text to the found one.
  func mayComeFrom(_ exported: String, isStoredAsText: Bool) -> Bool {
    let exported = ReviewColumn.trimmed(LineEnds.normalized(exported))
    if originals.contains(where: { LineEnds.areEqual(ReviewColumn.trimmed($0), exported) }) { return true }
    // Programs show error values for texts that they read as formulas.
    if found.hasPrefix("#") || found.hasPrefix("Err:") { return ProgramDamage.isConversion(of: exported, to: found) }
    guard !exported.contains(where: \.isLetter) || Self.number(exported) != nil else { return false }
    if let left = Self.number(exported), let right = Self.number(found) {
      return left == right || abs(left - right) <= abs(left) * 1e-6 || !isStoredAsText
    }
    if !isStoredAsText { return ProgramDamage.isConversion(of: exported, to: found) }
    let parts = Self.parts(exported)
    return parts.count > 1
      && parts.allSatisfy { part in
        Self.parts(found).contains {
          $0 == part || (part > 1_900 && $0 == part % 100) || ($0 > 1_900 && $0 % 100 == part)
        }
      } && found.count { $0.isLetter } <= 9
  }

  // MARK: - Numbers, dates and Booleans

  /// The maximum length, in bytes, of a text that a program reads as a number or a date.
  private static let longestValue = 40
  /// The maximum number of digits that a program keeps of a number.
  private static let exactDigits = 15

  /// A number as programs write it, also with `%`, spaces, or a decimal comma; nil for any other text.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= longestValue, text.contains(where: \.isNumber) else { return nil }
    let isPercent = text.hasSuffix("%")
    let digits = String(text.filter { !$0.isWhitespace && $0 != "%" }.map { $0 == "," ? "." : $0 })
    return Double(digits).map { isPercent ? $0 / 100 : $0 }
  }

  /// The numbers that a program may have shortened: leading and trailing zeros, signs, exponents.
  private func numbers(_ plain: String) -> [String] {
    guard let value = Self.number(plain), !plain.hasSuffix("%") else { return [] }
    let isNegative = plain.hasPrefix("-")
    let digits = isNegative ? String(plain.dropFirst()) : plain
    let point = plain.contains(",") ? "," : "."
    var texts = ["+" + digits, digits.replacing(".", with: ","), digits.replacing(",", with: ".")]
    for count in 1...Self.exactDigits where digits.count + count <= Self.exactDigits + 1 {
      let zeros = String(repeating: "0", count: count)
      texts += [zeros + digits, digits + zeros]
      if !digits.contains(point) { texts += [digits + "." + zeros, digits + "," + zeros] }
    }
    var (mantissa, exponent) = (value.magnitude, 0)
    while mantissa >= 10, mantissa.truncatingRemainder(dividingBy: 10) == 0, exponent < 300 {
      (mantissa, exponent) = (mantissa / 10, exponent + 1)
      let head = mantissa < 1e15 ? String(Int(mantissa)) : ""
      for sign in ["E", "e", "E+", "e+"] { texts.append("\(head)\(sign)\(exponent)") }
    }
    texts += ["\(Self.percent(value))%", "\(Self.percent(value)) %"]
    return isNegative ? texts.map { "-" + $0 } : texts
  }

  private static func percent(_ value: Double) -> String {
    let hundredfold = (value * 100).rounded()
    return hundredfold.magnitude < 1e15 ? String(Int(hundredfold)) : ""
  }

  /// The numbers in a text, with its English month names.
  private static func parts(_ text: String) -> [Int] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.flatMap { word -> [Int] in
      if let month = CivilDate.monthNames.firstIndex(where: { word.hasPrefix($0) }) { return [month + 1] }
      return word.split { !$0.isNumber }.compactMap { Int($0) }
    }
  }

  /// The dates and times that a program may have written in another order, with other separators or a year.
  private func dates(_ plain: String) -> [String] {
    let parts = Self.parts(plain)
    guard (2...6).contains(parts.count), plain.count(where: \.isLetter) <= 9 else { return [] }
    let numbers = Array(parts.prefix(3))
    var orders = [numbers, numbers.reversed()]
    if numbers.count == 3 {
      // The program may have added the year.
      orders += [[0, 1], [1, 0], [1, 2], [2, 1], [1, 0, 2], [2, 0, 1]].map { $0.map { numbers[$0] } }
    }
    return orders.flatMap { order in
      [false, true].flatMap { isPadded in
        [false, true].flatMap { isShort in
          let words = order.map { number in
            let shown = isShort && number > 1_900 ? number % 100 : number
            return isPadded && shown < 10 ? "0\(shown)" : "\(shown)"
          }
          return ["/", "-", ".", ":", ". "].map { words.joined(separator: $0) }
        }
      }
    }
  }

  private func booleans(_ plain: String) -> [String] {
    switch ReviewColumn.flag(plain) {
    case true?: ["TRUE", "True", "true"]
    case false?: ["FALSE", "False", "false"]
    case nil: []
    }
  }
}
