import ArgumentParser
import Spreadsheet
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that came back, and how CSV among them is read.
struct SheetReadingOptions: ParsableArguments {
  @Argument(help: "Returned sheets (.xlsx, .csv), or folders of them.")
  var files: [String] = []
  @Option(name: .long, help: "The delimiter of CSV (default: found from the header).")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV (default: UTF-8, or UTF-16 by its byte order mark).")
  var encoding: String?

  /// Reads all files as one sheet.
  func read() throws -> ReturnedSheet {
    guard !files.isEmpty else {
      throw Failure.usage("usage.no-sheet", "no sheet was named.", hint: "Name returned sheets, or a folder of them.")
    }
    return try ReviewSheetReader.read(try expandedFiles(), csv: try csv())
  }

  /// How CSV files are read.
  func csv() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(DelimiterName.byte(of:)), encoding: encoding)
  }

  /// The files given and, for a folder, the sheets in it by name.
  private func expandedFiles() throws -> [String] {
    try files.flatMap { path -> [String] in
      guard let folder = opendir(path) else { return [path] }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let lower = name.lowercased()
        let isSheet = [".xlsx", ".csv", ".tsv"].contains { lower.hasSuffix($0) }
        if isSheet, !name.hasPrefix("~$"), !name.hasPrefix(".") { names.append("\(path)/\(name)") }
      }
      guard !names.isEmpty else {
        throw Failure.usage("usage.empty-folder", "\(path) holds no .xlsx, .csv or .tsv file.")
      }
      return names.sorted()
    }
  }
}
