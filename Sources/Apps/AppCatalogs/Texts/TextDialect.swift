import Basics
import KeyGenerator

/// Turns the texts of an entry into those of a format.
protocol TextDialect {
  /// The name of an entry in the catalogue, before collisions are resolved.
  func name(of entry: TextName) -> String
  /// The texts of an entry; nil if its forms must be separate texts.
  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts?
}

struct DialectTexts {
  var texts: [CatalogContents.Value?]
  var arguments: [CatalogArgument] = []
}

extension AppCatalog.Entry {
  /// Whether a message is written in the form of the format; the others stay as they are.
  func hasConvertedMessage(in made: [CatalogContents.Value?]) -> Bool {
    zip(texts, made).contains { text, made in
      guard case .message(_, let source)? = text, let made else { return false }
      guard case .plain(let written) = made else { return true }
      return !written.utf8.elementsEqual(source.utf8)
    }
  }
}

struct DialectContext {
  let locales: [String]
  let defaultIndex: Int
  var findings: [CatalogFinding] = []
  var entry = ""

  /// Adds a finding about the entry at hand, in one language or in all.
  mutating func report(_ code: CatalogFinding.Code, _ message: String, index: Int? = nil) {
    findings.append(CatalogFinding(code: code, text: entry, locale: index.map { locales[$0] }, message: message))
  }

  /// The text of a message without nesting; nil if the format cannot hold it. What is lost is reported.
  ///
  /// - Parameter plurals: How findings about plurals begin, such as `Android has`.
  mutating func text(
    of message: ICUMessage, at index: Int, in format: String, _ plurals: String, showsZero: Bool,
    _ text: (FlatMessage) throws(FlatMessage.Unsupported) -> CatalogContents.Value
  ) -> CatalogContents.Value? {
    do throws(FlatMessage.Unsupported) {
      let flat = try FlatMessage(message, locale: locales[index], showsZero: showsZero)
      let made = try text(flat)
      if !flat.lostNumbers.isEmpty {
        let numbers = flat.lostNumbers.joined(separator: ", ")
        report(.message, "The text for \(numbers) is left out: \(plurals) no form for an exact number.", index: index)
      }
      return made
    } catch {
      report(.message, "\(format) cannot express \(error.reason), so the message stays as it is.", index: index)
      return nil
    }
  }

  mutating func reportPositions(of order: MessageArguments) {
    let list = order.names.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    report(.argument, "The arguments have positions in place of names: \(list).")
  }
}
