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
  package static func isTypeName(_ name: String) -> Bool {
    SwiftWords.isPlainName(name) && name.unicodeScalars.first?.properties.isLowercase == false && name.first != "_"
      && !SwiftScope.types.contains(name)
  }

  /// Whether a text can be the name of a function: names with dots between them. The first one must not be a name that
  /// the generated code itself uses in that scope.
  package static func isFunctionName(_ name: String) -> Bool {
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
  /// - Parameters:
  ///   - bytes: An object with members named like the options of `generate swift`: `style`, `access`, `enum-name`, `look-up`,
  ///     `plurals`.
  /// - Throws: What is wrong, as a sentence that follows the file's name.
  package init(settings bytes: [UInt8], tool: String) throws(SettingsFault) {
    self.init(tool: tool)
    let json: JSONValue
    do { json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
      throw SettingsFault(message: "it is not JSON.")
    }
    guard case .object(let members) = json else { throw SettingsFault(message: "it is not an object.") }
    for (name, value) in members {
      guard let text = value.string else {
        throw SettingsFault(message: "the value of \"\(Visible.text(name))\" is not a text.")
      }
      try set(name, text)
    }
  }

  private mutating func set(_ name: String, _ text: String) throws(SettingsFault) {
    func fault(_ expected: String) -> SettingsFault {
      SettingsFault(message: "\(name) is \"\(Visible.text(text))\"; it takes \(expected).")
    }
    switch name {
    case "style":
      guard let style = Style(rawValue: text) else { throw fault("enums, classes, enum-keys or class-keys") }
      self.style = style
    case "access":
      guard let access = Access(rawValue: text) else { throw fault("public, internal or package") }
      self.access = access
    case "enum-name":
      guard Self.isTypeName(text) else {
        throw fault("the name of a Swift type that begins with a capital, such as L10n")
      }
      self.name = text
    case "look-up":
      guard Self.isFunctionName(text) else { throw fault("the name of a function, such as Texts.value") }
      lookUp = text
    case "plurals":
      guard ["functions", "texts"].contains(text) else { throw fault("functions or texts") }
      readsPlurals = text == "functions"
    default:
      throw SettingsFault(
        message:
          "\"\(Visible.text(name))\" is not known. The options are style, access, enum-name, look-up and plurals.")
    }
  }
}

/// What is wrong with a file of options, as a sentence.
package struct SettingsFault: Error { package let message: String }
