import Basics

/// Writes Apple's .xcstrings as Xcode does: sorted, with a space on both sides of the colon.
struct XCStringsWriter {
  let options: CatalogOptions

  func file(_ contents: CatalogContents) -> CatalogFile {
    let locales = contents.locales.map(AppleFolder.name)
    let order = locales.indices.sorted { ExactText(locales[$0]) < ExactText(locales[$1]) }
    var count = 0
    var json = IndentedJSON(nameEnd: " : ")
    json.string("sourceLanguage", locales[contents.defaultPlace])
    json.object("strings") { json in
      for item in contents.items.sorted(by: { ExactText($0.name) < ExactText($1.name) }) {
        json.object(item.name) { json in
          if let comment = item.comment { json.string("comment", comment) }
          json.string("extractionState", "manual")
          json.object("localizations") { json in
            for place in order {
              guard let text = item.texts[place] else { continue }
              count += 1
              json.object(locales[place]) { Self.write(text, to: &$0) }
            }
          }
        }
      }
    }
    json.string("version", "1.0")
    return CatalogFile(path: "\(options.table ?? "Localizable").xcstrings", bytes: json.finished(), texts: count)
  }

  private static func write(_ text: CatalogContents.Text, to json: inout IndentedJSON) {
    switch text {
    case .plain(let value): unit(value, to: &json)
    case .forms(let forms): variations(forms, to: &json)
    case .template(let template):
      unit(template.text, to: &json)
      json.object("substitutions") { json in
        for (name, plural) in template.plurals.sorted(by: { $0.key < $1.key }) {
          json.object(name) { json in
            if let position = plural.position { json.integer("argNum", position) }
            json.string("formatSpecifier", plural.type)
            variations(plural.forms, to: &json)
          }
        }
      }
    }
  }

  private static func variations(_ forms: [PluralCategory: String], to json: inout IndentedJSON) {
    json.object("variations") { json in
      json.object("plural") { json in
        for form in forms.ordered.sorted(by: { $0.category.rawValue < $1.category.rawValue }) {
          json.object(form.category.rawValue) { unit(form.text, to: &$0) }
        }
      }
    }
  }

  private static func unit(_ value: String, to json: inout IndentedJSON) {
    json.object("stringUnit") { json in
      json.string("state", "translated")
      json.string("value", value)
    }
  }
}
