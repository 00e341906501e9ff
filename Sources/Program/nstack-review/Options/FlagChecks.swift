import ArgumentParser

extension ArgumentVisibility {
  /// The visibility of flags that only `--help-all` shows. Completions offer them too.
  static var rare: ArgumentVisibility { CompletionShell.requesting == nil ? .hidden : .default }
}

extension ArgumentHelp {
  /// The help of an argument, with a name for its value.
  static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }

  /// The help of a flag that only `--help-all` shows.
  static func rare(_ text: String) -> ArgumentHelp { ArgumentHelp(text, visibility: .rare) }

  fileprivate func with(_ value: String) -> ArgumentHelp {
    var help = self
    help.valueName = value
    return help
  }
}

/// Flags that take a value, created with the value's name in the help: optional ones, ones with a default, and repeatable ones.
extension Option {
  init<T: ExpressibleByArgument>(
    _ value: String, _ help: ArgumentHelp, name: NameSpecification = .long, completion: CompletionKind? = nil
  ) where Value == T? { self.init(name: name, help: help.with(value), completion: completion) }

  init(
    wrappedValue: Value, _ value: String, _ help: ArgumentHelp, name: NameSpecification = .long,
    completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(wrappedValue: wrappedValue, name: name, help: help.with(value), completion: completion)
  }

  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ value: String, _ help: ArgumentHelp, name: NameSpecification = .long,
    completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(wrappedValue: wrappedValue, name: name, help: help.with(value), completion: completion)
  }
}

extension Flag<Bool> {
  init(wrappedValue: Bool, _ help: ArgumentHelp, name: NameSpecification = .long) {
    self.init(wrappedValue: wrappedValue, name: name, help: help)
  }
}

/// Flags under a title in the help of every command that has them, unless it gives another.
protocol TitledFlags: ParsableArguments { static var title: String { get } }

extension OptionGroup where Value: TitledFlags {
  init(visibility: ArgumentVisibility = .default) { self.init(title: Value.title, visibility: visibility) }
}

extension NameSpecification { static let output: NameSpecification = [.customLong("output"), .customShort("o")] }

extension ParsableArguments {
  func require(_ isAllowed: Bool, _ message: @autoclosure () -> String) throws {
    if !isAllowed { throw ValidationError(message()) }
  }

  /// Refuses a missing value of a flag, and says what the flag takes.
  func require<Value>(_ flag: String, _ value: Value?, takes what: String, _ isTaken: (Value) -> Bool) throws {
    guard let value, !isTaken(value) else { return }
    throw ValidationError("\(flag) is \(value is String ? "\"\(value)\"" : "\(value)"); it takes \(what).")
  }

  /// Refuses the first of some given flags, for a reason.
  func refuse(_ flags: [String], _ reason: String) throws {
    if let flag = flags.first { throw ValidationError("\(flag) \(reason)") }
  }

  /// The flags of this group, and of the groups in it, that are on or have a value, if only by default. This takes far less
  /// time than ``givenFlags``.
  var setFlags: [String] { flags.filter { !["false", "nil", "[]"].contains("\($0.value)") }.map(\.name) }

  var givenFlags: [String] { given.map(\.name) }

  /// The flags of this group, and of the groups in it, whose values are not the default ones, with the texts of options.
  var given: [(name: String, texts: [String])] {
    guard let defaults = try? Self.parse([]) else { return [] }
    return zip(flags, defaults.flags).compactMap { flag, other in
      "\(flag.value)" == "\(other.value)" ? nil : (flag.name, (flag.value as? any TextOption)?.texts ?? [])
    }
  }

  var flags: [(name: String, value: Any)] {
    Mirror(reflecting: self).children.flatMap { child in
      (child.value as? any NestedGroup)?.arguments.flags ?? [(flagName(ofProperty: child.label ?? ""), child.value)]
    }
  }
}

private protocol TextOption { var texts: [String] { get } }

extension Option: TextOption {
  fileprivate var texts: [String] {
    (wrappedValue as? [String]) ?? (wrappedValue as? any CustomStringConvertible).map { ["\($0)"] } ?? []
  }
}

private protocol NestedGroup { var arguments: any ParsableArguments { get } }

extension OptionGroup: NestedGroup { fileprivate var arguments: any ParsableArguments { wrappedValue } }

/// The flag of a wrapped property: `--base-url` for `_baseURL`.
private func flagName(ofProperty label: String) -> String {
  zip(label, label.dropFirst()).reduce(into: "--") { name, letters in
    name += (letters.1.isUppercase && !letters.0.isUppercase ? "-" : "") + letters.1.lowercased()
  }
}

extension CommandConfiguration {
  /// Describes a command. The examples are calls of it, without the program's name.
  init(
    _ name: String, _ abstract: String, discussion: String = "", examples: [String],
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    let calls = (["Examples:\n"] + examples.map { "  nstack-review \($0)" }).joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract, discussion: discussion.isEmpty ? calls : "\(discussion)\n\n\(calls)",
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}
