import Basics
import ReviewJournal
import Yams

/// A value in a YAML file. Its errors name the file and the line.
struct YAMLValue {
  private let node: Node
  let path: String

  private init(_ node: Node, path: String) {
    (self.node, self.path) = (node, path)
  }

  /// Reads a file; nil if there is none.
  static func read(_ path: String, most: Int = 1 << 20, notYAML code: Failure.Code) throws -> YAMLValue? {
    guard let text = try PlainFile.text(at: path, most: most) else { return nil }
    do {
      return YAMLValue(try Yams.compose(yaml: text) ?? Node(""), path: path)
    } catch {
      throw Failure.usage(code, "\(path): \(problem(error))")
    }
  }

  /// The problem of a file, in words that quote nothing from it, as it may contain a secret.
  private static func problem(_ error: any Error) -> String {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "line \(mark.line), column \(mark.column): not YAML: \(problem)."
    case .duplicatedKeysInMapping: "a key appears twice."
    default: "not YAML."
    }
  }

  var isEmpty: Bool { node == Node("") }
  var location: String { "\(path): line \(node.mark?.line ?? 1)" }
  var text: String? { node.string }
  var setting: Setting { Setting(text ?? "", from: location) }
  var members: [(name: YAMLValue, value: YAMLValue)]? {
    node.mapping.map { $0.map { (YAMLValue($0.key, path: path), YAMLValue($0.value, path: path)) } }
  }
  var elements: [YAMLValue]? {
    node.sequence.map { $0.map { YAMLValue($0, path: path) } }
  }

  subscript(name: String) -> YAMLValue? {
    node.mapping?[name].map { YAMLValue($0, path: path) }
  }

  /// The texts of a list, or of a text with commas.
  ///
  /// - Throws: ``Failure`` `config.value`.
  func list() throws(Failure) -> [String] {
    let texts = elements.map { $0.map(\.text) } ?? [text]
    let values = texts.flatMap { $0.map { CommaList.values([$0]) } ?? [] }
    guard !values.isEmpty, !texts.contains(nil) else {
      throw setting.refusal("a list was expected", hint: "As in [de-DE, de-AT].")
    }
    return values
  }

  /// One of the values that a setting may have.
  ///
  /// - Throws: ``Failure`` `config.value`.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: text ?? "") { return choice }
    throw setting.refusal(
      "\"\(Visible.text(text ?? ""))\" is not known",
      hint: "It takes \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
  }

  /// The name of a setting, if it looks like one and not like a value in the wrong position.
  static func shown(_ name: String) -> String {
    let isName = !name.isEmpty && name.count <= 24 && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    return isName ? "the setting \"\(name)\"" : "a setting"
  }

  static func hint(for name: String, among known: [String], otherwise: String? = nil) -> String {
    CloseName.nearest(to: name, among: known).map { "Did you mean \($0)?" }
      ?? otherwise ?? "Known are \(known.joined(separator: ", "))."
  }
}
