package import Basics

/// The signs by which frameworks and gateways report a failure in an answer whose status is a success.
package enum FailureSign {
  private static let names: Set<String> = [
    "success", "ok", "error", "errors", "exception", "status", "code", "statusCode", "status_code",
  ]

  /// Whether a member beside `data` says that the call failed. Unreadable JSON does not count.
  static func isFailure(_ name: String, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard names.contains(name), let json = try? JSONReader(bytes), let tree = try? JSONTree(json) else { return false }
    return tree.withRoot { isFailure(name, $0) }
  }

  private static func isFailure(_ name: String, _ value: JSONNode) -> Bool {
    switch name {
    case "success", "ok": isFalse(value)
    case "error", "errors", "exception": isSaid(value)
    case "status", "code", "statusCode", "status_code": isBadStatus(value)
    default: false
    }
  }

  /// The first member of an object that says that the call failed; nil if none does.
  package static func find(in node: JSONNode) -> String? {
    guard node.kind == .object else { return nil }
    var children = node.children
    while let name = children.next(), let value = children.next() {
      if isFailure(name.text, value) { return name.text }
    }
    return nil
  }

  private static func isFalse(_ value: JSONNode) -> Bool {
    switch value.kind {
    case .bool: !value.isTrue
    case .number, .string: ["0", "false", "no"].contains(value.text.lowercased())
    default: false
    }
  }

  /// Whether a value reports an error: null, false, an empty value and the number zero do not.
  private static func isSaid(_ value: JSONNode) -> Bool {
    switch value.kind {
    case .null: false
    case .bool: value.isTrue
    case .number: value.text != "0"
    case .string: !value.text.isEmpty
    case .array, .object: value.count > 0
    }
  }

  private static func isBadStatus(_ value: JSONNode) -> Bool {
    if let number = value.looseInteger { return (400...599).contains(number) }
    guard value.kind == .string else { return false }
    return ["error", "fail", "failed", "failure", "nok"].contains(value.text.lowercased())
  }
}
