import Basics

/// How typed keys are written as Swift.
package struct SwiftOptions: Sendable {
  package enum Style: String, CaseIterable, Sendable {
    /// Caseless enums with static members: `L10n.Login.title`.
    case enums
    /// Classes with the names as NStack spells them: `tr.login.title`.
    case classes
    /// The same, with a `TextKey` of the library TextStore for each text in place of a string.
    case enumKeys = "enum-keys"
    case classKeys = "class-keys"

    var isClasses: Bool { self == .classes || self == .classKeys }
    var hasKeys: Bool { self == .enumKeys || self == .classKeys }
  }

  package enum Access: String, CaseIterable, Sendable {
    case `public`, `internal`, package

    /// The modifier with a space after it; empty for `internal`, which needs none.
    var modifier: String { self == .internal ? "" : "\(rawValue) " }
  }

  package var style = Style.enums
  package var access = Access.internal
  /// The name of the outer type; nil for the style's default.
  package var name: String?
  /// The function that looks a text up, such as `Texts.value`; nil for a source that the app gives to the code. It takes a
  /// section and a key, and returns a `String?`.
  package var lookUp: String?
  /// Whether plurals and ICU messages are functions of their numbers, instead of plain texts.
  package var readsPlurals = true
  package var isFilePerSection = false
  /// The tool's name and version, for the head of each file.
  package var tool: String

  package init(tool: String) { self.tool = tool }

  package var typeName: String { name ?? (style.isClasses ? "Localizations" : "L10n") }

  /// Whether a text can be the name of the outer type: a Swift name with a capital, or of a script without capitals.
  static func isTypeName(_ name: String) -> Bool {
    SwiftWords.isPlainName(name) && name.unicodeScalars.first?.properties.isLowercase == false && name.first != "_"
      && !SwiftScope.types.contains(name)
  }

  /// Whether a text can be the name of a function: names with dots between them. The first one must not be a name that
  /// the generated code itself uses in that scope.
  static func isFunctionName(_ name: String) -> Bool {
    let first = name.prefix { $0 != "." }
    return !["tr", "find", "served", "section", "key", "fallback", "source", "textSource", "keySource"].contains(first)
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { SwiftWords.isPlainName(String($0)) }
  }
}

/// The names that the generated code uses itself.
enum SwiftScope {
  /// The types, which no section's type may hide.
  static let types = Set(
    """
    Array, Bool, Double, Foundation, GeneratedICUMessage, Int, KeySource, NSLock, GeneratedPluralRules, Sendable, String,
    Swift, TextArgument, TextFormat, TextKey, TextMessage, TextSource, UInt, UInt8
    """.commaSeparated)
  static let source = "textSource_"
}

extension SwiftOptions {
  package static let settingsFile = "typed-keys.json"

  /// Reads the options of the plugins from a file.
  ///
  /// - Parameter bytes: An object with the words of `generate swift` as members, without `file-per-section`, because the
  ///   plugins write one file.
  /// - Throws: What is wrong, as a sentence that follows the file's name.
  package init(settings bytes: [UInt8], tool: String) throws(SettingsFault) {
    self.init(tool: tool)
    let json: JSONValue
    do { json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
      throw SettingsFault(message: "it is not JSON.")
    }
    guard case .object(let members) = json else { throw SettingsFault(message: "it is not an object.") }
    let known = Self.words.filter { $0 != "file-per-section" }
    for (word, value) in members {
      guard known.contains(word) else { throw SettingsFault(word, among: known) }
      let text = if case .boolean(let isOn) = value { "\(isOn)" } else { value.string }
      guard let text else { throw SettingsFault(message: "the value of \"\(word)\" is not a text.") }
      try set(word, text)
    }
  }
}

extension SwiftOptions: StyleWords {
  package static let words = ["style", "access", "enum-name", "look-up", "no-plurals", "file-per-section"]

  package mutating func set(_ word: String, _ value: String?) throws(SettingsFault) {
    if value == nil, let style = Style(rawValue: word) {
      self.style = style
      return
    }
    let text = value ?? ""
    switch word {
    case "style":
      guard let style = Style(rawValue: text) else {
        throw SettingsFault(word, value, takes: Style.allCases.map(\.rawValue).joined(separator: ", "))
      }
      self.style = style
    case "access":
      guard let access = Access(rawValue: text) else {
        throw SettingsFault(word, value, takes: "public, internal or package")
      }
      self.access = access
    case "enum-name":
      guard Self.isTypeName(text) else {
        throw SettingsFault(word, value, takes: "the name of a Swift type that begins with a capital, such as L10n")
      }
      name = text
    case "look-up":
      guard Self.isFunctionName(text) else {
        throw SettingsFault(word, value, takes: "the name of a function, such as Texts.value")
      }
      lookUp = text
    case "no-plurals": readsPlurals = try !Self.isOn(word, value)
    case "file-per-section": isFilePerSection = try Self.isOn(word, value)
    default: throw SettingsFault(word, among: Self.words)
    }
  }
}
