import Basics
import ReviewReports
package import TranslationReview

extension ReviewProfile {
  /// The imports of which a sheet, preset or person has a share, with that share, the newest first.
  ///
  /// - Parameters:
  ///   - name: A preset, a file's path or name, a sheet's id, or a person.
  ///   - imports: The imports to search.
  /// - Throws: ``ImportError`` `undo.sheet` if the name means nothing in the imports, or more than one thing.
  package func shares(of name: String, in imports: [KeptImport], _ dialog: any ImportDialog) throws(ImportError) -> [(
    kept: KeptImport, share: UndoShare
  )] {
    let files = named(imports, dialog)
    let (path, folded) = (AbsolutePath.of(name), name.lowercased())
    // What is spelled exactly comes first, and what names one sheet before what may name many.
    let ways: [(NamedFile) -> String?] = [
      { $0.sheetID == name || $0.paths.contains(path) || $0.paths.contains(name) ? name : nil },
      { file in file.preset == name ? name : file.paths.first { FileName($0).name == name } },
      { file in
        file.preset?.lowercased() == folded
          ? file.preset : file.paths.first { FileName($0).name.lowercased() == folded }
      },
    ]
    let people = Set(imports.flatMap(\.authors))
    let everyone: [Set<String>] = [[], people.filter { $0 == name }, people.filter { $0.lowercased() == folded }]
    for (way, people) in zip(ways, everyone) {
      let found = Dictionary(grouping: files) { way($0) ?? "" }.filter { !$0.key.isEmpty }
      guard !found.isEmpty || !people.isEmpty else { continue }
      guard found.count + people.count == 1 else {
        throw ImportError(
          .undoesNoSheet, "\"\(Visible.text(name))\" is more than one thing: \(Self.list(Array(found.keys) + people)).",
          hint: "Name one sheet by its path or its id.")
      }
      return imports.reversed().compactMap { kept in
        if let person = people.first { return Self.share(of: person, in: kept).map { (kept, $0) } }
        let indices = Set(found.values.joined().filter { $0.importID == kept.id }.map(\.index))
        return indices.isEmpty ? nil : (kept, UndoShare(named: name, files: indices))
      }
    }
    let names = files.map { $0.preset ?? FileName($0.paths[0]).name } + people
    throw ImportError(
      .undoesNoSheet, "no sheet, preset or person of what was imported is called \"\(Visible.text(name))\".",
      hint: names.isEmpty ? "No sheet was imported." : "Choose one of these: \(Self.list(names)).")
  }

  /// A file of an import, with what it may be called.
  private struct NamedFile {
    let importID: String
    let index: Int
    /// The preset for which its sheet was exported; nil if that is not known, or there was none.
    let preset: String?
    let sheetID: String?
    /// Where its sheet was exported to, if that is known, and where the file was.
    let paths: [String]
  }

  private func named(_ imports: [KeptImport], _ dialog: any ImportDialog) -> [NamedFile] {
    let rounds = rounds(dialog).rounds
    return imports.flatMap { kept in
      kept.files.enumerated().map { index, file in
        let round = rounds.last { round in
          round.returns.contains { $0.importID == kept.id && $0.digest == file.digest }
            || (file.sheetID != nil && round.id == file.sheetID)
        }
        return NamedFile(
          importID: kept.id, index: index, preset: round?.export?.preset, sheetID: file.sheetID ?? round?.id,
          paths: [round?.export?.file, file.path].compactMap(\.self))
      }
    }
  }

  private static func share(of person: String, in kept: KeptImport) -> UndoShare? {
    guard kept.authors.contains(person) else { return nil }
    let files = kept.files.indices.filter { kept.files[$0].authors == [person] }
    return UndoShare(named: person, files: Set(files), author: person)
  }

  private static func list(_ names: [String]) -> String {
    let names = Set(names).sorted()
    let rest = names.count - 20
    return names.prefix(20).map { Visible.text($0) }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
