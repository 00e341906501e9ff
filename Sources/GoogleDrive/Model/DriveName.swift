import Basics

/// Names that come from Drive, made safe as names of files.
///
/// In Drive a name may be anything: `../x`, `a/b`, a line break, or nothing at all.
public enum DriveName {
  /// A name for a file: without separators, control and bidi characters, and never one that means a folder or is hidden.
  ///
  /// - Parameters:
  ///   - name: The name in Drive.
  ///   - ending: The ending that the name gets if it lacks it, such as `.xlsx`.
  public static func file(_ name: String, ending: String) -> String {
    let hasEnding = name.lowercased().hasSuffix(ending.lowercased())
    return PathComponent(hasEnding ? String(name.dropLast(ending.count)) : name, otherwise: "sheet").text + ending
  }
}
