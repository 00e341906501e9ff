import Basics

extension SwiftOptions {
  /// The name of the file with options in a folder of texts.
  package static let settingsFile = "typed-keys.json"

  /// Reads the options of the plugins from a file.
  ///
  /// - Parameters:
  ///   - bytes: An object with members named like the options of `generate swift`: `style`, `access`, `enum-name`, `look-up`.
  ///   - tool: The tool's name and version.
  /// - Throws: What is wrong, as a sentence that follows the file's name.
  package init(settings bytes: [UInt8], tool: String) throws(SettingsFault) {
    self.init(tool: tool)
    let json: JSONValue
    do {
      json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
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
      guard let style = Style(rawValue: text) else { throw fault("enums or classes") }
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
    default:
      throw SettingsFault(
        message: "\"\(Visible.text(name))\" is not known. Known are style, access, enum-name and look-up.")
    }
  }
}

/// What is wrong with a file of options, as a sentence.
package struct SettingsFault: Error {
  package let message: String
}
