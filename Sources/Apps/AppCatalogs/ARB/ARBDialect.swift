import Basics
import KeyGenerator

/// Texts as Flutter's ARB files hold them: ICU messages, with names that are valid in Dart.
struct ARBDialect: TextDialect {
  let options: CatalogOptions

  func name(of entry: TextName) -> String { DartName.member(entry.section.string + " " + entry.key.string) }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    let pieces = EntryPieces(entry, context.defaultIndex, readsBraces: true)
    guard !pieces.formsAreInConflict(reportingTo: &context) else { return nil }
    let messages = MessageArguments(entry, context.defaultIndex)
    let named =
      messages.names.isEmpty
      ? NamedArguments(pieces.all, number: pieces.number, renamesCount: false, spelling: DartName.parameter)
      : NamedArguments(messages: messages.names, spelling: DartName.parameter)
    var arguments: [CatalogArgument] = []
    let texts = entry.texts.enumerated().map { index, text -> CatalogContents.Value? in
      do throws(FlatMessage.Unsupported) {
        if case .message(let message, _)? = text {
          return .plain(try self.message(message, isInPlural: false, number: nil, named, &arguments))
        }
        if case .plain(let source)? = text, let message = ICUMessage.message(in: Array(source.utf8)) {
          let names = NamedArguments(messages: message.names, spelling: DartName.parameter)
          return .plain(try self.message(message, isInPlural: false, number: nil, names, &arguments))
        }
        if let text = pieces.plain[index] {
          guard !text.hasSizes, !TextPieces.areInConflict([text]) else {
            throw FlatMessage.Unsupported(reason: "two conversions with one argument")
          }
          return .plain(try rendered(text, isFormat: pieces.isFormat, isInPlural: false, named, &arguments))
        }
        if let forms = pieces.forms[index] {
          return .plain(try plural(forms, isFormat: pieces.isFormat, named, &arguments))
        }
        return nil
      } catch {
        let hint = options.usesEscaping || !error.isAboutQuotes ? "" : " Add --style use-escaping."
        context.report(.message, "Flutter cannot read \(error.reason), so the text is left out.\(hint)", index: index)
        return nil
      }
    }
    for (old, new) in named.renamed {
      context.report(
        .argument,
        "The placeholder {\(old)} is renamed {\(new)}, because names in Dart are unique "
          + "and consist of letters and digits.")
    }
    return DialectTexts(texts: texts, arguments: arguments)
  }

  private func plural(
    _ forms: [PluralCategory: TextPieces], isFormat: Bool, _ named: NamedArguments, _ arguments: inout [CatalogArgument]
  ) throws(FlatMessage.Unsupported) -> String {
    arguments.add(CatalogArgument(name: named.numberName, kind: .integer))
    var text = "{\(named.numberName), plural,"
    for category in PluralCategory.allCases {
      guard let form = forms[category] else { continue }
      text += " \(category.rawValue){"
      text += try rendered(form, isFormat: isFormat, isInPlural: true, named, &arguments) + "}"
    }
    return text + "}"
  }

  private func rendered(
    _ text: TextPieces, isFormat: Bool, isInPlural: Bool, _ named: NamedArguments, _ arguments: inout [CatalogArgument]
  ) throws(FlatMessage.Unsupported) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal):
        result += try quoted(PercentSigns.single(literal, isFormat: isFormat), isInPlural: isInPlural)
      case .named(let written):
        let name = named.name(of: written)
        arguments.add(CatalogArgument(name: name, kind: .any))
        result += "{\(name)}"
      case .conversion(let argument):
        let name = named.name(of: argument)
        arguments.add(CatalogArgument(name: name, kind: Self.kind(of: argument)))
        result += "{\(name)}"
      }
    }
    return result
  }

  private static func kind(of argument: PrintfFormat.Argument) -> CatalogArgument.Kind {
    switch argument.kind {
    case .integer: .integer
    case .double: .decimal
    case .object, .character, .cString: .text
    case .boolean, .pointer: .any
    }
  }

  /// A literal with quotes, if the app's reader unquotes them.
  private func quoted(_ literal: String, isInPlural: Bool) throws(FlatMessage.Unsupported) -> String {
    func isSyntax(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || (byte == UInt8(ascii: "#") && isInPlural)
    }
    guard options.usesEscaping else {
      guard !literal.utf8.contains(where: isSyntax) else {
        throw FlatMessage.Unsupported(reason: "text with a brace or number sign", isAboutQuotes: true)
      }
      return literal
    }
    let quote = UInt8(ascii: "'")
    var bytes: [UInt8] = []
    var isQuoting = false
    var last: UInt8?
    for byte in literal.utf8 {
      if isSyntax(byte), last == quote {
        throw FlatMessage.Unsupported(reason: "an apostrophe before a brace or number sign")
      }
      // Adjacent special characters share one pair of quotes: two quotes in a row would be an apostrophe.
      if isSyntax(byte) != isQuoting {
        bytes.append(quote)
        isQuoting.toggle()
      }
      bytes.append(byte)
      if byte == quote { bytes.append(quote) }
      last = byte
    }
    if isQuoting { bytes.append(quote) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func message(
    _ message: ICUMessage, isInPlural: Bool, number: String?, _ named: NamedArguments,
    _ arguments: inout [CatalogArgument]
  ) throws(FlatMessage.Unsupported) -> String {
    var result = ""
    for part in message.parts {
      switch part {
      case .text(let literal): result += try quoted(literal, isInPlural: isInPlural)
      case .numberSign: result += "{\(named.name(of: number ?? NamedArguments.count))}"
      case .argument(let argument):
        result += try self.argument(argument, isInPlural: isInPlural, number, named, &arguments)
      }
    }
    return result
  }

  private func argument(
    _ argument: ICUMessage.Argument, isInPlural: Bool, _ number: String?, _ named: NamedArguments,
    _ arguments: inout [CatalogArgument]
  ) throws(FlatMessage.Unsupported) -> String {
    let name = named.name(of: argument.name)
    func add(_ kind: CatalogArgument.Kind, format: String? = nil) {
      arguments.add(CatalogArgument(name: name, kind: kind, format: format))
    }
    switch argument.type {
    case "": add(.any)
    case "number" where argument.style.isEmpty: add(.number, format: "decimalPattern")
    case "date" where argument.style.isEmpty: add(.date, format: "yMMMd")
    case "time" where argument.style.isEmpty: add(.date, format: "jm")
    case "plural" where argument.offset == 0, "select":
      add(argument.isPlural ? .integer : .text)
      let isPlural = argument.isPlural || isInPlural
      var text = "{\(name), \(argument.type),"
      guard argument.messages.contains(where: { $0.selector == PluralCategory.other.rawValue }) else {
        throw FlatMessage.Unsupported(reason: "the argument \(argument.token) without other")
      }
      for (selector, message) in argument.messages {
        guard Self.isKnown(selector, isPlural: argument.isPlural) else {
          throw FlatMessage.Unsupported(reason: "the selector \(selector)")
        }
        text += " \(selector){"
        text += try self.message(
          message, isInPlural: isPlural, number: argument.isPlural ? argument.name : number, named, &arguments)
        text += "}"
      }
      return text + "}"
    default: throw FlatMessage.Unsupported(reason: "the argument \(argument.token)")
    }
    return "{\(name)}"
  }

  private static func isKnown(_ selector: String, isPlural: Bool) -> Bool {
    if isPlural { return PluralCategory(rawValue: selector) != nil || ["=0", "=1", "=2"].contains(selector) }
    return selector.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
  }
}

extension [CatalogArgument] {
  /// Adds an argument, once. A known kind replaces an unknown one.
  fileprivate mutating func add(_ argument: CatalogArgument) {
    guard let index = firstIndex(where: { $0.name == argument.name }) else { return append(argument) }
    if self[index].kind == .any { self[index] = argument }
  }
}

/// Names of Dart members: letters and digits, the first word in lower case.
enum DartName {
  private static let reserved = Set(
    """
    abstract, as, assert, async, await, break, case, catch, class, const, continue, covariant, default,
    deferred, do, dynamic, else, enum, export, extends, extension, external, factory, false, final, finally,
    for, function, get, hide, if, implements, import, in, interface, is, late, library, mixin, new, null, on,
    operator, part, required, rethrow, return, set, show, static, super, switch, sync, this, throw, true, try,
    typedef, var, void, while, with, yield, hashCode, runtimeType, toString, noSuchMethod, localeName, delegate,
    supportedLocales, localizationsDelegates, of
    """.commaSeparated)

  /// The name of a parameter for a placeholder: its own, if that is a valid name in Dart.
  static func parameter(_ text: String) -> String {
    let isName =
      text.utf8.first.map(\.isASCIILetter) == true
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return isName && !reserved.contains(text) ? text : member(text)
  }

  /// The name of a member for any text: `login title` becomes `loginTitle`.
  static func member(_ text: String) -> String {
    var name = ""
    var isWordStart = false
    for scalar in text.unicodeScalars {
      guard scalar.isASCII, case let byte = UInt8(scalar.value), byte.isASCIILetter || byte.isASCIIDigit else {
        isWordStart = !name.isEmpty
        continue
      }
      let letter = String(Character(scalar))
      name += name.isEmpty ? letter.lowercased() : isWordStart ? letter.uppercased() : letter
      isWordStart = false
    }
    if name.utf8.first.map(\.isASCIIDigit) != false { name = "text" + name }
    return reserved.contains(name) ? name + "Text" : name
  }
}

/// Writes Flutter's ARB: `app_LOCALE.arb`, with descriptions and placeholders in the file of the default language.
struct ARBWriter {
  let options: CatalogOptions

  /// The files of all locales. Flutter refuses `app_da_DK.arb` without `app_da.arb`, so each language has a file of its own.
  func files(_ contents: CatalogContents) -> [CatalogFile] {
    let languages = Set(contents.locales.map(LocaleName.language(of:))).sorted()
    return contents.files { file(contents, $0, $1, locale: contents.locales[$0].replacing("-", with: "_")) }
      + languages.filter { !contents.hasLocale($0) }.compactMap { language in
        let index = contents.fallback(ofLanguage: language)
        let texts = index.map(contents.texts(at:)) ?? []
        return texts.isEmpty ? nil : index.map { file(contents, $0, texts, locale: language) }
      }
  }

  private func file(
    _ contents: CatalogContents, _ index: Int, _ texts: [(item: CatalogContents.Item, text: CatalogContents.Value)],
    locale: String
  ) -> CatalogFile {
    var members: [(String, JSONValue)] = [
      ("@@locale", .string(locale)), ("@@x-generator", .string(CatalogNotice.text)),
    ]
    for (item, text) in texts {
      guard case .plain(let value) = text else { continue }
      members.append((item.name, .string(value)))
      guard index == contents.defaultIndex, item.comment != nil || !item.arguments.isEmpty else { continue }
      var facts: [(String, JSONValue)] = item.comment.map { [("description", .string($0))] } ?? []
      if !item.arguments.isEmpty {
        let placeholders = item.arguments.map { argument -> (String, JSONValue) in
          let format = argument.format.map { [("format", JSONValue.string($0))] } ?? []
          return (argument.name, .object([("type", .string(argument.kind.rawValue))] + format))
        }
        facts.append(("placeholders", .object(placeholders)))
      }
      members.append(("@\(item.name)", .object(facts)))
    }
    return CatalogFile(
      path: "\(options.table ?? "app")_\(locale).arb", json: .object(members), layout: .verbatim, texts: texts.count)
  }
}
