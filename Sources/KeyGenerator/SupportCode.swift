struct SupportCode {
  let access: String
  /// The function that looks a text up; nil for a source that the app gives.
  let lookUp: String?

  var sharedSource: [String] {
    guard lookUp == nil else { return [] }
    return lines(
      """
      /// Where texts are looked up. A lock guards it, so any thread may use it.
      ACCESSfinal class TextSource: @unchecked Sendable {
        private let lock = NSLock()
        private var look: @Sendable (_ section: String, _ key: String) -> String? = { _, _ in nil }

        fileprivate init() {}

        /// Looks texts up in this function from now on.
        ///
        /// - Parameter look: Returns nil where it has no text, and then the value in this code counts.
        ACCESSfunc use(_ look: @escaping @Sendable (_ section: String, _ key: String) -> String?) {
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
      """)
  }

  var ownSource: [String] {
    lines(
      """
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
      """)
  }

  /// What fills placeholders in.
  static let format: [String] = {
    let text = String(decoding: PackageResources.TextSupport_swift_txt, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The import is at the head of the generated file, and the text ends in a line break.
    return Array(lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.dropLast())
  }()

  private func lines(_ text: String) -> [String] {
    text.replacing("ACCESS", with: access).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A file of code that is being written.
struct SwiftSource {
  let name: String
  private(set) var text = ""
  /// The number of the next line, counted from 1.
  private(set) var line = 1

  init(name: String) {
    self.name = name
  }

  mutating func add(_ text: String = "", indent: Int = 0) {
    if !text.isEmpty {
      for _ in 0..<indent { self.text += "  " }
      self.text += text
    }
    self.text += "\n"
    line += 1
  }

  mutating func add(lines: [String], indent: Int) {
    for line in lines { add(line, indent: indent) }
  }
}
