import AppCatalogs
import ArgumentParser
import Basics
import KeyGenerator

/// The style under `generate` of a project's file: words for all formats that take them, and words of one format under its
/// name.
struct GenerateStyle {
  typealias Words = [(word: String, value: Setting)]

  static let swift = "swift"
  /// The words of each format.
  static let words = Dictionary(
    uniqueKeysWithValues: [(swift, SwiftOptions.words)] + CatalogFormat.allCases.map { ($0.rawValue, $0.styleWords) })

  private var all: Words = []
  private var own: [String: Words] = [:]

  init() {}

  /// - Throws: ``Failure`` `config.value`, `config.unknown-key`, with the line.
  init(yaml node: YAMLValue) throws(Failure) {
    for (key, value) in try Self.members(of: node, "generate") {
      if let format = key.text, let words = Self.words[format] {
        for (key, value) in try Self.members(of: value, format) {
          own[format, default: []] += try Self.read(key, value, among: words)
        }
      } else {
        all += try Self.read(key, value, among: Set(Self.words.values.joined()).sorted())
      }
    }
  }

  /// The words for a format, in the order in which they apply.
  func words(for format: String) -> Words {
    let taken = Self.words[format] ?? []
    return all.filter { taken.contains($0.word) } + (own[format] ?? [])
  }

  private static func members(of node: YAMLValue, _ name: String) throws(Failure) -> [(YAMLValue, YAMLValue)] {
    guard let members = node.members else {
      throw node.setting.refusal(
        "\"\(name)\" is not a mapping", hint: "As in generate: {no-plurals: true, swift: {access: public}}.")
    }
    return members.map { ($0.name, $0.value) }
  }

  private static func read(_ key: YAMLValue, _ value: YAMLValue, among words: [String]) throws(Failure) -> Words {
    let word = key.text ?? ""
    guard words.contains(word) else {
      throw Failure.usage(
        .unknownKey, "\(key.location): \(YAMLValue.shown(word)) of a style is not known.",
        hint: YAMLValue.hint(for: word, among: words))
    }
    // `locale-name` may be a mapping.
    let pairs = (word == "locale-name" ? value.members : nil)?.map { name, value in
      Setting("\(name.text ?? "")=\(value.text ?? "")", from: name.location)
    }
    let settings = pairs ?? [value.setting]
    for setting in settings {
      var (swift, catalog) = (SwiftOptions(tool: ""), CatalogOptions())
      do throws(SettingsFault) {
        if SwiftOptions.words.contains(word) {
          try swift.set(word, setting.text)
        } else {
          try catalog.set(word, setting.text)
        }
      } catch { throw Failure.usage(.settingValue, "\(setting.source): \(error.message)") }
    }
    return settings.map { (word, $0) }
  }
}

struct StyleFlags: TitledFlags {
  static let title = "Style"

  @Option("words", "Change the project's style once: WORD or WORD=VALUE, with commas.") var style: [String] = []

  /// Options with the words of the project's file, and then those of the flag.
  ///
  /// - Parameter left: Words of the format that the command has no use for.
  /// - Throws: ``Failure`` `usage.arguments` for a word of the flag that the format does not take, or its value.
  func applied<Options: StyleWords>(to options: Options, for format: String, without left: Set<String> = []) throws
    -> Options
  {
    var options = options
    for (word, value) in try SettingsFile.ofProject()?.style.words(for: format) ?? [] {
      try options.set(word, value.text)
    }
    let forms = format == GenerateStyle.swift ? SwiftOptions.Style.allCases.map(\.rawValue) : []
    let known = forms + (GenerateStyle.words[format] ?? []).filter { !left.contains($0) }
    for word in style.separated {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard known.contains(parts[0]) else {
        throw Failure.usage(
          .arguments, "--style has \"\(Visible.text(word))\", which \(format) does not take.",
          hint: "It takes \(known.joined(separator: ", ")).")
      }
      do throws(SettingsFault) { try options.set(parts[0], parts.count == 2 ? parts[1] : nil) } catch {
        throw Failure.usage(.arguments, "--style: \(error.message)")
      }
    }
    return options
  }
}
