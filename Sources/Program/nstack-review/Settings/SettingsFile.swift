import Basics
import NStackAPI
import ReviewJournal
import TranslationReview
import Yams

/// A file of connection settings: a default set and named profiles.
struct SettingsFile {
  /// The name of a project's file, which is in the current folder or a folder above it.
  static let projectName = ".nstack-review.yaml"

  let path: String
  let checks: CheckSettings
  let approval: Approval
  /// Authors that are programs, such as `deepl`.
  let machines: [String]
  /// The most penalty points per 1,000 words that the project takes of the errors in an agency's texts.
  let mostPoints: Int?
  let hosts: HostTable?
  /// What is exported for agencies, by the names of presets.
  let presets: [String: ExportPreset]
  let style: GenerateStyle
  /// Whether an import sends only what a reviewer approved, or somebody else than the author.
  enum Approval: String, CaseIterable { case required, optional, other }

  private let settings: [String: Setting]
  private let profiles: [String: [String: Setting]]

  var holdsSecrets: Bool { ([settings] + profiles.values).contains(where: \.hasCredentials) }

  var profileNames: [String] { profiles.keys.sorted() }

  static var userPath: String? { EnvironmentVariables.configurationFolder.map { "\($0)/config.yaml" } }

  static func ofUser() throws -> SettingsFile? {
    try userPath.flatMap { try SettingsFile(path: $0, allowsSecrets: true) }
  }

  static func ofProject() throws -> SettingsFile? {
    guard var folder = EnvironmentVariables.workingFolder else { return nil }
    while true {
      let path = folder == "/" ? "/\(projectName)" : "\(folder)/\(projectName)"
      if PlainFile.exists(path) { return try SettingsFile(path: path, allowsSecrets: false) }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  /// The project's severities of checks, with the terms of a glossary.
  ///
  /// - Parameter glossary: The glossary's path; nil for the project's, which is relative to the folder of its file.
  static func checkSettings(glossary: String? = nil) throws -> CheckSettings {
    let project = try ofProject()
    var settings = project?.checks ?? CheckSettings()
    settings.glossary = try (glossary ?? project?.settings["glossary"]?.text).map { try Glossary(path: $0) }
    return settings
  }

  /// The settings of a profile; completed by the file's own settings.
  func settings(ofProfile name: String?) -> [String: Setting] {
    name.flatMap { profiles[$0]?.filled(from: settings) } ?? settings
  }

  // MARK: - Reading

  private init?(path: String, allowsSecrets: Bool) throws {
    guard let root = try YAMLValue.read(path, notYAML: .yaml) else { return nil }
    self.path = path
    guard root.isEmpty || root.members != nil else { throw Failure.usage(.yaml, "\(path): a mapping was expected") }
    settings = try Self.settings(root, allowsSecrets, isProfile: false)
    hosts = try root["hosts"].map(HostTable.init(yaml:))
    checks = try allowsSecrets ? CheckSettings() : CheckSettings(yaml: root)
    approval = try allowsSecrets ? .optional : root["approval"]?.choice(of: Approval.self) ?? .optional
    machines = try allowsSecrets ? [] : root["machines"]?.list() ?? []
    mostPoints = try allowsSecrets ? nil : root["quality"].map(Self.points)
    presets = try allowsSecrets ? [:] : root["presets"].map(Self.presets) ?? [:]
    style = try GenerateStyle(yaml: allowsSecrets ? nil : root["generate"])
    var profiles: [String: [String: Setting]] = [:]
    if let named = root["profiles"] {
      guard let named = named.members else {
        throw Failure.usage(.yaml, "\(path): \"profiles\" must be a mapping of names to settings")
      }
      for (name, value) in named {
        guard let name = name.text, value.members != nil else {
          throw Failure.usage(.yaml, "\(path): each profile must be a mapping of settings")
        }
        profiles[name] = try Self.settings(value, allowsSecrets, isProfile: true)
      }
    }
    self.profiles = profiles
  }

  private static func points(_ node: YAMLValue) throws -> Int {
    if let text = node.text, let points = Int(text), (0...25_000).contains(points) { return points }
    throw node.setting.refusal(
      "penalty points per 1,000 words were expected",
      hint: "Write the most that you take, 0 to 25000, as in quality: 20.")
  }

  private static func presets(_ node: YAMLValue) throws -> [String: ExportPreset] {
    guard let named = node.members else {
      throw Failure.usage(
        .yaml, "\(node.location): \"presets\" is not a mapping of names to presets.",
        hint: "As in presets: {berlin: {locales: [de-DE], file: berlin.xlsx}}")
    }
    return try ExportPreset.all(named)
  }

  /// The members that are not settings with one value: those of both files, and those of a project's.
  private static let members = (
    both: ["hosts", "profiles"],
    project: ["checks", "placeholders", "rules", "approval", "machines", "quality", "presets", "generate"]
  )

  private static func settings(_ mapping: YAMLValue, _ allowsSecrets: Bool, isProfile: Bool) throws -> [String: Setting]
  {
    var settings: [String: Setting] = [:]
    let known = isProfile ? [] : members.both + (allowsSecrets ? [] : members.project)
    for (key, value) in mapping.members ?? [] where !known.contains(key.text ?? "") {
      let name = key.text ?? ""
      guard let text = value.text else {
        throw Failure.usage(.settingValue, "\(key.location): \(YAMLValue.shown(name)) must be a single value")
      }
      guard let rule = SettingRule.named(name), rule.isFor(usersFile: allowsSecrets, profile: isProfile) else {
        throw misplaced(key, allowsSecrets)
      }
      try rule.require(Setting(text, from: key.location))
      let isRelative = if case .path = rule.kind { !text.hasPrefix("/") } else { false }
      settings[name] = Setting(isRelative ? FileName(key.path).folder + text : text, from: key.location)
    }
    try settings.requireOneAddress()
    return settings
  }

  /// The error for a member that a file cannot have there.
  private static func misplaced(_ key: YAMLValue, _ allowsSecrets: Bool) -> Failure {
    let name = key.text ?? ""
    switch SettingRule.named(name)?.home {
    case .secret:
      return .usage(
        .secret, "\(key.location): \"\(name)\" is a secret and does not belong in a project's file.",
        hint: "Move it to the environment or to the user's file.")
    case .machine where !allowsSecrets:
      return .usage(
        .unknownKey, "\(key.location): \"\(name)\" is about this machine and does not belong in a project's file.",
        hint: "Move it to \(userPath ?? "the user's file").")
    default:
      func names(_ isListed: (SettingRule.Home) -> Bool) -> [String] {
        SettingRule.all.filter { isListed($0.home) }.map(\.name)
      }
      let all = names { $0 == .everywhere || $0 == .files } + members.both
      let (project, user) = (names { $0 == .project } + members.project, names { $0 == .secret || $0 == .machine })
      return .usage(
        .unknownKey, "\(key.location): \(YAMLValue.shown(name)) is not known here.",
        hint: YAMLValue.hint(
          for: name, among: all + project + user,
          otherwise: "The settings are \(all.joined(separator: ", ")); in a project's file also "
            + "\(project.joined(separator: ", ")); in the user's file also \(user.joined(separator: ", "))."))
    }
  }
}

/// A value in a YAML file. Its errors name the file and the line.
struct YAMLValue {
  private let node: Node
  let path: String

  private init(_ node: Node, path: String) { (self.node, self.path) = (node, path) }

  static func read(_ path: String, most: Int = 1 << 20, notYAML code: Failure.Code) throws -> YAMLValue? {
    guard let text = try PlainFile.text(at: path, most: most) else { return nil }
    do { return YAMLValue(try Yams.compose(yaml: text) ?? Node(""), path: path) } catch {
      throw Failure.usage(code, "\(path): \(problem(error))")
    }
  }

  /// What is wrong with a file, without quoting from it, because it may contain a secret.
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
  /// Whether YAML reads it as text, unlike `1` and `yes`.
  var isText: Bool { node.tag == Tag(.str) }
  var setting: Setting { Setting(text ?? "", from: location) }
  var members: [(name: YAMLValue, value: YAMLValue)]? {
    node.mapping.map { $0.map { (YAMLValue($0.key, path: path), YAMLValue($0.value, path: path)) } }
  }
  var elements: [YAMLValue]? { node.sequence.map { $0.map { YAMLValue($0, path: path) } } }

  subscript(name: String) -> YAMLValue? { node.mapping?[name].map { YAMLValue($0, path: path) } }

  /// The texts of a list, or of a text with commas.
  func list() throws(Failure) -> [String] {
    let texts = elements.map { $0.map(\.text) } ?? [text]
    let values = texts.compactMap(\.self).separated
    guard !values.isEmpty, !texts.contains(nil) else {
      throw setting.refusal("a list was expected", hint: "As in [de-DE, de-AT].")
    }
    return values
  }

  /// One of the values that a setting may have.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: text ?? "") { return choice }
    throw setting.refusal(
      "\"\(Visible.text(text ?? ""))\" is not known",
      hint: "It takes \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
  }

  /// The file's contents as a decodable type.
  func decoded<Value: Decodable>() throws -> Value { try YAMLDecoder().decode(from: node) }

  /// The name of a setting, if it looks like one and not like a value in the wrong position.
  static func shown(_ name: String) -> String {
    let isName = !name.isEmpty && name.count <= 24 && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    return isName ? "the setting \"\(name)\"" : "a setting"
  }

  static func hint(for name: String, among known: [String], otherwise: String? = nil) -> String {
    CloseName.nearest(to: name, among: known).map { "Did you mean \($0)?" } ?? otherwise
      ?? "It can be one of \(known.joined(separator: ", "))."
  }
}
