import Basics

/// The parts of a catalogue's path.
package enum CatalogPath {
  /// The name of the file without its extension.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The extension in lower case.
  static func type(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// The name of the folder of a file; empty if the path has none.
  static func folderName(_ path: String) -> String {
    path.split(separator: "/").dropLast().last.map(String.init) ?? ""
  }

  /// Whether a name may be that of a locale: a language of two or three letters, and parts of two to eight characters.
  package static func isLocale(_ name: String) -> Bool {
    let parts = LocaleName.normalized(name).split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(\.isASCIILetter)
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (2...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
  }
}
