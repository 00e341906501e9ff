import NStackAPI
import TranslationReview

/// The notes and findings of a plan, as the file stores them after the last row.
struct KeptRemarks: Codable {
  struct Place: Codable {
    var file: Int
    var worksheet: String?
    var row: Int
    var localeGroup: String?

    init(_ place: RowPlace) {
      (file, worksheet, row, localeGroup) = (place.fileIndex, place.worksheet, place.row, place.locale)
    }

    func place(_ files: [ReturnedSheet.File]) -> RowPlace {
      RowPlace(
        fileIndex: file, file: files.indices.contains(file) ? files[file].path : "", worksheet: worksheet, row: row,
        locale: localeGroup)
    }
  }

  struct Note: Codable {
    var place: Place
    var text: TextIdentity
    var note: String
  }

  struct Finding: Codable {
    var code: String
    var severity: String
    var place: Place?
    var column: String?
    var message: String
  }

  var notes: [Note]
  var findings: [Finding]

  init(_ changeset: Changeset) {
    notes = changeset.notes.map { Note(place: Place($0.place), text: $0.text, note: $0.note) }
    findings = changeset.diagnostics.map {
      Finding(
        code: $0.code.rawValue, severity: $0.severity.rawValue, place: $0.place.map(Place.init), column: $0.column,
        message: $0.message)
    }
  }

  func notes(of files: [ReturnedSheet.File]) -> [ReturnedSheet.Note] {
    notes.map { ReturnedSheet.Note(restoring: $0.note, at: $0.place.place(files), of: $0.text) }
  }

  func diagnostics(of files: [ReturnedSheet.File]) throws -> [Diagnostic] {
    try findings.map {
      guard let severity = Severity(rawValue: $0.severity) else { throw KeptUnknown(name: $0.severity) }
      return Diagnostic(
        code: Diagnostic.Code(rawValue: $0.code), severity: severity, place: $0.place?.place(files), column: $0.column,
        message: $0.message)
    }
  }
}
