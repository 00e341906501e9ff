import Basics

/// Options that words set, as in `--style classes,access=public` and in settings files.
package protocol StyleWords {
  /// - Parameter value: The text after the word; nil for a word alone.
  mutating func set(_ word: String, _ value: String?) throws(SettingsFault)
}

extension StyleWords {
  /// Whether a word is on: alone, or with a value that says so.
  package static func isOn(_ word: String, _ value: String?) throws(SettingsFault) -> Bool {
    switch value {
    case nil, "true", "on": true
    case "false", "off": false
    default: throw SettingsFault(word, value, takes: "on or off")
    }
  }
}

/// What is wrong with a word or a file of options, as a sentence.
package struct SettingsFault: Error {
  package let message: String

  init(message: String) { self.message = message }

  package init(_ word: String, _ value: String?, takes expected: String) {
    let found = value.map { "is \"\(Visible.text($0))\"" } ?? "has no value"
    self.init(message: "\(word) \(found); it takes \(expected).")
  }

  package init(_ word: String, among words: [String]) {
    self.init(message: "\"\(Visible.text(word))\" is not known; there are \(words.joined(separator: ", ")).")
  }
}
