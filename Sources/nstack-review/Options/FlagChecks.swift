import ArgumentParser

extension ArgumentHelp {
  /// The help of an argument, with the name that its value has there.
  static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }
}

extension NameSpecification {
  static let output: NameSpecification = [.customLong("output"), .customShort("o")]
}

extension ParsableArguments {
  func require(_ isAllowed: Bool, _ message: @autoclosure () -> String) throws {
    if !isAllowed { throw ValidationError(message()) }
  }

  /// Refuses the value of a flag, and says what the flag takes.
  func require<Value>(_ flag: String, _ value: Value?, takes what: String, _ isTaken: (Value) -> Bool) throws {
    guard let value, !isTaken(value) else { return }
    throw ValidationError("\(flag) is \(value is String ? "\"\(value)\"" : "\(value)"); it takes \(what).")
  }

  /// The flags of this group, and of the groups in it, whose values are not the default ones.
  var givenFlags: [String] {
    guard let defaults = try? Self.parse([]) else { return [] }
    return zip(Mirror(reflecting: self).children, Mirror(reflecting: defaults).children).flatMap { given, standard in
      if let group = given.value as? any NestedGroup { return group.arguments.givenFlags }
      return "\(given.value)" == "\(standard.value)" ? [] : [flagName(ofProperty: given.label ?? "")]
    }
  }
}

private protocol NestedGroup {
  var arguments: any ParsableArguments { get }
}

extension OptionGroup: NestedGroup {
  fileprivate var arguments: any ParsableArguments { wrappedValue }
}

/// The flag of a wrapped property: `--base-url` for `_baseURL`.
private func flagName(ofProperty label: String) -> String {
  zip(label, label.dropFirst()).reduce(into: "--") { name, letters in
    name += (letters.1.isUppercase && !letters.0.isUppercase ? "-" : "") + letters.1.lowercased()
  }
}
