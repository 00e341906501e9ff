import Basics

/// Writes i18next's JSON v4: `LOCALE/translation.json`, with an object for each section.
///
/// A key is looked up from dot to dot, and not found after a text: of `save` and `save.hint` in one section, the second one
/// is written by its whole name beside the sections, where i18next looks first.
struct I18nextWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.locales.indices.compactMap { place in
      let units = Self.units(of: contents, at: place)
      guard !units.isEmpty else { return nil }
      var json = IndentedJSON()
      if options.isFlat {
        for unit in units { json.string(unit.name, unit.text) }
      } else {
        var hidden: [(name: String, text: String)] = []
        for section in Self.sections(units) {
          let shown = Self.shown(section, &hidden)
          guard !shown.isEmpty else { continue }
          json.object(section.name) { json in
            for unit in shown { json.string(unit.name, unit.text) }
          }
        }
        for unit in hidden { json.string(unit.name, unit.text) }
      }
      let locale = LocaleName.hyphenated(contents.locales[place])
      return CatalogFile(
        path: "\(locale)/\(options.table ?? "translation").json", bytes: json.finished(),
        texts: contents.texts(at: place).count)
    }
  }

  /// The keys of a file with their texts: one for each form of a plural.
  static func units(of contents: CatalogContents, at place: Int) -> [(name: String, text: String)] {
    contents.texts(at: place).flatMap { item, text -> [(name: String, text: String)] in
      switch text {
      case .plain(let value): [(item.name, value)]
      case .forms(let forms): forms.ordered.map { ("\(item.name)_\($0.category.rawValue)", $0.text) }
      case .template: []
      }
    }
  }

  /// The texts of a section that i18next finds in it. The others are added to the hidden ones, by their whole names.
  private static func shown(
    _ section: (name: String, units: [(name: String, text: String)]), _ hidden: inout [(name: String, text: String)]
  ) -> [(name: String, text: String)] {
    let isDotted = section.name.utf8.contains(UInt8(ascii: "."))
    let names = Set(section.units.map { ExactText($0.name) })
    return section.units.filter { unit in
      let bytes = unit.name.utf8
      let isHidden =
        isDotted
        || bytes.indices.contains { place in
          bytes[place] == UInt8(ascii: ".") && names.contains(ExactText(String(unit.name[..<place])))
        }
      if isHidden { hidden.append(("\(section.name).\(unit.name)", unit.text)) }
      return !isHidden
    }
  }

  private static func sections(
    _ units: [(name: String, text: String)]
  ) -> [(name: String, units: [(name: String, text: String)])] {
    var places: [ExactText: Int] = [:]
    var sections: [(name: String, units: [(name: String, text: String)])] = []
    for unit in units {
      guard let mark = unit.name.range(of: I18nextDialect.mark) else { continue }
      let name = String(unit.name[..<mark.lowerBound])
      let place = places[ExactText(name)] ?? sections.count
      if place == sections.count {
        places[ExactText(name)] = place
        sections.append((name, []))
      }
      sections[place].units.append((String(unit.name[mark.upperBound...]), unit.text))
    }
    return sections
  }
}

extension String {
  /// The place of a character.
  fileprivate func range(of mark: String) -> Range<Index>? {
    guard let first = mark.utf8.first, let start = utf8.firstIndex(of: first) else { return nil }
    return start..<utf8.index(after: start)
  }
}
