package import Basics

extension PublishedCheck {
  /// The most findings that the lines list.
  private static let mostNamed = 20
  /// The most locales that a line lists.
  private static let mostLocales = 3

  /// The checks with findings, the worst first.
  private var rules: [(check: String, severity: Severity, count: Int, locales: [(name: String, count: Int)])] {
    let severities = Dictionary(
      diagnostics.flatMap { diagnostic in diagnostic.checks.map { ($0, diagnostic.severity) } },
      uniquingKeysWith: { first, _ in first })
    let order: [Severity] = [.error, .warning, .info]
    return severities.map { check, severity in
      let counts = locales.compactMap { locale in locale.findings[check].map { (name: locale.locale, count: $0) } }
      return (
        check, severity, counts.reduce(0) { $0 + $1.count }, counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      )
    }.sorted {
      (order.firstIndex(of: $0.severity) ?? 0, $1.count, $0.check) < (
        order.firstIndex(of: $1.severity) ?? 0, $0.count, $1.check
      )
    }
  }

  /// The check as lines of text: a table by check with the worst locales of each, a table by locale, the worst
  /// findings, and the counts.
  package func lines(_ extent: ReportExtent = .everything) -> [String] {
    let rules = rules.filter { extent == .everything || $0.severity != .info }
    let byCheck = rules.map { rule in
      let worst = rule.locales.prefix(Self.mostLocales).map { "\(Visible.text($0.name)) \($0.count)" }
      let more = rule.locales.count - worst.count
      return [rule.check, rule.severity.rawValue, "\(rule.count)"] + [
        worst.joined(separator: ", ") + (more > 0 ? " and \(Counted.text(more, "more locale"))" : "")
      ]
    }
    let byLocale = locales.filter { !$0.findings.isEmpty }.map { locale in
      [Visible.text(locale.locale), "\(locale.texts)"]
        + [Severity.error, .warning].map { severity in
          "\(rules.filter { $0.severity == severity }.reduce(0) { $0 + locale.findings[$1.check, default: 0] })"
        }
    }
    var lines: [String] = []
    if !byCheck.isEmpty { lines += ([["check", "severity", "found", "most in"]] + byCheck).aligned() + [""] }
    if !byLocale.isEmpty { lines += ([["locale", "texts", "errors", "warnings"]] + byLocale).aligned(left: 1) + [""] }
    if extent != .summary {
      let named = Self.grouped(extent.diagnostics(diagnostics))
      lines += named.prefix(Self.mostNamed).map {
        $0.count > 1 ? "\($0.first.line) (\($0.count) times)" : $0.first.line
      }
      if named.count > Self.mostNamed {
        lines.append("… and \(Counted.text(named.count - Self.mostNamed, "more line")); --json has all")
      }
    }
    return lines + [countLine]
  }

  /// The findings of one check in one text, grouped: the first of them, and their number.
  private static func grouped(_ diagnostics: [Diagnostic]) -> [(first: Diagnostic, count: Int)] {
    diagnostics.reduce(into: []) { groups, diagnostic in
      if let last = groups.last?.first, last.text == diagnostic.text, last.checks == diagnostic.checks {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((diagnostic, 1))
      }
    }
  }

  /// The numbers of texts and findings, as in the last of ``lines(_:)``.
  package var countLine: String {
    func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }
    let known = knownCount > 0 ? "; \(knownCount) known from the baseline" : ""
    return "\(Counted.text(textCount, "text")) in \(Counted.text(locales.count, "locale")): "
      + "\(Counted.text(count(.error), "error")), \(Counted.text(count(.warning), "warning")), \(count(.info)) info"
      + known
  }

  /// The check as an object: `texts`, `known`, `checks`, `locales`, `diagnostics`.
  package var json: JSONValue {
    [
      "texts": textCount, "known": knownCount,
      "checks": rules.map { rule in
        JSONValue.members([
          "check": rule.check, "severity": rule.severity.rawValue, "found": rule.count,
          "locales": JSONValue.object(rule.locales.map { ($0.name, .integer($0.count)) }),
        ])
      },
      "locales": locales.map { locale in
        JSONValue.members([
          "locale": locale.locale, "texts": locale.texts, "found": locale.findings.values.reduce(0, +),
          "counted": JSONValue.counts(locale.counted),
        ])
      }, "diagnostics": JSONValue.list(diagnostics.count) { [diagnostics] in diagnostics[$0].json },
    ]
  }
}
