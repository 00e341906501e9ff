import Basics

/// The arguments of an ICU message by position.
struct MessageArguments {
  /// The names in the order of the default language.
  let names: [String]
  private let numbers: Set<String>

  /// The printf type of a plural's number.
  static let numberType = "lld"

  init(_ entry: AppCatalog.Entry, _ defaultPlace: Int) {
    let texts = [entry.texts[defaultPlace]] + entry.texts
    var names: [String] = []
    var numbers: Set<String> = []
    for case .message(let message, _)? in texts {
      for name in message.names where !names.contains(name) { names.append(name) }
      numbers.formUnion(message.allArguments.filter(\.isPlural).map(\.name))
    }
    self.names = names
    self.numbers = numbers
  }

  /// The number that chooses a plural: the first one in order; nil if none does.
  var onlyNumber: String? { names.first(where: numbers.contains) }

  /// The position of an argument, counted from 1.
  func position(of name: String) -> Int { (names.firstIndex(of: name) ?? names.count) + 1 }

  /// Whether a number chooses a plural by the argument.
  func isNumber(_ name: String) -> Bool { numbers.contains(name) }

  /// The argument as a conversion of Apple's, with its position if there are several.
  func conversion(of name: String) -> String {
    "%" + (names.count > 1 ? "\(position(of: name))$" : "") + (isNumber(name) ? Self.numberType : "@")
  }

  /// The name of an argument's variable.
  func variable(of name: String) -> String {
    let plain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return plain && name.utf8.first.map(\.isASCIILetter) == true ? name : "argument\(position(of: name))"
  }
}
