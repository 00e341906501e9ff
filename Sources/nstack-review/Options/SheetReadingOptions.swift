import ArgumentParser

struct SheetReadingOptions: ParsableArguments {
  @Argument(
    help: "Returned sheets (.xlsx, .csv, .xlf, .po), folders of them, or sheets in Drive (drive:ID, addresses).",
    completion: .sheets)
  var files: [String] = []
  @Flag(help: "Read the folders inside a folder too.")
  var recursive = false
  @OptionGroup(title: "CSV") var csv: CSVOptions
  @OptionGroup(title: "Google Drive") var drive: DriveOptions
}
