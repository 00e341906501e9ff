import Testing

/// A file that a user names may be a returned sheet with edits, so each place that writes one must have looked before.
struct WrittenFilesTests {
  /// The sources that write files with names from the user, each with the source that refuses to overwrite edits.
  private static let named = [
    "ReviewJournal/Export/ExportJob.swift": "ReviewJournal/Export/ExportJob.swift",
    "ReviewJournal/Export/PreviewJob.swift": "ReviewJournal/Export/PreviewJob.swift",
    "ReviewJournal/Session/ResultFiles+Writing.swift": "ReviewJournal/Session/ResultFiles.swift",
    "Spreadsheet/Conversion/TableConversion.swift": "nstack-review/Commands/Check/ConvertCommand.swift",
    "nstack-review/Commands/Generate/CatalogWritingOptions.swift":
      "nstack-review/Commands/Generate/CatalogWritingOptions.swift",
    "nstack-review/Commands/Import/PlanFiles.swift": "ReviewJournal/Session/ResultFiles.swift",
    "nstack-review/Commands/Proposals/ProposalsCommand.swift":
      "nstack-review/Commands/Proposals/ProposalsCommand.swift",
    "nstack-review/Commands/Status/CompareCommand.swift": "nstack-review/Commands/Status/CompareCommand.swift",
    "nstack-review/Commands/Status/ReviewedCommand.swift": "nstack-review/Commands/Status/ReviewedCommand.swift",
    "nstack-review/Commands/Drive/DriveSheets.swift": "nstack-review/Commands/Drive/DriveCommand.swift",
  ]

  /// The sources that write the program's own files, offer the writing to others, or refuse any file that exists.
  private static let others: Set = [
    "ReviewJournal/Files/LineFile.swift", "ReviewJournal/Files/PlainFile.swift", "ReviewPage/Drafts/DraftFile.swift",
    "ReviewSheets/Formats/ReviewSheetWriter.swift", "nstack-review/Commands/Project/InitCommand.swift",
    "nstack-review/Commands/Drive/DriveLoginCommand.swift", "nstack-review/Settings/ResourceCacheFolder.swift",
    "nstack-review/Settings/SettingLayers.swift", "nstack-review/Terminal/CatalogNames.swift",
    "nstack-review/Terminal/OtherPrograms.swift",
  ]

  private static let writes = [
    "OutputFile(path:", "OutputFile.init", "PlainFile.replace(", "PlainFile.write(", "PlainFile.writeSecret(",
    "write(toFileAt:",
  ]
  private static let guards = ["EditedSheet.refuseOverwriting(", "refuseUnsentEdits(", "refuseReplacingOthers("]

  @Test func `every place that writes a file with a name from the user looks for edits before`() throws {
    let sources = try SwiftSource.all(in: "Sources")
    let writing = sources.filter { source in Self.writes.contains { source.code.contains($0) } }.map(\.path)
    #expect(writing.sorted() == (Array(Self.named.keys) + Self.others).sorted())
    for guarding in Set(Self.named.values) {
      let source = try #require(sources.first { $0.path == guarding })
      #expect(Self.guards.contains { source.code.contains($0) }, "\(guarding)")
    }
  }
}
