import Basics

/// Names as Dart's members have them: letters and digits, the first word in lower case.
enum DartName {
  /// The words that cannot be the name of a member or a parameter.
  private static let reserved: Set<String> = [
    "abstract", "as", "assert", "async", "await", "break", "case", "catch", "class", "const", "continue", "covariant",
    "default", "deferred", "do", "dynamic", "else", "enum", "export", "extends", "extension", "external", "factory",
    "false", "final", "finally", "for", "function", "get", "hide", "if", "implements", "import", "in", "interface",
    "is",
    "late", "library", "mixin", "new", "null", "on", "operator", "part", "required", "rethrow", "return", "set", "show",
    "static", "super", "switch", "sync", "this", "throw", "true", "try", "typedef", "var", "void", "while", "with",
    "yield", "hashCode", "runtimeType", "toString", "noSuchMethod", "localeName", "delegate", "supportedLocales",
    "localizationsDelegates", "of",
  ]

  /// The name of a parameter for a placeholder: its own, if Dart can have it.
  static func parameter(_ text: String) -> String {
    let isName =
      text.utf8.first.map(\.isASCIILetter) == true
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return isName && !reserved.contains(text) ? text : member(text)
  }

  /// The name of a member for any text: `login title` becomes `loginTitle`.
  static func member(_ text: String) -> String {
    var name = ""
    var isWordStart = false
    for scalar in text.unicodeScalars {
      guard scalar.isASCII, case let byte = UInt8(scalar.value), byte.isASCIILetter || byte.isASCIIDigit else {
        isWordStart = !name.isEmpty
        continue
      }
      let letter = String(Character(scalar))
      name += name.isEmpty ? letter.lowercased() : isWordStart ? letter.uppercased() : letter
      isWordStart = false
    }
    if name.utf8.first.map(\.isASCIIDigit) != false { name = "text" + name }
    return reserved.contains(name) ? name + "Text" : name
  }
}
