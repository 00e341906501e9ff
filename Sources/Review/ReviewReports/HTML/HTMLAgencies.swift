import Basics

/// What became of the rows of each agency, and the words that each sent, as tables.
struct HTMLAgencies {
  private let shares: [AgencyShares.Share]
  private let isPlan: Bool

  init(_ report: HTMLReport) {
    shares = AgencyShares(report.changeset, report.report).shares
    isPlan = report.report == nil
  }

  /// Both tables; empty for a plan without files.
  var markup: String { shares.isEmpty ? "" : agencies + words }

  private var agencies: String {
    let numbers = ["asked", "back", isPlan ? "to send" : "sent", "refused", "undecided"]
    var rows = shares.map { share in
      let isDone = share.counts.isDone && share.back >= share.asked ?? 0
      let sign = isDone ? "<span aria-hidden=\"true\">✓</span> " : ""
      return "<tr\(isDone ? " class=\"good\"" : "")>" + Self.head(share.name, sign)
        + Self.numbers([share.asked, share.back, share.counts.count(.sent)])
        + Self.left(share.counts.count(.refused), "bad") + Self.left(share.counts.count(.undecided), "open")
        + "<td class=\"names\">\(Self.approval(share))</td></tr>"
    }
    if shares.count > 1 {
      let asked = shares.allSatisfy { $0.asked != nil } ? shares.reduce(0) { $0 + ($1.asked ?? 0) } : nil
      let sums = [RowCounts.Group.sent, .refused, .undecided].map { group in
        shares.reduce(0) { $0 + $1.counts.count(group) }
      }
      rows.append(
        "<tr class=\"sum\"><th scope=\"row\">all agencies</th>"
          + Self.numbers([asked, shares.reduce(0) { $0 + $1.back }] + sums.map(Optional.init)) + "<td></td></tr>")
    }
    return "<h2 id=\"agencies\">Agencies</h2>\n"
      + Self.table("agencies", "Rows by agency; ✓ where all went as asked", ["Agency"], numbers, ["approved by"], rows)
  }

  private var words: String {
    let rows = shares.flatMap { share in
      share.words.map { sent in
        "<tr>" + Self.head(share.name) + Self.cell(sent.locale) + Self.cell(sent.writer)
          + Self.numbers([sent.words, sent.changed, sent.unchanged]) + "<td>\(sent.editDistance) %</td></tr>"
      }
    }
    guard !rows.isEmpty else { return "" }
    let numbers = ["words", "changed", "unchanged", "edit distance"]
    let title = "Words and edit distance"
    return "<details>\n<summary id=\"words-sent\">\(title)</summary>\n"
      + Self.table("words-sent", nil, ["Agency", "Locale", "Person"], numbers, [], rows) + "</details>\n"
  }

  // MARK: - Parts

  /// A number of rows that were not sent.
  private static func left(_ count: Int, _ tone: String) -> String {
    "<td class=\"\(count == 0 ? "zero" : tone)\">\(count)</td>"
  }

  private static func approval(_ share: AgencyShares.Share) -> String {
    guard share.approved > 0 else { return "–" }
    let names = share.approvers.joined(separator: ", ")
    return HTMLText.escaped(names.isEmpty ? "\(share.approved)" : "\(names) (\(share.approved))")
  }

  private static func head(_ name: String, _ sign: String = "") -> String {
    "<th scope=\"row\" dir=\"auto\">\(sign)\(HTMLText.name(name))</th>"
  }

  private static func cell(_ text: String) -> String {
    "<td class=\"names\" dir=\"auto\">\(HTMLText.escaped(text))</td>"
  }

  private static func numbers(_ numbers: [Int?]) -> String {
    numbers.map { "<td>\($0.map(String.init) ?? "–")</td>" }.joined()
  }

  /// A table; its heads are those of columns of texts, of numbers, and of texts again.
  private static func table(
    _ title: String, _ caption: String?, _ first: [String], _ numbers: [String], _ last: [String], _ rows: [String]
  ) -> String {
    func heads(_ names: [String], _ attributes: String = "") -> String {
      names.map { "<th scope=\"col\"\(attributes)>\($0)</th>" }.joined()
    }
    let texts = " class=\"names\""
    let line = heads(first, texts) + heads(numbers) + heads(last, texts)
    return """
      <div class="scroll" role="region" aria-labelledby="\(title)" tabindex="0">
      <table class="numbers">
      \(caption.map { "<caption>\($0)</caption>\n" } ?? "")<thead><tr>\(line)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>

      """
  }
}
