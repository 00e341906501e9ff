import Basics
import KeyGenerator

/// The names that the arguments of a text have in a format whose placeholders have names: the same in every language,
/// and all different.
struct NamedArguments {
  /// The name for the number that chooses a plural.
  static let count = "count"

  let numberName: String
  /// The placeholders in braces that have another name in the format, in order.
  private(set) var renamed: [(old: String, new: String)] = []
  /// The names by the placeholders in braces, and by `%` and the position for conversions.
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private let spelling: (String) -> String

  /// Names the arguments of texts.
  ///
  /// - Parameters:
  ///   - number: The text in which to look for a plural's number; nil if the texts have no forms.
  ///   - renamesCount: Whether the number must have the name ``count``.
  ///   - spelling: Spells a name as the format does.
  init(_ texts: [TextPieces], number: TextPieces?, renamesCount: Bool, spelling: @escaping (String) -> String) {
    self.spelling = spelling
    let conversion = number.flatMap { text in
      text.conversions.first { $0.kind == .integer } ?? text.conversions.first { $0.kind == .double }
    }
    let written = conversion == nil ? number?.names.first { PluralNumber.names.contains($0.lowercased()) } : nil
    numberName = renamesCount ? Self.count : written.map(spelling) ?? Self.count
    if number != nil { taken.insert(numberName) }
    if let conversion { names[Self.id(of: conversion)] = numberName }
    if let written { assign(written, as: numberName) }
    for text in texts {
      for piece in text.pieces {
        switch piece {
        case .literal: break
        case .conversion(let argument): add(Self.id(of: argument), "arg\(argument.position)")
        case .named(let name): add(name)
        }
      }
    }
  }

  /// - Parameter number: The argument that must have the name ``count``; nil if there is none.
  init(messages names: [String], number: String? = nil, spelling: @escaping (String) -> String) {
    self.spelling = spelling
    numberName = Self.count
    if let number {
      taken.insert(Self.count)
      assign(number, as: Self.count)
    }
    for name in names { add(name) }
  }

  func name(of argument: PrintfFormat.Argument) -> String { names[Self.id(of: argument)] ?? "arg\(argument.position)" }

  /// The name of a placeholder in braces.
  func name(of written: String) -> String { names[written] ?? spelling(written) }

  private static func id(of argument: PrintfFormat.Argument) -> String { "%\(argument.position)" }

  private mutating func add(_ written: String) {
    guard names[written] == nil else { return }
    assign(written, as: free(spelling(written)))
  }

  private mutating func add(_ id: String, _ name: String) { if names[id] == nil { names[id] = free(name) } }

  private mutating func assign(_ written: String, as name: String) {
    names[written] = name
    if written != name { renamed.append((written, name)) }
  }

  /// The name, or the name with a number after it if another argument has it.
  private mutating func free(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

struct MessageArguments {
  let names: [String]
  private let numbers: Set<String>

  static let numberType = "lld"

  init(_ entry: AppCatalog.Entry, _ defaultIndex: Int) {
    let texts = [entry.texts[defaultIndex]] + entry.texts
    var names: [String] = []
    var numbers: Set<String> = []
    for case .message(let message, _)? in texts {
      for name in message.names where !names.contains(name) { names.append(name) }
      numbers.formUnion(message.allArguments.filter(\.isPlural).map(\.name))
    }
    // Those that every form has come first, because a position may follow only others that its text has.
    if case .message(let message, _)? = entry.texts[defaultIndex] {
      let own = Set(message.arguments.map(\.name))
      let forms = message.arguments.flatMap { $0.messages.map { Set($0.message.names) } }
      let uses = names.map { name in own.contains(name) ? forms.count + 1 : forms.count { $0.contains(name) } }
      names = names.indices.sorted { (-uses[$0], $0) < (-uses[$1], $1) }.map { names[$0] }
    }
    self.names = names
    self.numbers = numbers
  }

  /// The number that chooses a plural: the first one in order; nil if none does.
  var onlyNumber: String? { names.first(where: numbers.contains) }

  /// The position of an argument, counted from 1.
  func position(of name: String) -> Int { (names.firstIndex(of: name) ?? names.count) + 1 }

  /// The first argument that a text lacks although it has a later one, and the last that it has.
  func gap(in used: Set<String>) -> (lacking: String, before: String)? {
    guard let last = names.last(where: used.contains), let lacking = names.first(where: { !used.contains($0) }) else {
      return nil
    }
    return position(of: lacking) < position(of: last) ? (lacking, last) : nil
  }

  func isNumber(_ name: String) -> Bool { numbers.contains(name) }

  /// The argument as a conversion of Apple's.
  func conversion(of name: String, hasPosition: Bool) -> String {
    "%" + (hasPosition ? "\(position(of: name))$" : "") + (isNumber(name) ? Self.numberType : "@")
  }

  func variable(of name: String) -> String {
    let plain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return plain && name.utf8.first.map(\.isASCIILetter) == true ? name : "argument\(position(of: name))"
  }
}
