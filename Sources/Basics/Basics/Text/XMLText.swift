package enum XMLText {
  /// A text as the value of an attribute between double quotes, or as content alone, where tabs and line feeds stay.
  /// Characters that XML cannot hold become U+FFFD.
  package static func escaped(_ text: String, isContent: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t" where isContent, "\n" where isContent: escaped.unicodeScalars.append(scalar)
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\"": escaped += "&quot;"
      default:
        if let entity = entity(of: scalar) {
          escaped += entity
        } else {
          escaped.unicodeScalars.append(isForbidden(scalar) ? "\u{FFFD}" : scalar)
        }
      }
    }
    return escaped
  }

  /// The entity of a character that is markup everywhere; nil for any other.
  package static func entity(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: nil
    }
  }

  package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
