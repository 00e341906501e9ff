import Basics
import ReviewReports
package import TranslationReview

extension ReviewProfile {
  /// The imports that sent something of a sheet, preset or person, with that share, the newest first.
  ///
  /// - Parameters:
  ///   - name: A preset or its agency, a file's path or name, a sheet's id, or a person.
  ///   - imports: The imports to search.
  /// - Throws: ``ImportError`` `undo.sheet` if the name means nothing in the imports, or more than one thing;
  ///   `JournalError`.
  package func shares(of name: String, in imports: [KeptImport], _ dialog: any ImportDialog) throws -> [(
    kept: KeptImport, share: UndoShare
  )] {
    let files = named(imports, dialog)
    let (path, folded) = (AbsolutePath.of(name), name.lowercased())
    // What is spelled exactly comes first, and what names one sheet before what may name many.
    let ways: [(NamedFile) -> String?] = [
      { $0.sheetID == name || $0.paths.contains(path) || $0.paths.contains(name) ? name : nil },
      { file in file.names.first { $0.name == name }?.means },
      { file in file.names.first { $0.name.lowercased() == folded }?.means },
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
      return try imports.reversed().compactMap { kept in
        let files = Set(found.values.joined().filter { $0.importID == kept.id }.map(\.index))
        guard people.isEmpty ? !files.isEmpty : !people.isDisjoint(with: kept.authors) else { return nil }
        let share = people.first.map { Self.share(of: $0, in: kept) } ?? UndoShare(named: name, files: files)
        return try share.hasCalls(in: report(ofImport: kept.id)) ? (kept, share) : nil
      }
    }
    let meanings = Dictionary(grouping: files.flatMap(\.names), by: \.name).mapValues { Set($0.map(\.means)) }
    // Only a name that means one thing is a choice.
    let names =
      files.map { file in
        file.names.first { meanings[$0.name]?.count == 1 && !people.contains($0.name) }?.name ?? file.paths[0]
      } + people
    throw ImportError(
      .undoesNoSheet, "no sheet, agency or person of what was imported is called \"\(Visible.text(name))\".",
      hint: names.isEmpty ? "No sheet was imported." : "Choose one of these: \(Self.list(names)).")
  }

  /// A file of an import, with what it may be called.
  private struct NamedFile {
    let importID: String
    let index: Int
    let sheetID: String?
    /// Where its sheet was exported to, if that is known, and where the file was.
    let paths: [String]
    /// Its names, each with the preset or path that it means: those of its agency and preset, if they are known, and
    /// those of its files.
    let names: [(name: String, means: String)]
  }

  private func named(_ imports: [KeptImport], _ dialog: any ImportDialog) -> [NamedFile] {
    let rounds = rounds(dialog)
    return imports.flatMap { kept in
      kept.files.enumerated().map { index, file in
        let round = rounds.rounds.last { round in
          round.returns.contains { $0.importID == kept.id && $0.digest == file.digest }
            || (file.sheetID != nil && round.id == file.sheetID)
        }
        let (id, paths) = (file.sheetID ?? round?.id, [round?.export?.file, file.path].compactMap(\.self))
        let (preset, agency) = (id.flatMap { rounds.presets[$0] }, id.flatMap { rounds.agencies[$0] })
        let names = [agency, preset].compactMap { name in name.map { ($0, preset ?? $0) } }
        return NamedFile(
          importID: kept.id, index: index, sheetID: id, paths: paths,
          names: names + paths.map { (FileName($0).name, $0) })
      }
    }
  }

  private static func share(of person: String, in kept: KeptImport) -> UndoShare {
    let files = kept.files.indices.filter { kept.files[$0].authors == [person] }
    return UndoShare(named: person, files: Set(files), author: person)
  }

  static func list(_ names: [String]) -> String {
    let names = Set(names).sorted()
    let rest = names.count - 20
    return names.prefix(20).map { Visible.text($0) }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
