import Basics

package struct XLIFFUnit: Sendable {
  package struct Note: Hashable, Sendable {
    /// Who wrote the note, or what it is about; empty if the file does not say.
    package var category: String
    package var text: String

    package init(category: String, text: String) { (self.category, self.text) = (category, text) }
  }

  package struct Alternative: Hashable, Sendable {
    /// The origin of the translation, as people are shown it.
    package var origin: String
    package var text: InlineText

    package init(origin: String, text: InlineText) { (self.origin, self.text) = (origin, text) }
  }

  package var id: String
  /// The name that people are shown; empty if the unit has none.
  package var name: String = ""
  /// Whether translators work on the text.
  package var isTranslatable = true
  package var source = InlineText()
  /// The translation; nil if the file has none.
  package var target: InlineText?
  /// Whether the file has more than one translation where it may have one. Only the first is read.
  package var hasSeveralTargets = false
  package var progress = Progress.unstated
  /// The origin of the translation according to the file, such as `fuzzy-match`; nil if it does not say. Only XLIFF 1.2
  /// says it.
  package var qualifier: String?
  /// The name of the phase in which the translation was made; nil if the file does not say. Only XLIFF 1.2 says it.
  package var phase: String?
  /// The most characters that the translation may have; nil if the file does not say.
  package var maximumLength: Int?
  package var notes: [Note] = []
  /// Other translations, which are written and not read.
  package var alternatives: [Alternative] = []
  /// A program's metadata for the unit, by name. Only the group with one particular name is read and written.
  package var metadata: [String: String] = [:]
  /// The number of the unit among all units of the document, counted from one, as CAT tools number them.
  package var number = 0
  /// The name of the first character in the unit that XML does not allow, such as `U+000B`; nil if there is none
  /// outside notes and alternatives.
  package var forbidden: String?
  package var line = 0

  package init(id: String) { self.id = id }
}

/// The `file` element around units, which describes their origin.
package struct XLIFFFile: Hashable, Sendable {
  package var original: String
  /// The language of the source texts, as the file spells it; nil if it does not name it.
  package var sourceLanguage: String?
  /// The language of the translations, as the file spells it; nil if it does not name it.
  package var targetLanguage: String?
  /// The number of units that the program wrote to the whole document; nil if the file does not say.
  package var unitCount: Int?
  /// The contact person of each phase, by the phase's name, and the last contact person. Only XLIFF 1.2 has phases.
  package var contacts: [String: String] = [:]
  package var lastContact: String?
  /// The last program that the header names; nil if it names none.
  package var tool: String?

  package init(original: String, sourceLanguage: String?, targetLanguage: String?) {
    self.original = original
    self.sourceLanguage = sourceLanguage
    self.targetLanguage = targetLanguage
  }
}

/// A character that XML cannot hold, as an inline code of XLIFF 1.2: `<x id="u0001.1"/>` stands for U+0001.
enum XLIFFCharacter {
  static func id(of scalar: Unicode.Scalar, number: Int) -> String { "u\(hexadecimal(scalar)).\(number)" }

  static func hexadecimal(_ scalar: Unicode.Scalar) -> String { scalar.value.padded(to: 4, radix: 16, uppercase: true) }

  /// The character that an id such as `u0001.1` stands for; nil for any other id.
  static func scalar(ofID id: String) -> Unicode.Scalar? {
    guard id.first == "u", let point = id.firstIndex(of: "."),
      let scalar = scalar(ofHexadecimal: id[id.index(after: id.startIndex)..<point]), XMLText.isForbidden(scalar)
    else { return nil }
    return scalar
  }

  static func scalar(ofHexadecimal text: some StringProtocol) -> Unicode.Scalar? {
    guard (4...6).contains(text.utf8.count) else { return nil }
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Calls `body` with each piece of a text that XML can represent, and the forbidden character after it; nil after the
  /// last piece.
  static func split(_ text: String, _ body: (_ piece: String, _ forbidden: Unicode.Scalar?) -> Void) {
    guard text.unicodeScalars.contains(where: XMLText.isForbidden) else { return body(text, nil) }
    var piece = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if XMLText.isForbidden(scalar) {
        body(String(piece), scalar)
        piece = String.UnicodeScalarView()
      } else {
        piece.append(scalar)
      }
    }
    body(String(piece), nil)
  }
}
