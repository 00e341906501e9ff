import Basics
import NStackAPI

/// The report of an import, or of its plan, as one self-contained HTML page, for the person who signs it off.
///
/// The page loads nothing: it contains its style sheet and its script, and its content security policy allows no
/// others. Without scripts it shows all rows; with scripts it can filter and search. It follows the reader's light or
/// dark scheme, prints the filtered rows, and sets each text in its own direction.
public struct HTMLReport: Sendable {
  /// The number of rows in the markup at the start of the page, which a browser shows before it has read the others.
  static let firstRows = 100
  /// The number of rows in each block after the first rows.
  static let blockRows = 1_000

  /// Facts about the import, such as the profile and the time, each with a name and a value.
  package var facts: [(name: String, value: String)] = []
  /// The server's contents that the plan was made from, for source texts and directions of writing; nil if they are not
  /// known.
  public var catalog: Catalog?
  /// Whether the import went to a sandbox. If so, the page says this first.
  package var isSandbox = false

  let changeset: Changeset
  let report: SubmissionReport?

  /// Creates the report of an import.
  public init(_ report: SubmissionReport) {
    changeset = report.changeset
    self.report = report
  }

  /// Creates the report of a plan.
  public init(_ changeset: Changeset) {
    self.changeset = changeset
    report = nil
  }

  /// The page, in HTML.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Writes the page, in HTML, piece by piece.
  public func write(to output: inout some TextOutputStream) {
    let index = HTMLReportIndex(self)
    output.write(HTMLReportPage.start(title: title) + head + "<main id=\"main\">\n")
    output.write(Self.list("Questions", changeset.notes.filter(\.isQuestion)))
    if changeset.items.isEmpty {
      output.write("<p>No row asks for a change.</p>\n")
    } else {
      output.write(index.controls)
      writeRows(index, to: &output)
    }
    output.write(
      Self.list("Notes on rows without a change", index.otherNotes) + "</main>\n" + about
        + (changeset.items.isEmpty ? "" : HTMLReportPage.help))
    output.write(HTMLReportPage.end)
  }

  func result(ofItemAt item: Int) -> RowResult { report?.result(ofItemAt: item) ?? changeset.result(ofItemAt: item) }

  // MARK: - Parts

  private func writeRows(_ index: HTMLReportIndex, to output: inout some TextOutputStream) {
    let row = HTMLReportRow(self, index)
    output.write("<div id=\"rows\">\n")
    for item in changeset.items.indices {
      if item == Self.firstRows { output.write("</div>\n<noscript class=\"rows\">\n") }
      if item > Self.firstRows, (item - Self.firstRows) % Self.blockRows == 0 {
        output.write("</noscript>\n<noscript class=\"rows\">\n")
      }
      output.write(row.markup(ofItemAt: item))
    }
    output.write(changeset.items.count > Self.firstRows ? "</noscript>\n" : "</div>\n")
    output.write(
      """
      <div id="more" class="more script" hidden>
      <button type="button" id="next">Show more</button>
      <button type="button" id="all">Show all</button>
      </div>

      """)
  }

  private static func list(_ heading: String, _ notes: [ReturnedSheet.Note]) -> String {
    guard !notes.isEmpty else { return "" }
    let items = notes.map { note in
      "<li><b>\(HTMLText.name("\(note.text.section)/\(note.text.key)"))</b> \(HTMLText.escaped(note.text.locale)), "
        + "\(HTMLText.escaped(note.place.description + note.place.byline)): "
        + "<span class=\"note\" dir=\"auto\">\(HTMLText.escaped(note.note))</span></li>"
    }
    return "<h2>\(heading)</h2>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
  }
}

/// What the page says about the import as a whole.
extension HTMLReport {
  /// The number of remarks that are shown at once; more are in a section that can be opened.
  private static let openRemarks = 10

  var title: String { report == nil ? "Plan for a translation import" : "Import of translations" }

  var head: String {
    var head = HTMLReportPage.header(
      title: title, sandbox: isSandbox ? "this went to a test server, and NStack was not changed" : nil)
    head += status + HTMLAgencies(self).markup
    head += Self.list(changeset.diagnostics.map { ($0.severity.rawValue, $0.line) }, named: "remark")
    return head + "</header>\n"
  }

  /// Says in one sentence what happened, and then whether the import was verified.
  private var status: String {
    let counts = RowCounts(changeset, report, without: changeset.copies(report))
    let isWhole = counts.isDone && !changeset.hasErrors
    let errors = changeset.hasErrors ? " There are errors in the files." : ""
    guard let report else {
      return Self.status(isWhole ? "plan" : "bad", "This is a plan, and nothing was sent. \(counts.sentence)\(errors)")
    }
    let calls = [report.callsLine].compactMap(\.self)
    let lines = report.verificationLines
    let isVerified =
      switch report.verification {
      case .verified, .nothingToVerify: true
      case .notRead, .differences: false
      }
    let verdict = Self.status(isWhole && isVerified ? "good" : "bad", counts.sentence + errors)
    guard case .differences(let differences) = report.verification else {
      return verdict + Self.paragraph(calls + lines)
    }
    let count = Counted.text(differences.count, "change is", "changes are")
    return verdict + Self.paragraph(calls + ["not verified: \(count) not on the server as asked"])
      + Self.list(lines.map { ("error", $0) }, named: "difference")
  }

  private static func status(_ kind: String, _ text: String) -> String {
    "<p class=\"status \(kind)\">\(HTMLText.escaped(text))</p>\n"
  }

  private static func paragraph(_ parts: [String]) -> String {
    let text = parts.joined(separator: "; ")
    return "<p>\(HTMLText.escaped(text.prefix(1).uppercased() + text.dropFirst())).</p>\n"
  }

  /// What is technical: the number of all rows, the application, the import and the files.
  private var about: String {
    let files = changeset.files.map { file in
      ("File", "\(file.path), \(Counted.text(file.rowCount, "row"))\(file.sheetID.map { ", sheet \($0)" } ?? "")")
    }
    return "<footer>\n<details>\n<summary>About this import</summary>\n"
      + Self.paragraph([RowCounts(changeset, report).line]) + HTMLReportPage.list(of: facts + files)
      + "</details>\n</footer>\n"
  }

  private static func list(_ lines: [(kind: String, text: String)], named name: String) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.map { "<li class=\"\($0.kind)\">\(HTMLText.escaped($0.text))</li>" }
    let list = "<ul class=\"remarks\">\n\(items.joined(separator: "\n"))\n</ul>\n"
    guard lines.count > openRemarks else { return list }
    return "<details>\n<summary>\(Counted.text(lines.count, name))</summary>\n\(list)</details>\n"
  }
}
