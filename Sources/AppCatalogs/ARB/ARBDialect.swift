import Basics
import KeyGenerator

/// Texts as Flutter's ARB files hold them: ICU messages, with names that Dart can have.
struct ARBDialect: TextDialect {
  let options: CatalogOptions

  func name(of entry: TextName) -> String { DartName.member(entry.section.string + " " + entry.key.string) }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    var arguments = ARBArguments()
    let texts = entry.texts.enumerated().map { place, text -> CatalogContents.Text? in
      do throws(FlatMessage.Unsupported) {
        switch text {
        case nil: return nil
        case .plain(let text)?: return .plain(try plain(text, &arguments))
        case .forms(let forms)?: return .plain(try plural(forms, &arguments))
        case .message(let message, _)?:
          return .plain(try self.message(message, isInPlural: false, number: nil, &arguments))
        }
      } catch {
        let hint = options.usesEscaping || !error.reason.hasPrefix("text with") ? "" : " Add --use-escaping."
        context.tell(
          .message, "Flutter has no way to read \(error.reason), so the text is left out.\(hint)", place: place)
        return nil
      }
    }
    for (old, new) in arguments.renamed {
      context.tell(
        .argument, "The placeholder {\(old)} is named {\(new)}, because a name of Dart cannot have all its characters.")
    }
    return DialectTexts(texts: texts, arguments: arguments.list)
  }

  // MARK: - Texts

  private func plain(_ text: String, _ arguments: inout ARBArguments) throws(FlatMessage.Unsupported) -> String {
    let pieces = TextPieces(text, readsBraces: true)
    guard !pieces.hasSizes else { throw FlatMessage.Unsupported(reason: "a width that is an argument") }
    return try rendered(
      pieces, isFormat: pieces.isFormat, isInPlural: false, NamedArguments(spelling: DartName.member), &arguments)
  }

  private func plural(
    _ forms: [PluralCategory: String], _ arguments: inout ARBArguments
  ) throws(FlatMessage.Unsupported) -> String {
    let pieces = forms.mapValues { TextPieces($0, readsBraces: true) }
    let isFormat = pieces.values.contains(where: \.isFormat)
    let named = NamedArguments(pieces, renamesCount: false, spelling: DartName.member)
    arguments.add(CatalogArgument(name: named.numberName, kind: .integer))
    var text = "{\(named.numberName), plural,"
    for category in PluralCategory.allCases {
      guard let form = pieces[category] else { continue }
      text += " \(category.rawValue){"
      text += try rendered(form, isFormat: isFormat, isInPlural: true, named, &arguments) + "}"
    }
    return text + "}"
  }

  private func rendered(
    _ text: TextPieces, isFormat: Bool, isInPlural: Bool, _ named: NamedArguments, _ arguments: inout ARBArguments
  ) throws(FlatMessage.Unsupported) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal):
        result += try quoted(PercentSigns.single(literal, isFormat: isFormat), isInPlural: isInPlural)
      case .named(let written):
        let name = named.name(of: written)
        arguments.add(CatalogArgument(name: name, kind: .any), renamedFrom: written)
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

  /// A literal with quotes, if the reader knows them.
  private func quoted(_ literal: String, isInPlural: Bool) throws(FlatMessage.Unsupported) -> String {
    func isMark(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || (byte == UInt8(ascii: "#") && isInPlural)
    }
    guard options.usesEscaping else {
      guard !literal.utf8.contains(where: isMark) else {
        throw FlatMessage.Unsupported(reason: "text with a brace or number sign")
      }
      return literal
    }
    var bytes: [UInt8] = []
    for byte in literal.utf8 {
      if byte == UInt8(ascii: "'") {
        bytes += [byte, byte]
      } else if isMark(byte) {
        bytes += [UInt8(ascii: "'"), byte, UInt8(ascii: "'")]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Messages

  private func message(
    _ message: ICUMessage, isInPlural: Bool, number: String?, _ arguments: inout ARBArguments
  ) throws(FlatMessage.Unsupported) -> String {
    var result = ""
    for part in message.parts {
      switch part {
      case .text(let literal): result += try quoted(literal, isInPlural: isInPlural)
      case .numberSign: result += "{\(DartName.member(number ?? NamedArguments.count))}"
      case .argument(let argument): result += try self.argument(argument, isInPlural: isInPlural, number, &arguments)
      }
    }
    return result
  }

  private func argument(
    _ argument: ICUMessage.Argument, isInPlural: Bool, _ number: String?, _ arguments: inout ARBArguments
  ) throws(FlatMessage.Unsupported) -> String {
    let name = DartName.member(argument.name)
    func add(_ kind: CatalogArgument.Kind, format: String? = nil) {
      arguments.add(CatalogArgument(name: name, kind: kind, format: format), renamedFrom: argument.name)
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
      for (selector, message) in argument.messages {
        text += " \(selector){"
        text += try self.message(
          message, isInPlural: isPlural, number: argument.isPlural ? argument.name : number, &arguments)
        text += "}"
      }
      return text + "}"
    default: throw FlatMessage.Unsupported(reason: "the argument \(argument.token)")
    }
    return "{\(name)}"
  }
}

/// The arguments of an ARB text, each once.
struct ARBArguments {
  private(set) var list: [CatalogArgument] = []
  /// The placeholders with another name than in NStack.
  private(set) var renamed: [(old: String, new: String)] = []

  /// Adds an argument. A known kind replaces one that may be anything.
  mutating func add(_ argument: CatalogArgument, renamedFrom written: String? = nil) {
    if let written, written != argument.name, !renamed.contains(where: { $0.old == written }) {
      renamed.append((written, argument.name))
    }
    guard let place = list.firstIndex(where: { $0.name == argument.name }) else { return list.append(argument) }
    if list[place].kind == .any { list[place] = argument }
  }
}
