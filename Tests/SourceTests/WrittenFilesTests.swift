import Testing

/// A file that a user names may be a returned sheet with edits, so each place that writes one must have looked before.
struct WrittenFilesTests {
  /// The sources that write files with names from the user, each with the source that refuses to overwrite edits.
  private static let named = [
    "Review/ReviewJournal/Export/ExportJob.swift": "Review/ReviewJournal/Export/ExportJob.swift",
    "Review/ReviewJournal/Export/PreviewJob.swift": "Review/ReviewJournal/Export/PreviewJob.swift",
    "Review/ReviewJournal/Session/ResultFiles+Writing.swift": "Review/ReviewJournal/Session/ResultFiles.swift",
    "Tables/Spreadsheet/Conversion/TableConversion.swift": "Program/nstack-review/Commands/Check/ConvertCommand.swift",
    "Program/nstack-review/Commands/Generate/CatalogWritingOptions.swift":
      "Program/nstack-review/Commands/Generate/CatalogWritingOptions.swift",
    "Program/nstack-review/Commands/Import/PlanFiles.swift": "Review/ReviewJournal/Session/ResultFiles.swift",
    "Program/nstack-review/Commands/Proposals/ProposalsCommand.swift":
      "Program/nstack-review/Commands/Proposals/ProposalsCommand.swift",
    "Program/nstack-review/Terminal/Output.swift": "Program/nstack-review/Commands/Status/CompareCommand.swift",
    "Program/nstack-review/Commands/Status/ReviewedCommand.swift":
      "Program/nstack-review/Commands/Status/ReviewedCommand.swift",
    "Program/nstack-review/Commands/Status/SheetsCommand.swift":
      "Program/nstack-review/Commands/Status/ReviewedCommand.swift",
    "Program/nstack-review/Commands/Drive/DriveSheets.swift":
      "Program/nstack-review/Commands/Check/ConvertCommand.swift",
  ]

  /// The sources that write the program's own files, offer the writing to others, or refuse any file that exists.
  private let others: Set = [
    "Review/ReviewJournal/Files/LineFile.swift", "Review/ReviewJournal/Files/PlainFile.swift",
    "Review/ReviewPage/Drafts/DraftFile.swift", "Review/ReviewSheets/Formats/ReviewSheetWriter.swift",
    "Program/nstack-review/Commands/Project/InitCommand.swift",
    "Program/nstack-review/Commands/Drive/DriveLoginCommand.swift",
    "Program/nstack-review/Settings/ResourceCacheFolder.swift", "Program/nstack-review/Settings/SettingLayers.swift",
    "Program/nstack-review/Terminal/CatalogNames.swift", "Program/nstack-review/Terminal/Dictionaries.swift",
    "Program/nstack-review/Terminal/OtherPrograms.swift",
  ]

  private static let writes = [
    "OutputFile(path:", "OutputFile.init", "PlainFile.replace(", "PlainFile.write(", "PlainFile.writeSecret(",
    "write(toFileAt:",
  ]
  private let guards = ["EditedSheet.refuseOverwriting(", "refuseUnsentEdits(", "refuseReplacingOthers("]

  @Test func `every place that writes a file with a name from the user looks for edits before`() throws {
    let sources = try SwiftSource.all(in: "Sources")
    let writing = sources.filter { source in Self.writes.contains { source.code.contains($0) } }.map(\.path)
    #expect(writing.sorted() == (Array(Self.named.keys) + others).sorted())
    for guarding in Set(Self.named.values) {
      let source = try #require(sources.first { $0.path == guarding })
      #expect(guards.contains { source.code.contains($0) }, "\(guarding)")
    }
  }
}
