import Basics
import HTTPMessages

/// Reads answers that are small and have a fixed shape.
enum JSONAnswer {
  /// Reads an answer as a shape.
  static func read<Shape: JSONShape>(_ shape: Shape.Type, from body: [UInt8]) throws(Mismatch) -> Shape {
    try body.withUnsafeBufferPointer { (bytes) throws(Mismatch) in
      let tree: JSONTree
      do throws(JSONReader.SyntaxError) {
        tree = try JSONTree(JSONReader(bytes))
      } catch {
        throw Mismatch(.syntax(error))
      }
      return try tree.withRoot { (node) throws(Mismatch) in try Shape(node) }
    }
  }

  /// Why an answer is not what was expected.
  struct Mismatch: Error {
    enum Fault {
      /// It is not JSON.
      case syntax(JSONReader.SyntaxError)
      /// A member is missing, by its name.
      case missing(String)
      /// A value is of another shape, as a sentence.
      case shape(String)
      /// A value of the right shape that makes no sense, as a sentence.
      case sense(String)
    }

    private let fault: Fault
    /// The steps from the whole answer to the value, each with its mark.
    private var path = ""

    init(_ fault: Fault) {
      self.fault = fault
    }

    /// Creates the mismatch of a value of another kind than expected.
    init(_ node: JSONNode, insteadOf expected: String) {
      self.init(.shape("found \(node.noun) where \(expected) is expected"))
    }

    /// The same mismatch with the name of the member around it.
    func within(_ name: String) -> Mismatch {
      within(step: "." + name)
    }

    /// The same mismatch with the index of the element around it.
    func within(_ index: Int) -> Mismatch {
      within(step: "[\(index)]")
    }

    private func within(step: String) -> Mismatch {
      var outer = self
      outer.path = step + path
      return outer
    }

    /// What is wrong, with the path of the value.
    var message: String {
      let place = path.isEmpty ? "the answer" : String(path.hasPrefix(".") ? path.dropFirst() : path[...])
      return switch fault {
      case .syntax(let error): "the answer is not JSON: \(GuidScrub.scrubbed(error.message)) at byte \(error.offset)"
      case .missing(let name): "the answer has another shape: \(place) has no \"\(name)\""
      case .shape(let sentence): "the answer has another shape: \(place): \(sentence)"
      case .sense(let sentence): "\(place): \(sentence)"
      }
    }
  }
}

extension JSONNode {
  /// What the value is, for messages.
  fileprivate var noun: String {
    kind == .bool ? "\(isTrue)" : kind.noun
  }
}
