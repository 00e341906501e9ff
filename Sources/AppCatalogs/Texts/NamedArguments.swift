import Basics

/// The names that the arguments of a text have in a format whose placeholders have names: the same in every language, and
/// no two the same.
struct NamedArguments {
  /// The name for the number that chooses a plural.
  static let count = "count"
  /// Names that texts have for a number.
  private static let numbers: Set = ["count", "n", "number", "num", "amount", "quantity", "total"]

  /// The name of a plural's number.
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
  ///   - texts: The texts of all languages, those of the default language first.
  ///   - number: The text in which a plural's number is looked for; nil if the texts have no forms.
  ///   - renamesCount: Whether the number must have the name ``count``.
  ///   - spelling: What the format makes of a name.
  init(_ texts: [TextPieces], number: TextPieces?, renamesCount: Bool, spelling: @escaping (String) -> String) {
    self.spelling = spelling
    let conversion = number.flatMap { text in
      text.conversions.first { $0.kind == .integer } ?? text.conversions.first { $0.kind == .double }
    }
    let written = conversion == nil ? number?.names.first { Self.numbers.contains($0.lowercased()) } : nil
    numberName = renamesCount ? Self.count : written.map(spelling) ?? Self.count
    if number != nil { taken.insert(numberName) }
    if let conversion { names[Self.id(of: conversion)] = numberName }
    if let written { take(written, as: numberName) }
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

  /// Names the arguments of ICU messages.
  ///
  /// - Parameter number: The argument that must have the name ``count``; nil if there is none.
  init(messages names: [String], number: String? = nil, spelling: @escaping (String) -> String) {
    self.spelling = spelling
    numberName = Self.count
    if let number {
      taken.insert(Self.count)
      take(number, as: Self.count)
    }
    for name in names { add(name) }
  }

  /// The name of a conversion.
  func name(of argument: PrintfFormat.Argument) -> String { names[Self.id(of: argument)] ?? "arg\(argument.position)" }

  /// The name of a placeholder in braces.
  func name(of written: String) -> String { names[written] ?? spelling(written) }

  private static func id(of argument: PrintfFormat.Argument) -> String { "%\(argument.position)" }

  private mutating func add(_ written: String) {
    guard names[written] == nil else { return }
    take(written, as: free(spelling(written)))
  }

  private mutating func add(_ id: String, _ name: String) {
    if names[id] == nil { names[id] = free(name) }
  }

  private mutating func take(_ written: String, as name: String) {
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

/// The texts of an entry in pieces, with what is the same for all languages.
struct EntryPieces {
  /// The text of each language without forms; nil where there is none.
  private(set) var plain: [TextPieces?] = []
  /// The forms of each language; nil where there are none.
  private(set) var forms: [[PluralCategory: TextPieces]?] = []
  /// Whether the texts are formats: the default language's is one, or any if it has none.
  let isFormat: Bool

  private let defaultPlace: Int

  init(_ entry: AppCatalog.Entry, _ defaultPlace: Int, readsBraces: Bool) {
    self.defaultPlace = defaultPlace
    isFormat = Self.isFormat(entry, defaultPlace)
    for text in entry.texts {
      var single: TextPieces?
      var several: [PluralCategory: TextPieces]?
      switch text {
      case .plain(let text)?: single = TextPieces(text, readsBraces: readsBraces, readsConversions: isFormat)
      case .forms(let forms)?:
        several = forms.mapValues { TextPieces($0, readsBraces: readsBraces, readsConversions: isFormat) }
      case .message?, nil: break
      }
      plain.append(single)
      forms.append(several)
    }
  }

  /// Whether the forms of a language cannot have names for their conversions, which is told.
  func formsAreInConflict(telling context: inout DialectContext) -> Bool {
    let isInConflict = forms.contains { $0.map { TextPieces.areInConflict(Array($0.values)) } ?? false }
    guard isInConflict else { return false }
    context.tell(
      .argument,
      "Two conversions take one argument, or only some have positions, so each form stays a text of its own.")
    return true
  }

  /// All texts, those of the default language first, and `other` before the other forms.
  var all: [TextPieces] {
    let order = [defaultPlace] + plain.indices.filter { $0 != defaultPlace }
    return order.flatMap { place in
      [plain[place]].compactMap(\.self)
        + PluralCategory.allCases.reversed().compactMap { forms[place]?[$0] }
    }
  }

  /// The text in which a plural's number is looked for; nil if there are no forms.
  var number: TextPieces? { (forms[defaultPlace] ?? forms.lazy.compactMap(\.self).first)?[.other] }

  private static func isFormat(_ entry: AppCatalog.Entry, _ defaultPlace: Int) -> Bool {
    func isFormat(_ text: CatalogText?) -> Bool? {
      switch text {
      case .plain(let text)?: PrintfFormat(Array(text.utf8)).isFormat
      case .forms(let forms)?: forms.values.contains { PrintfFormat(Array($0.utf8)).isFormat }
      case .message?, nil: nil
      }
    }
    return isFormat(entry.texts[defaultPlace]) ?? entry.texts.contains { isFormat($0) == true }
  }
}
