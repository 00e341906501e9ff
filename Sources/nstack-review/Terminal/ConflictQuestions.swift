import TranslationReview

/// The questions about the conflicts of a plan, one for each conflict.
struct ConflictQuestions {
  /// Asks a question and gives the answer; nil at the end of the input.
  let ask: (_ question: String) -> String?
  /// Shows a line.
  let tell: (_ line: String) -> Void
  /// The display of a conflict.
  let display: PlanDisplay

  /// Asks about every conflict of a plan.
  ///
  /// - Returns: The decisions, by the place of the row in the changeset's items; nil if the user quits.
  func resolutions(of conflicts: [Conflict], in changeset: Changeset) -> [Int: ConflictResolution]? {
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
        guard let given = key ?? answer(conflict) else { return nil }
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
    return resolutions
  }

  /// The key that was pressed; a capital decides all further conflicts of the same kind. Nil if the user quits.
  private func answer(_ conflict: Conflict) -> Character? {
    let mine = conflict.canSendMine ? "[m]ine\(conflict.isDelete ? " (delete it)" : ""), " : ""
    while true {
      guard let line = ask("\(mine)[t]heirs, [e]dit, [s]kip, [q]uit; M, T or S for all of this kind:") else {
        return nil
      }
      guard let key = line.first(where: { !$0.isWhitespace }) else { continue }
      if key == "q" || key == "Q" { return nil }
      if "mtesMTS".contains(key) { return key }
      tell("\"\(key)\" is none of these.")
    }
  }

  private func editedText() -> String? {
    let line = ask("the text to propose (\\n is a line break; an empty line goes back):") ?? ""
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    return line.replacing("\\n", with: "\n")
  }
}

extension ConflictQuestions {
  /// Refuses to ask without a terminal, before anything is read.
  static func check(_ policy: PlanningOptions.ConflictPolicy) throws {
    guard policy == .ask, !Terminal.canAsk else { return }
    throw Failure.usage(
      .onConflict, "--on-conflict ask needs a terminal.", hint: "Use skip or propose here.")
  }
}
