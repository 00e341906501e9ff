import Basics
import HTTPMessages

/// A type that a value in an answer can be read as.
protocol JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch)
}

/// The members of an object, read by name. Members that are not read may be anything.
struct JSONObject: JSONShape {
  private let node: JSONNode

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .object else { throw JSONAnswer.Mismatch(node, insteadOf: "an object") }
    self.node = node
  }

  /// A member that must be there.
  func required<Shape: JSONShape>(_ name: StaticString) throws(JSONAnswer.Mismatch) -> Shape {
    guard let value = node.member(name) else { throw JSONAnswer.Mismatch(.missing("\(name)")) }
    return try Self.read(value, name)
  }

  /// A member that may be missing or null; nil then.
  func optional<Shape: JSONShape>(_ name: StaticString) throws(JSONAnswer.Mismatch) -> Shape? {
    guard let value = node.member(name), value.kind != .null else { return nil }
    return try Self.read(value, name)
  }

  private static func read<Shape: JSONShape>(
    _ node: JSONNode, _ name: StaticString
  ) throws(JSONAnswer.Mismatch) -> Shape {
    do throws(JSONAnswer.Mismatch) {
      return try Shape(node)
    } catch {
      throw error.within("\(name)")
    }
  }
}

extension Array: JSONShape where Element: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .array else { throw JSONAnswer.Mismatch(node, insteadOf: "a list") }
    self = []
    reserveCapacity(node.count)
    for element in node.children {
      do throws(JSONAnswer.Mismatch) {
        append(try Element(element))
      } catch {
        throw error.within(count)
      }
    }
  }
}

extension String: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .string else { throw JSONAnswer.Mismatch(node, insteadOf: "a string") }
    self = node.text
  }
}

/// A number that may be written as a string of digits.
struct LooseInt: JSONShape {
  let value: Int

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    switch node.kind {
    case .number:
      guard let number = Digits.integer(node.bytes) ?? Self.wholeNumber(node.text) else {
        throw JSONAnswer.Mismatch(.shape("\(Excerpt.visible(node.text)) is not a whole number"))
      }
      value = number
    case .string:
      guard let number = Digits.integer(node.bytes) else {
        throw JSONAnswer.Mismatch(.shape("\"\(Excerpt.visible(node.text))\" is not a number"))
      }
      value = number
    default: throw JSONAnswer.Mismatch(node, insteadOf: "a number")
    }
  }

  /// The value of a number with a sign, a fraction or an exponent; nil if it is not whole.
  ///
  /// The result is what `JSONDecoder` reads: a number is whole if it is whole as a `Double`. Above 2^53 a `Double` cannot
  /// represent every number, so the digits themselves are read, and a fraction is cut off if 64 bits can hold all of them.
  private static func wholeNumber(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    guard let double = Double(text), let number = Int(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return number }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    let count = digits[0].utf8.count + exponent
    let all = digits.joined()
    guard let end = all.lastIndex(where: { $0 != "0" }) else { return nil }
    let needed = all[...end]
    guard needed.utf8.count <= count || UInt64(needed) != nil else { return nil }
    let padding = String(repeating: "0", count: max(0, count - needed.utf8.count))
    return Int(needed.prefix(count) + padding).map { isNegative ? -$0 : $0 }
  }
}

/// A Boolean that may be written as 0 or 1.
struct LooseBool: JSONShape {
  let value: Bool

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    if node.kind == .bool {
      value = node.isTrue
      return
    }
    let number = try LooseInt(node).value
    guard number == 0 || number == 1 else {
      throw JSONAnswer.Mismatch(.shape("\(number) is neither true nor false"))
    }
    value = number == 1
  }
}
