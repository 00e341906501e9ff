import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import TranslationReview

/// A named export for an agency: a member of `presets` in the project's file.
struct ExportPreset {
  private(set) var name: String
  private(set) var split: SheetSplit?
  private(set) var layout: SheetLayout?
  /// The number of days after an export by which its sheets are expected back; nil if no day is set.
  private(set) var dueDays: Int?
  /// The agency's name for people; nil for the preset's.
  private(set) var agency: String?
  /// The values of the flags that choose texts.
  private var choice: [String: (values: [String], setting: Setting)] = [:]
  /// The pattern of the file's name, below the project's folder.
  private var file: Setting?
  /// The format of the file; nil for that of its extension.
  private var format: SheetFormat?
  private let settingsPath: String

  /// The flags that choose texts, by the names of their members.
  private static let flags = Dictionary(
    uniqueKeysWithValues: ((try? TextChoiceOptions.parse([]))?.flags ?? []).map { flag, _ in
      (flag == "--locale" ? "locales" : String(flag.dropFirst(2)), flag)
    })
  /// The members whose values may be files.
  private static let files = ["memory", "since", "context"]
  private static let members = ["agency", "split", "layout", "file", "format", "due"] + flags.keys.sorted()

  /// The name of the member of `presets` whose values apply to all presets.
  private static let defaultsName = "defaults"

  /// Reads the members of `presets`. Each preset takes the members of `defaults` that it does not have itself.
  ///
  /// - Throws: ``Failure`` `config.value`, `config.unknown-key`, with the line.
  static func all(_ members: [(name: YAMLValue, value: YAMLValue)]) throws(Failure) -> [String: ExportPreset] {
    var presets: [String: ExportPreset] = [:]
    let defaults = try members.first { $0.name.text == defaultsName }.map { node throws(Failure) in
      try ExportPreset(defaultsName, node.value, ExportPreset(name: "", settingsPath: node.value.path))
    }
    for (name, value) in members where name.text != defaultsName {
      let name = name.text ?? ""
      presets[name] = try ExportPreset(name, value, defaults ?? ExportPreset(name: "", settingsPath: value.path))
    }
    return presets
  }

  private init(name: String, settingsPath: String) { (self.name, self.settingsPath) = (name, settingsPath) }

  private init(_ name: String, _ node: YAMLValue, _ defaults: ExportPreset) throws(Failure) {
    self = defaults
    self.name = name
    guard let members = node.members else {
      throw node.setting.refusal(
        "the preset \"\(Visible.text(name))\" is not a mapping",
        hint: "As in: berlin: {locales: [de-DE], file: berlin.xlsx}")
    }
    for (key, value) in members {
      let member = key.text ?? ""
      switch member {
      case "split": split = try value.choice(of: SheetSplit.self)
      case "layout": layout = try value.choice(of: SheetLayout.self)
      case "file": file = value.setting
      case "format": format = try value.choice(of: SheetFormat.self)
      case "due": dueDays = try Self.days(value.setting)
      case "agency":
        guard let text = value.text, !text.isEmpty else { throw value.setting.refusal("a name was expected") }
        agency = text
      default:
        guard let flag = Self.flags[member] else {
          throw Failure.usage(
            .unknownKey, "\(key.location): \(YAMLValue.shown(member)) of a preset is not known.",
            hint: YAMLValue.hint(for: member, among: Self.members))
        }
        let values = try value.list()
        choice[flag] = (Self.files.contains(member) ? values.map(path(of:)) : values, value.setting)
      }
    }
  }

  private var folder: String {
    settingsPath.lastIndex(of: "/").map { $0 == settingsPath.startIndex ? "/" : String(settingsPath[..<$0]) } ?? "."
  }

  /// A file's path, relative to the project's folder; names and addresses in Drive are unchanged.
  private func path(of name: String) -> String {
    let isPath = name.contains { "./".contains($0) } && !name.hasPrefix("/") && !DriveAddress.isMeant(name)
    return isPath ? "\(folder)/\(name)" : name
  }

  private static func days(_ due: Setting) throws(Failure) -> Int {
    let units: [Character: Int] = ["d": 1, "w": 7]
    guard let days = due.text.last.flatMap({ units[$0] }), let count = Int(due.text.dropLast()),
      (1...999).contains(count)
    else {
      throw due.refusal(
        "\"\(Visible.text(due.text))\" is not a number of days or weeks", hint: "Write due: 5d or due: 2w.")
    }
    return count * days
  }

  /// The choice of texts, with the preset's values for the flags that were not given.
  ///
  /// - Throws: ``Failure`` `config.value` for a value that its flag does not take.
  func filled(_ texts: TextChoiceOptions) throws -> TextChoiceOptions {
    let given = Dictionary(texts.given.map { ($0.name, $0.texts) }) { $1 }
    func arguments(_ flag: String, _ values: [String]) -> [String] { values.map { "\(flag)=\($0)" } }
    var all = given.flatMap { arguments($0.key, $0.value) }
    for (flag, (values, setting)) in choice.sorted(by: { $0.key < $1.key }) where given[flag] == nil {
      do { _ = try TextChoiceOptions.parse(arguments(flag, values)) } catch {
        throw setting.refusal(TextChoiceOptions.message(for: error))
      }
      all += arguments(flag, values)
    }
    return try TextChoiceOptions.parse(all)
  }

  /// The path of the file to write.
  ///
  /// - Parameter date: The date, as `2026-01-31`.
  /// - Throws: ``Failure`` `config.value` if there is no pattern, or if it leads out of the project's folder.
  func path(date: String) throws(Failure) -> String {
    guard let file else {
      throw Failure.usage(
        .settingValue, "\(settingsPath): the preset \"\(Visible.text(name))\" has no file.",
        hint: "Add file: to it, or name the file to write.")
    }
    var text = file.text.replacing("{name}", with: name).replacing("{date}", with: date)
    if let format {
      if SheetFormat(extensionOf: text) != nil { text.removeLast(FileName(text).suffix.count) }
      text += ".\(format.name)"
    }
    if let open = text.firstIndex(of: "{") {
      let end = text[open...].firstIndex(of: "}").map(text.index(after:)) ?? text.endIndex
      throw file.refusal(
        "the file \"\(Visible.text(file.text))\" has \(Visible.text(String(text[open..<end]), limit: 40)), which is not known",
        hint: "The name can contain {name} and {date}.")
    }
    let steps = text.split(separator: "/", omittingEmptySubsequences: false)
    let path = "\(folder)/\(text)"
    guard !text.hasPrefix("/"), !steps.contains(".."), !steps.contains(""), isBelowFolder(path) else {
      throw file.refusal(
        "the file \"\(Visible.text(text))\" is not below the project's folder",
        hint: "Name a file below \(folder), without .. and a slash at the beginning.")
    }
    return path
  }

  /// Whether the folder of a path is the project's or below it, with links resolved.
  private func isBelowFolder(_ path: String) -> Bool {
    guard let root = Self.resolved(folder) else { return false }
    var above = path
    while let slash = above.lastIndex(of: "/") {
      above = String(above[..<slash])
      // A folder that does not exist cannot be a link.
      if let found = Self.resolved(above) { return found == root || found.hasPrefix(root == "/" ? root : "\(root)/") }
    }
    return false
  }

  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The project's presets with these names, each once. A name with `*`, `?` or `[` selects all that it matches.
  ///
  /// - Throws: ``Failure`` `config.preset` for a name that no project's file has, or that matches none.
  static func all(matching names: [String]) throws -> [ExportPreset] {
    guard !names.isEmpty else { return [] }
    let project = try SettingsFile.ofProject()
    let known = project?.presets ?? [:]
    var found: [ExportPreset] = []
    for name in names {
      let matching = known[name].map { [$0] } ?? known.values.filter { fnmatch(name, $0.name, 0) == 0 }
      guard !matching.isEmpty else {
        throw unknown(name, among: known.keys.sorted(), in: project?.path ?? SettingsFile.projectName)
      }
      found += matching.sorted { $0.name < $1.name }.filter { preset in !found.contains { $0.name == preset.name } }
    }
    return found
  }

  private static func unknown(_ name: String, among known: [String], in file: String) -> Failure {
    let example = "presets: {agency-berlin: {locales: [de-DE], file: sheets/{name}-{date}.xlsx}}"
    return .usage(
      .preset, "\(file) has no preset \"\(Visible.text(name))\".",
      hint: known.isEmpty
        ? "Add presets: to it, such as \(example)."
        : YAMLValue.hint(for: name, among: known, otherwise: "There are \(known.joined(separator: ", "))."))
  }
}
