/// Names that come from Drive, made safe as names of files.
///
/// In Drive a name may be anything: `../x`, `a/b`, a line break, or nothing at all.
public enum DriveName {
  /// The most bytes of a name, which leaves room for an ending in every file system.
  private static let most = 200

  /// A name for a file: without separators, control and bidi characters, and never one that means a folder or is hidden.
  ///
  /// - Parameters:
  ///   - name: The name in Drive.
  ///   - ending: The ending that the name gets if it lacks it, such as `.xlsx`.
  public static func file(_ name: String, ending: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "\0": result.unicodeScalars.append("_")
      default: if !isInvisible(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
    var text = result[...]
    while let first = text.unicodeScalars.first, first == "." || first == " " || first == "-" {
      text = text.dropFirst()
    }
    while text.last == "." || text.last == " " { text = text.dropLast() }
    if text.lowercased().hasSuffix(ending.lowercased()) { text = text.dropLast(ending.count) }
    while text.utf8.count > most { text = text.dropLast() }
    return (text.isEmpty ? "sheet" : String(text)) + ending
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}
