/// The folder that keeps memories, each in a file of its own, so that texts of different customers do not mix.
struct MemoryFolder: Sendable {
  /// The name of what a profile's imports proposed, which no memory in the folder has.
  static let reservedName = "imports"
  /// The most characters of a name.
  static let longestName = 64
  private static let suffix = ".sqlite"

  /// The path of the folder.
  let path: String

  /// Whether a text has the form of a name: letters without accents, digits, `-` and `_`, first a letter or digit.
  static func isName(_ text: String) -> Bool {
    let isPlain = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = text.utf8.first, isPlain(first), text.utf8.count <= longestName else { return false }
    return text.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Refuses a name that no memory can have.
  ///
  /// - Throws: `memory.name`.
  static func check(_ name: String) throws(MemoryError) {
    guard name != reservedName else {
      throw MemoryError(
        .name, "\"\(name)\" is the name of what this profile's imports proposed.",
        hint: "Choose another name for the memory.")
    }
    guard isName(name) else {
      throw MemoryError(
        .name, "\"\(name)\" is not the name of a memory.",
        hint:
          "Names have up to \(longestName) characters: letters from a to z, digits, - and _, first a letter or digit.")
    }
  }

  /// The path of a memory's file.
  func path(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

  /// Whether there is a memory with a name.
  func has(_ name: String) -> Bool { Self.isName(name) && PlainFile.exists(path(of: name)) }

  /// What to do about a name that only the other of the user's two folders has: the one beside the sandbox, or beside a
  /// server; nil if neither has it.
  func hint(toOtherPlaceOf name: String) -> String? {
    func has(_ stateFolder: String?) -> Bool {
      guard let folder = stateFolder.map(StateFolder.memories(in:)), folder != path else { return false }
      return MemoryFolder(path: folder).has(name)
    }
    if has(StateFolder.standard) {
      return "There is one outside of the sandbox: leave --sandbox and NSTACK_SANDBOX out."
    }
    if has(StateFolder.sandbox) { return "There is one of the sandbox: add --sandbox." }
    return nil
  }

  /// The names of all memories, in order; none without a folder.
  ///
  /// - Throws: `io.read` if the folder cannot be read.
  func names() throws -> [String] {
    try PlainFile.names(in: path).filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
      .filter(Self.isName).sorted()
  }
}
