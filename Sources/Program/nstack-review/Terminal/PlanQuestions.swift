import Basics
import NStackAPI
import ReviewJournal
import ReviewReports

/// The questions about a plan: about its conflicts, one for each, and about the texts for which sheets disagree.
struct PlanQuestions {
  /// Asks a question and gives the answer; nil at the end of the input.
  let ask: (_ question: String) -> String?
  let show: (_ line: String) -> Void
  let display: ReportDisplay
  var edit: ((_ text: String) -> TextEditor.Outcome)?

  /// Asks about every conflict of a plan. Each decision is saved at once, and offered again in a later run.
  ///
  /// - Returns: The decisions, by the index of the row in the changeset's items; nil at the end of the input.
  func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? {
    let names = request.earlier.mapValues(Self.name)
    guard
      let isReused = reuses(
        names, of: Counted.text(request.conflicts.count, "conflict"), request.changeset,
        naming: { request.conflicts[$0].items.first })
    else { return nil }
    var decided = isReused ? request.earlier : [:]
    var unkept: [Int: ConflictResolution] = [:]
    var forKind: [Conflict.Kind: Character] = [:]
    asking: for (index, conflict) in request.conflicts.enumerated() where decided[index] == nil {
      var key = forKind[conflict.kind]
      if key == "m", !conflict.canSendMine { key = nil }
      if key == nil {
        keep(unkept, request)
        unkept = [:]
        present(conflict, index, request)
      }
      answering: while true {
        guard let given = key ?? answer(conflict) else { return nil }
        if given == "q" { break asking }
        let lower = Character(given.lowercased())
        switch lower {
        case "m" where conflict.canSendMine: decided[index] = .mine
        case "t": decided[index] = .theirs
        case "e":
          guard let text = editedText(conflict, request) else { continue answering }
          decided[index] = .edited(text)
        default: break
        }
        if given.isUppercase { forKind[conflict.kind] = lower }
        break
      }
      unkept[index] = decided[index]
    }
    keep(unkept, request)
    let left = request.conflicts.count - decided.count
    if left > 0 {
      show(
        "\(Counted.text(decided.count, "conflict is", "conflicts are")) decided, and \(left) left as "
          + "\(left == 1 ? "it is" : "they are"). The decisions are kept for the next run with --on-conflict ask.")
    }
    return request.byRow(decided)
  }

  private static let noMine =
    "There is no [m]ine here: the proposal to delete is no longer this profile's proposal of this text."

  /// Whether the user reuses the decisions of earlier runs; nil at the end of the input.
  private func reuses(_ names: [Int: String], of all: String, _ changeset: Changeset, naming item: (Int) -> Int?)
    -> Bool?
  {
    guard !names.isEmpty else { return false }
    show("")
    show("\(names.count) of \(all) decided in an earlier run:")
    for (index, name) in names.sorted(by: { $0.key < $1.key }) {
      guard let item = item(index) else { continue }
      show("  \(name): \(display.name(of: changeset.items[item]))")
    }
    while true {
      guard let line = ask("Decide them in the same way? [y/n]") else { return nil }
      switch line.lowercased().first(where: { !$0.isWhitespace }) {
      case "y": return true
      case "n": return false
      default: continue
      }
    }
  }

  private func present(_ conflict: Conflict, _ index: Int, _ request: ConflictRequest) {
    guard let first = conflict.items.first else { return }
    show("")
    show("conflict \(index + 1) of \(request.conflicts.count)")
    for line in display.lines(of: request.changeset.items[first]) { show(line) }
  }

  /// The key that was pressed; a capital decides all further conflicts of the same kind.
  private func answer(_ conflict: Conflict) -> Character? {
    let hasMine = conflict.canSendMine
    let mine = hasMine ? "[m]ine\(conflict.isDelete ? " (delete it)" : ""), " : ""
    let question = "\(mine)[t]heirs, [e]dit, [s]kip, [q]uit; \(hasMine ? "M, T" : "T") or S for all of this kind:"
    while true {
      guard let line = ask(question) else { return nil }
      guard let key = line.first(where: { !$0.isWhitespace }) else { continue }
      if key == "q" || key == "Q" { return "q" }
      let isMine = key == "m" || key == "M"
      if isMine ? hasMine : "tesTS".contains(key) { return key }
      show(isMine ? Self.noMine : "\"\(Visible.text(String(key)))\" is none of these.")
    }
  }

  /// The current text as the user edited it; nil to go back to the question.
  private func editedText(_ conflict: Conflict, _ request: ConflictRequest) -> String? {
    guard let edit, let first = conflict.items.first else { return typedText() }
    let item = request.changeset.items[first]
    let present = conflict.isDelete ? item.serverProposal?.value ?? item.serverValue ?? "" : item.row.proposal
    switch edit(present) {
    case .edited(let text) where text.contains(where: { !$0.isWhitespace }): return text
    case .edited: show("The text is empty, and an empty text cannot be proposed.")
    case .unchanged: show("The text was not changed.")
    case .failed(let reason):
      show("The text was not changed: \(reason).")
      return typedText()
    }
    return nil
  }

  private func typedText() -> String? {
    let line = ask("the text to propose (\\n is a line break; an empty line goes back):") ?? ""
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    return line.replacing("\\n", with: "\n")
  }

  private func keep(_ resolutions: [Int: ConflictResolution], _ request: ConflictRequest) {
    keeping { if !resolutions.isEmpty { try request.keep(resolutions) } }
  }

  private func keeping(_ body: () throws -> Void) {
    do { try body() } catch { show("warning: \(Failure.line(error)) A later run will ask again.") }
  }

  /// Asks which row is sent, for each text for which rows ask for different things. Each choice is saved at once, and
  /// offered again in a later run.
  ///
  /// - Returns: The choices, by index in the request's disagreements; nil at the end of the input.
  func choices(amongDisagreementsOf request: ConflictRequest) -> [Int: Disagreement.Choice]? {
    let (disagreements, changeset) = (request.disagreements, request.changeset)
    let names = request.earlierChoices.mapValues(Self.name)
    let all = Counted.text(disagreements.count, "text for which sheets disagree", "texts for which sheets disagree")
    guard let isReused = reuses(names, of: all, changeset, naming: { disagreements[$0].options.first?.first }) else {
      return nil
    }
    var chosen = isReused ? request.earlierChoices : [:]
    for (index, disagreement) in disagreements.enumerated() where chosen[index] == nil {
      show("")
      show("sheets disagree, text \(index + 1) of \(disagreements.count)")
      display.lines(ofRivals: disagreement.options.map { $0.map { changeset.items[$0] } }).forEach(show)
      let numbers = disagreement.options.indices.map { "[\($0 + 1)]" }.joined(separator: ", ")
      while true {
        guard let line = ask("Send \(numbers), [n]either, [s]kip, [q]uit:") else { return nil }
        let answer = line.lowercased().filter { !$0.isWhitespace }
        if answer == "q" { return chosen }
        if answer == "n" { chosen[index] = .neither }
        if let number = Int(answer), disagreement.options.indices.contains(number - 1) {
          chosen[index] = .option(number - 1)
        }
        if let choice = chosen[index] { keeping { try request.keep([index: choice]) } }
        if answer == "s" || chosen[index] != nil { break }
        if !answer.isEmpty { show("\"\(Visible.text(answer))\" is none of these.") }
      }
    }
    return chosen
  }

  private static func name(of choice: Disagreement.Choice) -> String {
    switch choice {
    case .option(let number): "[\(number + 1)]"
    case .neither: "neither"
    }
  }

  private static func name(of resolution: ConflictResolution) -> String {
    switch resolution {
    case .mine: "mine"
    case .theirs: "theirs"
    case .edited: "another text"
    }
  }

  /// Refuses to ask without a terminal, before anything is read.
  static func check(_ policy: PlanningOptions.ConflictPolicy) throws {
    guard policy == .ask, !Terminal.canAsk else { return }
    throw Failure.usage(
      .onConflict, "--on-conflict ask needs a terminal.",
      hint: "Use skip or propose here, and --prefer where sheets disagree.")
  }
}
