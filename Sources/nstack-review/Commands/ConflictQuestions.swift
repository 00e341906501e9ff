import TranslationReview

/// The walk through the conflicts of a plan, one question each.
struct ConflictQuestions {
  /// Asks a question and gives the answer; nil where nobody answers any more.
  let ask: (_ question: String) -> String?
  /// Shows a line.
  let tell: (_ line: String) -> Void
  /// How a conflict is shown.
  let display: PlanDisplay

  /// Asks about every conflict of a plan.
  ///
  /// - Returns: The plan with what was decided.
  /// - Throws: ``Failure`` where somebody quits: nothing is sent then.
  func resolve(_ changeset: Changeset, against catalog: Catalog) throws -> Changeset {
    let conflicts = changeset.conflicts
    var resolutions: [Int: ConflictResolution] = [:]
    var forKind: [Conflict.Kind: Character] = [:]
    for (number, conflict) in conflicts.enumerated() {
      guard let first = conflict.items.first else { continue }
      var key = forKind[conflict.kind]
      if key == "m", !conflict.canSendMine { key = nil }
      if key == nil {
        tell("")
        tell("conflict \(number + 1) of \(conflicts.count)")
        for line in display.lines(of: changeset.items[first]) { tell(line) }
      }
      var resolution: ConflictResolution?
      answering: while true {
        let given = try key ?? answer(conflict)
        let lower = Character(given.lowercased())
        if given.isUppercase { forKind[conflict.kind] = lower }
        switch lower {
        case "m" where conflict.canSendMine: resolution = .mine
        case "t": resolution = .theirs
        case "s": resolution = nil
        case "e":
          guard let text = editedText() else { continue answering }
          resolution = .edited(text)
        default:
          key = nil
          continue answering
        }
        break
      }
      for item in conflict.items { resolutions[item] = resolution }
    }
    return changeset.resolving(resolutions, against: catalog)
  }

  /// The key that was pressed; a capital stands for all further conflicts of the same kind.
  private func answer(_ conflict: Conflict) throws -> Character {
    let mine = conflict.canSendMine ? "[m]ine\(conflict.isDelete ? " (delete it)" : ""), " : ""
    while true {
      guard let line = ask("\(mine)[t]heirs, [e]dit, [s]kip, [q]uit; M, T or S for all of this kind:") else {
        throw Self.quit
      }
      guard let key = line.first(where: { !$0.isWhitespace }) else { continue }
      if key == "q" || key == "Q" { throw Self.quit }
      if "mtesMTS".contains(key) { return key }
      tell("\"\(key)\" is none of these.")
    }
  }

  private func editedText() -> String? {
    let line = ask("the text to propose (\\n is a line break; nothing goes back):") ?? ""
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    return line.replacing("\\n", with: "\n")
  }

  private static let quit = Failure.usage("import.declined", "Nothing was sent.")
}

extension ConflictQuestions {
  /// Decides the conflicts of a plan on the terminal where that was asked for.
  static func resolve(
    _ changeset: Changeset, against catalog: Catalog, _ planning: PlanningFlags, _ output: OutputOptions
  ) throws -> Changeset {
    guard planning.onConflict == .ask, !changeset.conflicts.isEmpty else { return changeset }
    let display = PlanDisplay(width: Terminal.width, usesColor: Terminal.usesColor(output))
    return try ConflictQuestions(ask: Terminal.answer(to:), tell: Terminal.note, display: display)
      .resolve(changeset, against: catalog)
  }

  /// Refuses to ask where nobody can answer, before anything is read.
  static func check(_ planning: PlanningFlags) throws {
    guard planning.onConflict == .ask, !Terminal.canAsk else { return }
    throw Failure.usage(
      "usage.on-conflict", "--on-conflict ask needs a terminal.", hint: "Use skip or propose here.")
  }
}
