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
      guard let number = node.looseInteger else {
        throw JSONAnswer.Mismatch(.shape("\(Excerpt.visible(node.text)) is not a whole number"))
      }
      value = number
    case .string:
      guard let number = node.looseInteger else {
        throw JSONAnswer.Mismatch(.shape("\"\(Excerpt.visible(node.text))\" is not a number"))
      }
      value = number
    default: throw JSONAnswer.Mismatch(node, insteadOf: "a number")
    }
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
