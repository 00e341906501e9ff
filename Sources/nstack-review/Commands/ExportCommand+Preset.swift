import Basics

extension ExportCommand {
  /// The command with the preset's values in place of flags that were not given.
  ///
  /// - Throws: ``Failure`` `config.preset`, or what is wrong with the preset's file.
  func filled() throws -> ExportCommand {
    guard let preset = try preset.map(SettingsFile.preset(named:)) else { return self }
    var command = self
    if destination == nil {
      command.file = try preset.path(date: String(UTCTime.text(CalendarTime.seconds()).prefix(10)))
    }
    if selection.locales.locale.isEmpty { command.selection.locales.locale = preset.locales }
    if selection.locales.except.isEmpty { command.selection.locales.except = preset.exceptions }
    command.source = source ?? preset.source
    command.split = split ?? preset.split
    command.layout = layout ?? preset.layout
    if memories.memory.isEmpty { command.memories.memory = preset.memoryNames }
    return command
  }
}
