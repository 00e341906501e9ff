import Basics
import NStackAPI
import TranslationReview

extension CheckSettings {
  /// Reads a project's severities, placeholders and rules.
  ///
  /// - Throws: ``Failure`` `config.checks` or `config.unknown-key`, with the line.
  init(yaml root: YAMLValue) throws {
    self.init()
    if let node = root["rules"] {
      guard let rules = node.elements else {
        throw Failure.usage(
          .checks, "\(node.location): \"rules\" is not a list of rules.",
          hint: "Write it as rules: [{name: shouting, forbid: '!', message: We do not shout.}].")
      }
      for rule in rules { try add(rule) }
    }
    if let node = root["checks"] {
      guard let levels = node.members else {
        throw Failure.usage(
          .checks, "\(node.location): \"checks\" is not a mapping of checks to levels.",
          hint: "Write it as checks: {end.stop: off}.")
      }
      for (id, level) in levels {
        try id.refusing { () throws(Refusal) in try set(level.text ?? "", for: id.text ?? "") }
      }
    }
    if let node = root["placeholders"] {
      guard let patterns = node.elements else {
        throw Failure.usage(
          .checks, "\(node.location): \"placeholders\" is not a list of regular expressions.",
          hint: "Write it as placeholders: ['\\[\\[.+?\\]\\]'].")
      }
      for pattern in patterns {
        guard pattern.isText, let expression = pattern.text else {
          throw Failure.usage(
            .checks, "\(pattern.location): \"placeholders\" has an entry that is not a text.",
            hint: "Write each pattern in quotes, as in ['\\[\\[.+?\\]\\]'].")
        }
        try pattern.refusing { () throws(Refusal) in try addPlaceholder(expression) }
      }
    }
  }

  private static let texts = ["name", "forbid", "require", "source", "message", "severity"]
  private static let scopes = ["locales", "except", "section", "key"]

  private mutating func add(_ rule: YAMLValue) throws {
    guard let members = rule.members else {
      throw Failure.usage(
        .checks, "\(rule.location): a rule is not a mapping.",
        hint: "Write it as {name: shouting, forbid: '!', message: We do not shout.}.")
    }
    for (member, value) in members {
      let name = member.text ?? ""
      guard (Self.texts + Self.scopes).contains(name) else {
        throw Failure.usage(
          .unknownKey, "\(member.location): \(YAMLValue.shown(name)) of a rule is not known.",
          hint: YAMLValue.hint(for: name, among: Self.texts + Self.scopes))
      }
      guard Self.scopes.contains(name) || value.text != nil else {
        throw Failure.usage(
          .checks, "\(value.location): \"\(name)\" of a rule is not a text.", hint: "Write it in quotes.")
      }
    }
    var selection = ReviewSelection()
    selection.takesLanguages = true
    selection.locales = try rule["locales"]?.list() ?? []
    selection.exceptions = try rule["except"]?.list() ?? []
    selection.sections = try rule["section"]?.list() ?? []
    selection.keys = try rule["key"]?.list() ?? []
    let name = rule["name"]?.text ?? ""
    try rule.refusing { [selection] () throws(Refusal) in
      try addRule(
        name, forbidding: rule["forbid"]?.text, requiring: rule["require"]?.text, ofSource: rule["source"]?.text,
        message: rule["message"]?.text ?? ""
      ) { selection.includes(TextIdentity(section: $0.section, key: $0.key, locale: $0.locale)) }
      if let level = rule["severity"]?.text { try set(level, for: "rule.\(name)") }
    }
  }
}

extension YAMLValue {
  /// Makes a setting, and names its line if it is refused.
  fileprivate func refusing(_ body: () throws(CheckSettings.Refusal) -> Void) throws {
    do { try body() } catch { throw Failure.usage(.checks, "\(location): \(error.message)") }
  }
}
