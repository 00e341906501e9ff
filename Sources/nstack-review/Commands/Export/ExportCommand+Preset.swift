import Basics
import ReviewJournal

extension ExportCommand {
  /// The exports that were asked for: this one, or one for each preset that was chosen, with the preset.
  ///
  /// - Throws: ``Failure`` `config.preset`, or a mistake in the preset's file; `usage.arguments` for presets that would
  ///   write the same file.
  func chosen() throws -> [(preset: ExportPreset?, export: ExportCommand)] {
    let presets = try ExportPreset.all(matching: CommaList.values(presets))
    if presets.isEmpty { return [(nil, self)] }
    let exports = try presets.map { (preset: Optional($0), export: try filled(from: $0)) }
    let byFile = Dictionary(grouping: exports) { $0.export.file }
    if let shared = exports.first(where: { byFile[$0.export.file, default: []].count > 1 }) {
      let names = byFile[shared.export.file, default: []].compactMap { $0.preset.map { Visible.text($0.name) } }
      throw Failure.usage(
        .arguments, "the presets \(names.joined(separator: " and ")) would write the same file, \(shared.export.file).",
        hint: destination == nil
          ? "Put {name} into their file names." : "Name no file, so that each writes its own, or one preset.")
    }
    if !dryRun, destination == nil { for (_, export) in exports { try PlainFile.makeFolders(above: export.file) } }
    return exports
  }

  /// The command with the preset's values in place of flags that were not given.
  private func filled(from preset: ExportPreset) throws -> ExportCommand {
    var command = self
    if destination == nil {
      command.file = try preset.path(date: String(UTCTime.text(CalendarTime.seconds()).prefix(10)))
    }
    command.texts = try preset.filled(texts)
    command.split = split ?? preset.split
    command.layout = layout ?? preset.layout
    return command
  }
}
