import Basics
import NStackAPI

/// The report of an import, or of its plan, as one self-contained HTML page, for the person who signs it off.
///
/// The page loads nothing: it contains its style sheet and its script, and its content security policy allows no
/// others. Without scripts it shows all rows; with scripts it can filter and search. It follows the reader's light or
/// dark scheme, prints the filtered rows, and sets each text in its own direction.
public struct HTMLReport: Sendable {
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
    let rows = HTMLReportRows(self)
    page.write(changeset.items.indices.lazy.map { rows.row(ofItemAt: $0) }, to: &output)
  }

  // MARK: - The page

  private var page: ReportPage {
    var page = ReportPage(title: report == nil ? "Plan for a translation import" : "Import of translations")
    page.titleID = report == nil ? "planTitle" : "importTitle"
    page.sandbox = isSandbox ? "this went to a test server, and NStack was not changed" : nil
    page.top = top
    page.isPlan = report == nil
    let shares = AgencyShares(changeset, report)
    page.agencies = .array(
      zip(shares.shares, shares.json.elements ?? []).map { share, json in
        json.with(["isDone": share.counts.isDone && share.back >= share.asked ?? 0])
      })
    if case .differences? = report?.verification {
      page.remarks = report?.verificationLines.map { ("error", $0) } ?? []
    }
    page.remarks += changeset.unreadLines.map { (Severity.warning.rawValue, $0) }
    page.remarks += changeset.diagnostics.map { ($0.severity.rawValue, $0.line) }
    let places = Set(changeset.items.map(\.row.place))
    page.notes = changeset.notes.filter { $0.isQuestion || !places.contains($0.place) }
    page.counts = RowCounts(changeset, report).line + "."
    page.facts =
      facts
      + changeset.files.map { file in
        ("File", "\(file.path), \(Counted.text(file.rowCount, "row"))\(file.sheetID.map { ", sheet \($0)" } ?? "")")
      }
    if let catalog {
      let locales = Set(changeset.items.map(\.row.text.locale)).sorted()
      page.directions = .object(
        locales.compactMap { locale -> (String, JSONValue)? in
          guard let index = catalog.languageIndex(ofLocale: locale) else { return nil }
          return (locale, .string(catalog.languages[index].direction == .rightToLeft ? "rtl" : "ltr"))
        })
    }
    return page
  }

  /// Says in one sentence what happened, and then whether the import was verified.
  private var top: [(status: String?, text: String)] {
    let counts = RowCounts(changeset, report, without: changeset.copies(report))
    let isWhole = counts.isDone && !changeset.hasErrors
    let errors = changeset.hasErrors ? " There are errors in the files." : ""
    guard let report else {
      return [(isWhole ? "plan" : "bad", "This is a plan, and nothing was sent. \(counts.sentence)\(errors)")]
    }
    var lines = report.verificationLines
    let isVerified =
      switch report.verification {
      case .verified, .nothingToVerify: true
      case .notRead, .differences: false
      }
    if case .differences(let differences) = report.verification {
      let count = Counted.text(differences.count, "change is", "changes are")
      lines = ["not verified: \(count) not on the server as asked"]
    }
    let text = ([report.callsLine].compactMap(\.self) + lines).joined(separator: "; ")
    return [
      (isWhole && isVerified ? "good" : "bad", counts.sentence + errors),
      (nil, text.prefix(1).uppercased() + text.dropFirst() + "."),
    ]
  }
}
