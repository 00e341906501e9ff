extension Annotation {
  /// The annotation as a workflow command of GitHub Actions: `::error file=…,title=…::…`.
  ///
  /// Source: "Workflow commands for GitHub Actions", and `escapeData` and `escapeProperty` of actions/toolkit.
  package var gitHubLine: String {
    let name =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    let properties = [file.map { ("file", $0) }, ("title", place.isEmpty ? code : place)].compactMap(\.self)
      .map { "\($0)=\(Self.escaped($1, isProperty: true))" }
    return "::\(name) \(properties.joined(separator: ","))::"
      + Self.escaped(place.isEmpty ? message : "\(message) (\(code))", isProperty: false)
  }

  /// The runner reads a command up to the end of the line, and its properties up to a comma or a colon.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
