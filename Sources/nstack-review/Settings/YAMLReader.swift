import Yams

/// The problem of a YAML file, in words that quote nothing from it, as it may contain a secret.
enum YAMLProblem {
  /// The problem in one line, with the place where the parser found it.
  static func line(_ error: any Error, path: String) -> String {
    guard let error = error as? YamlError else { return "\(path): not YAML." }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return "\(path): line \(mark.line), column \(mark.column): not YAML: \(problem)."
    case .duplicatedKeysInMapping: return "\(path): a key appears twice."
    default: return "\(path): not YAML."
    }
  }

  /// A setting's name, if it looks like a name and not like a value in the wrong place.
  static func setting(_ name: String) -> String {
    let isName = !name.isEmpty && name.count <= 24 && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    return isName ? "the setting \"\(name)\"" : "a setting"
  }
}
