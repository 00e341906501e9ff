import Basics
import CEmbedded

enum SupportCode {
  /// - Parameter locale: The locale of the values in the code, as a literal.
  static func sharedSource(access: String, locale: String) -> String {
    """
    /// Where texts are looked up. A lock guards it, so any thread may use it.
    \(access)final class TextSource: @unchecked Sendable {
      private let lock = NSLock()
      private var look: @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)? = { _, _ in nil }

      fileprivate init() {}

      /// Looks texts up in this function from now on.
      ///
      /// - Parameters:
      ///   - locale: The language of the texts, by whose rules the forms of plurals are chosen.
      ///   - look: Returns nil where it has no text, and then the value in this code counts.
      \(access)func use(
        locale: String = \(locale), _ look: @escaping @Sendable (_ section: String, _ key: String) -> String?
      ) {
        use(localized: { section, key in look(section, key).map { ($0, locale) } })
      }

      /// Looks texts up in this function from now on, which also says the language that each text is in.
      \(access)func use(
        localized look: @escaping @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)?
      ) {
        lock.lock()
        defer { lock.unlock() }
        self.look = look
      }

      fileprivate func find(_ section: String, _ key: String) -> (value: String, locale: String)? {
        lock.lock()
        let look = self.look
        lock.unlock()
        return look(section, key)
      }
    }
    """
  }

  /// The import for a file that declares keys.
  static func importOfKeys(access: String) -> String {
    guard !access.isEmpty else { return "import TextStore" }
    // Where imports are public by default, an import that names its level forbids plain ones in the app's other files.
    return """
      #if hasFeature(InternalImportsByDefault)
      \(access)import TextStore
      #else
      import TextStore
      #endif
      """
  }

  static func ownSource(named name: String, hasKeys: Bool) -> String {
    """
    /// Looks texts up.
    struct \(name): Sendable {
      let find: @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)?

      func tr(_ section: String, _ key: String, _ fallback: String) -> String {
        find(section, key)?.value ?? fallback
      }\(hasKeys ? key(of: name) : "")
    }
    """
  }

  private static func key(of name: String) -> String {
    """


      /// The key of a text. To look it up elsewhere than here, `fill` is given another source.
      func key(
        _ section: String, _ keys: [String], _ fill: @escaping @Sendable (\(name)) -> String
      ) -> TextKey {
        TextKey(section: section, keys: keys, lookUp: find) { find in fill(\(name)(find: find)) }
      }
    """
  }

  /// The function that the code uses to look texts up, if the app names its own.
  static func lookUp(_ function: String, locale: String) -> String {
    """
    private static func served(_ value: String?) -> (value: String, locale: String)? { value.map { ($0, \(locale)) } }

    private static func served(_ text: (value: String, locale: String)?) -> (value: String, locale: String)? { text }

    static func find(_ section: String, _ key: String) -> (value: String, locale: String)? {
      served(\(function)(section, key))
    }
    """
  }

  /// The code that fills in placeholders.
  static let format = code("TextSupport")
  /// The code that chooses the forms of plurals and fills in ICU messages.
  static let messages = code("MessageSupport")

  /// Declarations that ``messages`` needs, at file scope, so that no section's type can hide the Swift types that they
  /// use.
  static let rules: String = {
    let sources = ["PluralRules", "ICUMessage", "ICUMessageReader"]
    let lines = sources.map(code).joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.filter { !$0.drop { $0 == " " }.hasPrefix("///") }.map { line in
      let indent = line.prefix { $0 == " " }
      guard line.dropFirst(indent.count).hasPrefix("package ") else { return String(line) }
      return indent + (indent.isEmpty ? "private " : "") + line.dropFirst(indent.count + 8)
    }
    return own.joined(separator: "\n") + """


      private enum GeneratedPluralTable {
        static let text = \"""
      \(PluralTable.text.split(separator: "\n").map { "    \($0)\n" }.joined())    \"""
      }

      extension UInt8 {
        fileprivate var isGeneratedASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") <= 25 }
        fileprivate var isGeneratedASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
      }

      extension [UInt8] {
        fileprivate subscript(safe index: Int) -> UInt8? { index >= 0 && index < count ? self[index] : nil }
        fileprivate func part(_ range: Range<Int>) -> String {
          String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
        }
      }
      """
  }()

  private static let files = EmbeddedFiles(nstack_support_files())

  private static func code(_ name: String) -> String {
    // An app may have types and members of these names.
    let types = ["ICUMessage", "ICUSyntaxError", "PluralCategory", "PluralRules", "PluralTable"]
    let text = types.reduce(files.text("\(name).swift.txt")) { $0.replacing($1, with: "Generated\($1)") }
    let lines = text.replacing("isASCII", with: "isGeneratedASCII").split(
      separator: "\n", omittingEmptySubsequences: false)
    // The import is at the head of the generated file, and the text ends in a line break.
    return lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.dropLast().joined(separator: "\n")
  }
}

/// A file of code that is being written.
struct SwiftSource {
  let name: String
  private(set) var text = ""
  /// The number of the next line, counted from 1.
  private(set) var line = 1

  /// Adds lines of code, all indented but the blank ones.
  mutating func add(_ code: String = "", indent: Int = 0) {
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty { text += String(repeating: "  ", count: indent) + line }
      text += "\n"
      self.line += 1
    }
  }
}
