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

  /// Asks about one thing after the other. The keys are the same in all questions: `k` goes back, `j` on without a
  /// decision, `q` leaves, `?` helps, and `a` and `d` are `y` and `n` for this one and all further ones like it.
  ///
  /// - Parameters:
  ///   - asked: The indices of what to ask about, in order.
  ///   - decided: The choices by index, to which those of the user are added.
  ///   - keys: The keys that decide about one, before those that all have.
  ///   - help: A line for each of these keys.
  ///   - present: Shows one, with what was chosen for it before.
  ///   - choose: The choice of a key; nil to ask again.
  ///   - keep: Receives each choice at once.
  /// - Returns: False if the user leaves, also at the end of the input.
  func decide<Choice>(
    _ asked: [Int], _ decided: inout [Int: Choice], keys: (Int) -> [String], help: [String], question: (Int) -> String,
    present: (Int, Choice?) -> Void, isAlike: (Int, Int) -> Bool, choose: (String, Int) -> Choice?,
    keep: ([Int: Choice]) throws -> Void = { _ in }
  ) -> Bool {
    var position = 0
    while position < asked.count {
      let index = asked[position]
      show("")
      present(index, decided[index])
      let allowed = keys(index) + ["k", "j", "q", "?"]
      answering: while true {
        guard let line = ask("\(question(index)) [\(allowed.joined(separator: ","))]?") else { return false }
        let answer = line.lowercased().filter { !$0.isWhitespace }
        let key = Int(answer) == nil ? String(answer.prefix(1)) : answer
        switch key {
        case "": continue answering
        case "q": return false
        case "k":
          position = max(0, position - 1)
          break answering
        case "j": break
        case _ where key == "?" || !allowed.contains(key):
          if key != "?" { show("\"\(Visible.text(key))\" is none of these.") }
          (help + Self.help).forEach(show)
          continue answering
        default:
          let single = ["a": "y", "d": "n"][key] ?? key
          guard let choice = choose(single, index) else { continue answering }
          var chosen = [index: choice]
          if single != key {
            for other in asked[(position + 1)...] where decided[other] == nil && isAlike(index, other) {
              chosen[other] = choose(single, other)
            }
          }
          decided.merge(chosen) { $1 }
          do { try keep(chosen) } catch { show("warning: \(Failure.line(error)) A later run will ask again.") }
        }
        position = (position + 1..<asked.count).first { decided[asked[$0]] == nil } ?? asked.count
        break
      }
    }
    return true
  }

  private static let help = [
    "k - go back to the one before", "j - go on, and leave this one as it is", "q - leave; nothing is sent",
    "? - show this help",
  ]

  /// Asks about every conflict of a plan. Each decision is saved at once, and offered again in a later run.
  ///
  /// - Returns: The decisions, by the index of the row in the changeset's items; nil if the user leaves.
  func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? {
    let conflicts = request.conflicts
    guard
      let isReused = reuses(
        request.earlier.mapValues(Self.name), of: Counted.text(conflicts.count, "conflict"), request.changeset,
        naming: { conflicts[$0].items.first })
    else { return nil }
    var decided = isReused ? request.earlier : [:]
    let isDone = decide(
      conflicts.indices.filter { decided[$0] == nil }, &decided,
      keys: { conflicts[$0].canSendSheet ? ["y", "n", "e", "a", "d"] : ["n", "e", "d"] },
      help: [
        "y - send what the sheet asks for", "n - keep what the server has", "e - propose another text",
        "a - the sheet, for this and all further conflicts of this kind",
        "d - the server, for this and all further conflicts of this kind",
      ],
      question: { index in
        guard conflicts[index].canSendSheet else { return "Keep the server's" }
        return conflicts[index].isDelete ? "Delete it, as the sheet asks" : "Send the sheet's text"
      },
      present: { index, choice in
        let state = choice.map { " (\(Self.name(of: $0)))" } ?? ""
        show("conflict \(index + 1) of \(conflicts.count)\(state)")
        if let first = conflicts[index].items.first { display.lines(of: request.changeset.items[first]).forEach(show) }
        if !conflicts[index].canSendSheet {
          show(
            "This profile no longer has the proposal that the sheet asks to delete, so the sheet's choice cannot be sent."
          )
        }
      }, isAlike: { conflicts[$0].kind == conflicts[$1].kind },
      choose: { key, index in
        switch key {
        case "y": conflicts[index].canSendSheet ? .sheet : nil
        case "n": .server
        default: editedText(conflicts[index], request).map { .edited($0) }
        }
      }, keep: request.keep)
    guard isDone else { return nil }
    let left = conflicts.count - decided.count
    if left > 0 {
      show(
        "\(Counted.text(decided.count, "conflict is", "conflicts are")) decided, and \(left) left as "
          + "\(left == 1 ? "it is" : "they are"). The decisions are kept for the next run with --on-conflict ask.")
    }
    return request.byRow(decided)
  }

  /// Whether the user reuses the decisions of earlier runs; nil if the user leaves.
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
      guard let line = ask("Decide them in the same way [y,n,q]?") else { return nil }
      switch line.lowercased().first(where: { !$0.isWhitespace }) {
      case "y": return true
      case "n": return false
      case "q": return nil
      default: continue
      }
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

  /// Asks which row is sent, for each text for which rows ask for different things. Each choice is saved at once, and
  /// offered again in a later run.
  ///
  /// - Returns: The choices, by index in the request's disagreements; nil if the user leaves.
  func choices(amongDisagreementsOf request: ConflictRequest) -> [Int: Disagreement.Choice]? {
    let (disagreements, changeset) = (request.disagreements, request.changeset)
    let names = request.earlierChoices.mapValues(Self.name)
    let all = Counted.text(disagreements.count, "text for which sheets disagree", "texts for which sheets disagree")
    guard let isReused = reuses(names, of: all, changeset, naming: { disagreements[$0].options.first?.first }) else {
      return nil
    }
    var chosen = isReused ? request.earlierChoices : [:]
    let isDone = decide(
      disagreements.indices.filter { chosen[$0] == nil }, &chosen,
      keys: { disagreements[$0].options.indices.map { "\($0 + 1)" } + ["n", "d"] },
      help: [
        "1, 2, … - send what this sheet asks for", "n - send neither",
        "d - send neither, here and for all further texts",
      ], question: { _ in "Send which" },
      present: { index, choice in
        let state = choice.map { " (\(Self.name(of: $0)))" } ?? ""
        show("sheets disagree, text \(index + 1) of \(disagreements.count)\(state)")
        display.lines(ofRivals: disagreements[index].options.map { $0.map { changeset.items[$0] } }).forEach(show)
      }, isAlike: { _, _ in true }, choose: { key, _ in Int(key).map { .option($0 - 1) } ?? .neither },
      keep: request.keep)
    return isDone ? chosen : nil
  }

  private static func name(of choice: Disagreement.Choice) -> String {
    switch choice {
    case .option(let number): "[\(number + 1)]"
    case .neither: "neither"
    }
  }

  private static func name(of resolution: ConflictResolution) -> String {
    switch resolution {
    case .sheet: "sheet"
    case .server: "server"
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
