import AppCatalogs
import ArgumentParser
import Basics
import KeyGenerator

/// The style under `generate` of a project's file: words for all formats that take them, and words of one format under its
/// name.
struct GenerateStyle {
  static let swift = "swift"
  /// The words of each format.
  static let words = Dictionary(
    uniqueKeysWithValues: [(swift, SwiftOptions.words)] + CatalogFormat.allCases.map { ($0.rawValue, $0.styleWords) })

  private var settings: [(format: String?, word: String, value: Setting)] = []

  /// - Throws: ``Failure`` `config.value`, `config.unknown-key`, with the line.
  init(yaml node: YAMLValue?) throws(Failure) { if let node { try read(node, for: nil) } }

  private mutating func read(_ node: YAMLValue, for format: String?) throws(Failure) {
    guard let members = node.members else {
      throw node.setting.refusal(
        "a mapping of words was expected", hint: "As in generate: {no-plurals: on, swift: {access: public}}.")
    }
    let all = Set(Self.words.values.joined()).sorted() + Self.words.keys.sorted()
    let known = format.map { Self.words[$0] ?? [] } ?? all
    for (key, value) in members {
      let word = key.text ?? ""
      if format == nil, Self.words[word] != nil {
        try read(value, for: word)
        continue
      }
      guard known.contains(word) else {
        throw Failure.usage(
          .unknownKey, "\(key.location): \(YAMLValue.shown(word)) of a style is not known.",
          hint: YAMLValue.hint(for: word, among: known))
      }
      // `locale-name` may be a mapping.
      let pairs = (word == "locale-name" ? value.members : nil)?.map { name, value in
        Setting("\(name.text ?? "")=\(value.text ?? "")", from: name.location)
      }
      settings += (pairs ?? [value.setting]).map { (format, word, $0) }
    }
  }

  /// Sets the words of a format, those that are its own last.
  func apply<Options: StyleWords>(to options: inout Options, for format: String) throws(Failure) {
    let taken = settings.filter { $0.format == nil && Self.words[format]?.contains($0.word) == true }
    for (_, word, value) in taken + settings.filter({ $0.format == format }) {
      do throws(SettingsFault) { try options.set(word, value.text) } catch {
        throw Failure.usage(.settingValue, "\(value.source): \(error.message)")
      }
    }
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
    try SettingsFile.ofProject()?.style.apply(to: &options, for: format)
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
