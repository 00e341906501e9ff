import Basics

/// The totals and the filters of a report.
extension HTMLReportIndex {
  var controls: String { totals + filters }

  // MARK: - Totals

  private var totals: String {
    let heads = kinds.map { "<th scope=\"col\">\(word(for: $0))</th>" }.joined()
    var rows = locales.indices.map { locale in
      let name = HTMLText.escaped(locales[locale].name)
      let cells = kinds.indices.map { cell(counts[locale][$0], kind: $0, locale: locale) }
      return "<tr><th scope=\"row\">\(name)</th>\(cells.joined())"
        + cell(locales[locale].count, kind: nil, locale: locale) + "</tr>"
    }
    if locales.count > 1 {
      let cells = kinds.indices.map { kind in cell(counts.reduce(0) { $0 + $1[kind] }, kind: kind, locale: nil) }
      let all = locales.reduce(0) { $0 + $1.count }
      rows.append(
        "<tr class=\"sum\"><th scope=\"row\">all locales</th>\(cells.joined())\(cell(all, kind: nil, locale: nil))</tr>"
      )
    }
    return """
      <h2 id="totals">Totals</h2>
      <div class="scroll" role="region" aria-labelledby="totals" tabindex="0">
      <table class="numbers totals">
      <caption>Rows by locale and outcome</caption>
      <thead><tr><th scope="col">Locale</th>\(heads)<th scope="col">all</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>

      """
  }

  /// A number of rows. The script turns it into a button that shows these rows.
  private func cell(_ count: Int, kind: Int?, locale: Int?) -> String {
    let name = [locale.map { locales[$0].name }, kind.map { word(for: kinds[$0]) }].compactMap(\.self)
    let classes = [kind == nil ? "sum" : "", count == 0 ? "zero" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    return "<td\(classes.isEmpty ? "" : " class=\"\(classes)\"") "
      + "data-f=\"\(kind.map(String.init) ?? "") \(locale.map(String.init) ?? "")\" "
      + "data-name=\"\(HTMLText.plain(name.isEmpty ? "all rows" : name.joined(separator: ", ")))\">\(count)</td>"
  }

  // MARK: - Filters

  private var filters: String {
    let count = locales.reduce(0) { $0 + $1.count }
    var finding: [(value: String, label: String)] = []
    if findingCount > 0 { finding.append(("any", "any finding (\(findingCount))")) }
    for (index, check) in checks.enumerated() { finding.append(("\(index)", "\(check.name) (\(check.count))")) }
    if noteCount > 0 { finding.append(("note", "with a note (\(noteCount))")) }
    return """
      <h2 id="list">Rows</h2>
      <form id="filters" class="filters script" role="search" aria-label="Filter the rows">
      <fieldset id="outcomes">
      <legend>Outcome</legend>
      \(outcomes)
      </fieldset>
      \(select("locale", "Locale", "all locales", Self.options(locales)))
      \(select("section", "Section", "all sections", Self.options(sections)))
      \(select("finding", "Findings and notes", "all rows", finding))
      <label class="find">Search<input id="search" type="search" spellcheck="false"></label>
      <button type="button" id="clear">Clear filters</button>
      <button type="button" id="keys" aria-haspopup="dialog">Keyboard <kbd>?</kbd></button>
      </form>
      <p id="count" class="count" role="status" tabindex="-1">\(Counted.text(count, "row"))</p>

      """
  }

  private var outcomes: String {
    kinds.indices.map { kind in
      let total = counts.reduce(0) { $0 + $1[kind] }
      let name = word(for: kinds[kind])
      return "<button type=\"button\" aria-pressed=\"false\" data-name=\"\(name)\">"
        + "\(HTMLReportRow.sign(of: kinds[kind]))\(name) <b>\(total)</b></button>"
    }.joined(separator: "\n")
  }

  private func select(_ id: String, _ label: String, _ all: String, _ options: [(value: String, label: String)])
    -> String
  {
    let choices = options.map {
      "<option value=\"\($0.value)\" data-name=\"\(HTMLText.plain($0.label))\">\(HTMLText.plain($0.label))</option>"
    }
    return "<label>\(label)<select id=\"\(id)\"><option value=\"\">\(all)</option>\(choices.joined())</select></label>"
  }

  private static func options(_ names: [(name: String, count: Int)]) -> [(value: String, label: String)] {
    names.enumerated().map { ("\($0)", "\($1.name.isEmpty ? "(empty)" : $1.name) (\($1.count))") }
  }
}
