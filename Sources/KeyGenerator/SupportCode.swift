enum SupportCode {
  static func sharedSource(access: String) -> String {
    """
    /// Where texts are looked up. A lock guards it, so any thread may use it.
    \(access)final class TextSource: @unchecked Sendable {
      private let lock = NSLock()
      private var look: @Sendable (_ section: String, _ key: String) -> String? = { _, _ in nil }

      fileprivate init() {}

      /// Looks texts up in this function from now on.
      ///
      /// - Parameter look: Returns nil where it has no text, and then the value in this code counts.
      \(access)func use(_ look: @escaping @Sendable (_ section: String, _ key: String) -> String?) {
        lock.lock()
        defer { lock.unlock() }
        self.look = look
      }

      fileprivate func find(_ section: String, _ key: String) -> String? {
        lock.lock()
        let look = self.look
        lock.unlock()
        return look(section, key)
      }
    }
    """
  }

  static let ownSource = """
    /// Looks texts up.
    struct TextSource: Sendable {
      private let look: @Sendable (_ section: String, _ key: String) -> String?

      init(_ look: @escaping @Sendable (_ section: String, _ key: String) -> String?) {
        self.look = look
      }

      func tr(_ section: String, _ key: String, _ fallback: String) -> String {
        look(section, key) ?? fallback
      }
    }
    """

  /// What fills placeholders in.
  static let format: String = {
    let lines = String(decoding: PackageResources.TextSupport_swift_txt, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    // The import is at the head of the generated file, and the text ends in a line break.
    return lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.dropLast().joined(separator: "\n")
  }()
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
