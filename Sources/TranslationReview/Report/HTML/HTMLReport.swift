import Basics
import NStackAPI

/// The report of an import, or of its plan, as one self-contained HTML page, for the person who signs it off.
///
/// The page loads nothing: its style sheet and its script are in it, and its content security policy allows no others.
/// Without scripts it shows all rows; with them it filters and searches. It follows the reader's light or dark scheme,
/// prints what the filters choose, and sets each text in its own direction.
public struct HTMLReport: Sendable {
  /// The number of rows that are elements from the start; a browser shows them before it has read the others.
  static let firstRows = 100
  /// The number of rows in each block after them.
  static let blockRows = 1_000

  /// Facts about the import, such as the profile and the time, each with a name and a value.
  public var facts: [(name: String, value: String)] = []
  /// The server's contents that the plan was made from, for source texts and directions of writing; nil if they are not
  /// known.
  public var catalog: Catalog?
  /// Whether the import went to a sandbox, which the page says first.
  public var isSandbox = false

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
    if changeset.items.isEmpty {
      output.write("<p>No row asks for a change.</p>\n")
    } else {
      output.write(HTMLReportControls(index).markup)
      writeRows(index, to: &output)
    }
    output.write(otherNotes(index) + "</main>\n" + (changeset.items.isEmpty ? "" : HTMLReportPage.help))
    output.write(HTMLReportPage.end)
  }

  /// The result of a row.
  func result(ofItemAt item: Int) -> RowResult {
    report?.result(ofItemAt: item) ?? changeset.result(ofItemAt: item)
  }

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

  private func otherNotes(_ index: HTMLReportIndex) -> String {
    guard !index.otherNotes.isEmpty else { return "" }
    let notes = index.otherNotes.map { note in
      "<li><b>\(HTMLText.name("\(note.text.section)/\(note.text.key)"))</b> \(HTMLText.escaped(note.text.locale)), "
        + "\(HTMLText.escaped(note.place.description)): "
        + "<span class=\"note\" dir=\"auto\">\(HTMLText.escaped(note.note))</span></li>"
    }
    return "<h2>Notes on rows without a change</h2>\n<ul>\n\(notes.joined(separator: "\n"))\n</ul>\n"
  }
}
