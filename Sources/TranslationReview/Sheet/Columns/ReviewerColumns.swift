/// The columns for the reviewer besides the proposal, and what the tool tells the reviewer about a row.
extension ColumnTraits {
  static let action = ColumnTraits(
    header: "Action", aliases: ["Actions", "Aktion", "Handling", "Acción", "Ação", "Azione", "Actie", "Åtgärd"],
    isForReviewer: true, width: 11, look: .reviewer, source: .row, text: { $0.action },
    read: { $1.action = ReviewColumn.trimmed($0) }, isRefreshed: true)

  static let note = ColumnTraits(
    header: "Note", aliases: ["Notes", "Comment", "Comments", "Reviewer note"], isForReviewer: true, width: 24,
    look: .reviewer, source: .row, text: { $0.note }, mayBeEscaped: true, read: { $1.note = $0 })

  static let problem = ColumnTraits(
    header: "Problem", isOfExportAlone: true, isPresent: { $0.hasProblems }, width: 46, look: .problem,
    source: .row, text: { $0.problem })
}
