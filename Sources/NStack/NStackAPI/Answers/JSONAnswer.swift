import Basics
import HTTPMessages
import Resources

/// Reads answers that are small and have a fixed shape.
enum JSONAnswer {
  static func read<Shape: JSONShape>(_ shape: Shape.Type, from body: [UInt8]) throws(Mismatch) -> Shape {
    try JSONTree.withRoot(of: body, orThrow: { Mismatch(.syntax($0)) }) { (node) throws(Mismatch) in try Shape(node) }
  }

  struct Mismatch: Error {
    enum Fault {
      case syntax(JSONReader.SyntaxError)
      case missing(String)
      /// A value has the wrong shape, as the sentence says.
      case shape(String)
      /// A value has the right shape but makes no sense, as the sentence says.
      case sense(String)
    }

    private let fault: Fault
    /// The steps from the whole answer to the value, each with its separator.
    private var path = ""

    init(_ fault: Fault) { self.fault = fault }

    init(_ node: JSONNode, insteadOf expected: String) {
      self.init(.shape("found \(node.noun) where \(expected) is expected"))
    }

    func within(_ name: String) -> Mismatch { within(step: "." + name) }

    func within(_ index: Int) -> Mismatch { within(step: "[\(index)]") }

    private func within(step: String) -> Mismatch {
      var outer = self
      outer.path = step + path
      return outer
    }

    var message: String {
      switch fault {
      case .syntax: "the answer is \(detail)"
      case .missing, .shape: "the answer has an unexpected shape: \(detail)"
      case .sense: detail
      }
    }

    /// What is wrong and where in the JSON, which may be a file's.
    var detail: String {
      let location = path.isEmpty ? "the answer" : String(path.hasPrefix(".") ? path.dropFirst() : path[...])
      return switch fault {
      case .syntax(let error): "not JSON: \(GuidScrub.scrubbed(error.message)) at byte \(error.offset)"
      case .missing(let name): "\(location) has no \"\(name)\""
      case .shape(let sentence), .sense(let sentence): "\(location): \(sentence)"
      }
    }
  }
}

extension JSONNode { fileprivate var noun: String { kind == .bool ? "\(isTrue)" : kind.noun } }

protocol JSONShape { init(_ node: JSONNode) throws(JSONAnswer.Mismatch) }

/// The members of an object, read by name. Members that are not read may be anything.
struct JSONObject: JSONShape {
  private let node: JSONNode

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .object else { throw JSONAnswer.Mismatch(node, insteadOf: "an object") }
    self.node = node
  }

  func required<Shape: JSONShape>(_ name: StaticString) throws(JSONAnswer.Mismatch) -> Shape {
    guard let value = node.member(name) else { throw JSONAnswer.Mismatch(.missing("\(name)")) }
    return try Self.read(value, name)
  }

  func optional<Shape: JSONShape>(_ name: StaticString) throws(JSONAnswer.Mismatch) -> Shape? {
    guard let value = node.member(name), value.kind != .null else { return nil }
    return try Self.read(value, name)
  }

  private static func read<Shape: JSONShape>(_ node: JSONNode, _ name: StaticString) throws(JSONAnswer.Mismatch)
    -> Shape
  { do throws(JSONAnswer.Mismatch) { return try Shape(node) } catch { throw error.within("\(name)") } }
}

extension Array: JSONShape where Element: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .array else { throw JSONAnswer.Mismatch(node, insteadOf: "a list") }
    self = []
    reserveCapacity(node.count)
    for element in node.children {
      do throws(JSONAnswer.Mismatch) { append(try Element(element)) } catch { throw error.within(count) }
    }
  }
}

extension String: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .string else { throw JSONAnswer.Mismatch(node, insteadOf: "a string") }
    self = node.text
  }
}

extension Int: JSONShape {
  /// Reads a number, which may be written as a string of digits.
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .number || node.kind == .string else { throw JSONAnswer.Mismatch(node, insteadOf: "a number") }
    guard let number = node.looseInteger else {
      let text = Excerpt.visible(node.text)
      throw JSONAnswer.Mismatch(
        .shape(node.kind == .number ? "\(text) is not a whole number" : "\"\(text)\" is not a number"))
    }
    self = number
  }
}

extension Bool: JSONShape {
  /// Reads a truth value, which may be the number 0 or 1.
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    if node.kind == .bool {
      self = node.isTrue
      return
    }
    let number = try Int(node)
    guard number == 0 || number == 1 else { throw JSONAnswer.Mismatch(.shape("\(number) is neither true nor false")) }
    self = number == 1
  }
}

extension JSONNode {
  /// The value of a member; nil if there is none, or if the node is not an object.
  func field(_ name: StaticString) -> JSONNode? { kind == .object ? member(name) : nil }
}

extension FailureSign {
  static func refuse(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard let name = find(in: node) else { return }
    throw JSONAnswer.Mismatch(.sense("\"\(name)\" says that the call failed"))
  }
}
