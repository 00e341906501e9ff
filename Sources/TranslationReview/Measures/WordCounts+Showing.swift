package import Basics

extension WordCounts {
  /// A table: a line for each locale after a header, or a sentence if there is none.
  public func lines() -> [String] {
    guard !locales.isEmpty else {
      let reason = source.map { "\(Visible.text($0)) is the source locale, whose texts are not translated" }
      return ["no texts to count: \(reason ?? "there is no language")"]
    }
    let head = ["locale", ""] + names + ["all"]
    let rows = locales.flatMap { locale -> [[String]] in
      let sizes = sizes(of: locale)
      return Self.units.enumerated().map { place, unit -> [String] in
        let numbers = sizes.map { unit.number($0) }
        let shown = (numbers + [numbers.reduce(0, +)]).map { String($0) }
        return [place == 0 ? Visible.text(locale.locale) : "", unit.name] + shown
      }
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { cells -> String in
      let padded = zip(cells, widths).enumerated().map { column, cell -> String in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + space : space + cell.0
      }
      return padded.joined(separator: "  ")
    }
  }

  /// An object: `source`, and `locales` with the sizes of each. Of matches in memories, `matched` is a list.
  package var json: JSONValue {
    .object([("source", .optional(source)), ("locales", .array(locales.map(json)))])
  }

  private func json(_ locale: Locale) -> JSONValue {
    func members(_ size: Size) -> [(String, JSONValue)] { Self.units.map { ($0.name, .integer($0.number(size))) } }
    var object: [(String, JSONValue)] = [
      ("locale", .string(locale.locale)), ("new", .object(members(locale.new))),
      ("changed", .object(members(locale.changed))),
    ]
    if !matches.isEmpty {
      let matched = zip(matches, locale.matched).map { match, size in
        JSONValue.object([("match", .string(match.name))] + members(size))
      }
      object.append(("matched", .array(matched)))
    }
    return .object(
      object + [
        ("repeated", .object(members(locale.repeated))), ("translated", .object(members(locale.translated))),
      ])
  }

  /// The columns of the table.
  private var names: [String] {
    ["new", "changed"] + matches.map(\.heading) + ["repeated", "translated"]
  }

  private func sizes(of locale: Locale) -> [Size] {
    [locale.new, locale.changed] + locale.matched + [locale.repeated, locale.translated]
  }

  private static let units: [(name: String, number: @Sendable (Size) -> Int)] = [
    ("words", { $0.measure.words }), ("characters", { $0.measure.characters }), ("segments", { $0.segments }),
  ]
}
