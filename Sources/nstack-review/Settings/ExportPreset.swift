import Basics
import ReviewJournal
import TranslationReview

/// What is exported for an agency, under a name: a member of `presets` in the project's file.
struct ExportPreset {
  let name: String
  private(set) var locales: [String] = []
  private(set) var exceptions: [String] = []
  private(set) var source: String?
  private(set) var split: SheetSplit?
  private(set) var layout: SheetLayout?
  private var memories: [String] = []
  /// The pattern of the file's name, below the project's folder.
  private var file: Setting?
  private let settingsPath: String

  private static let members = ["locales", "except", "source", "split", "layout", "file", "memory"]

  /// Reads a preset.
  ///
  /// - Throws: ``Failure`` `config.value`, `config.unknown-key`, with the line.
  init(_ name: String, _ node: YAMLValue) throws(Failure) {
    (self.name, settingsPath) = (name, node.path)
    guard let members = node.members else {
      throw node.setting.refusal(
        "the preset \"\(Visible.text(name))\" is not a mapping",
        hint: "As in: berlin: {locales: [de-DE], file: berlin.xlsx}")
    }
    for (key, value) in members {
      let member = key.text ?? ""
      switch member {
      case "locales": locales = try value.list()
      case "except": exceptions = try value.list()
      case "memory": memories = try value.list()
      case "source": source = value.text ?? ""
      case "split": split = try value.choice(of: SheetSplit.self)
      case "layout": layout = try value.choice(of: SheetLayout.self)
      case "file": file = value.setting
      default:
        throw Failure.usage(
          .unknownKey, "\(key.location): \(YAMLValue.shown(member)) of a preset is not known.",
          hint: YAMLValue.hint(for: member, among: Self.members))
      }
    }
  }

  private var folder: String {
    settingsPath.lastIndex(of: "/").map { $0 == settingsPath.startIndex ? "/" : String(settingsPath[..<$0]) } ?? "."
  }

  /// The memories, with the files among them found from the project's folder.
  var memoryNames: [String] {
    memories.map { $0.contains { "./".contains($0) } && !$0.hasPrefix("/") ? "\(folder)/\($0)" : $0 }
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
    let text = file.text.replacing("{name}", with: name).replacing("{date}", with: date)
    if let open = text.firstIndex(of: "{") {
      let end = text[open...].firstIndex(of: "}").map(text.index(after:)) ?? text.endIndex
      throw file.refusal(
        "the file \"\(Visible.text(file.text))\" has \(Visible.text(String(text[open..<end]), limit: 40)), which is not known",
        hint: "Known are {name} and {date}.")
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

  /// Whether the folder of a path is the project's or below it, wherever links lead.
  private func isBelowFolder(_ path: String) -> Bool {
    guard let root = Self.resolved(folder) else { return false }
    var above = path
    while let slash = above.lastIndex(of: "/") {
      above = String(above[..<slash])
      // A folder that does not exist leads nowhere else.
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
        : YAMLValue.hint(for: name, among: known, otherwise: "There are \(known.joined(separator: ", ")).")
    )
  }
}
