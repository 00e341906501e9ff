import Basics

/// Writes Flutter's ARB: `app_LOCALE.arb`, with descriptions and placeholders in the file of the default language.
struct ARBWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.locales.indices.compactMap { place in
      let texts = contents.texts(at: place)
      guard !texts.isEmpty else { return nil }
      let locale = contents.locales[place].replacing("-", with: "_")
      var json = IndentedJSON()
      json.string("@@locale", locale)
      json.string("@@x-generator", CatalogMark.text)
      for (item, text) in texts {
        guard case .plain(let value) = text else { continue }
        json.string(item.name, value)
        guard place == contents.defaultPlace, item.comment != nil || !item.arguments.isEmpty else { continue }
        json.object("@\(item.name)") { json in
          if let comment = item.comment { json.string("description", comment) }
          guard !item.arguments.isEmpty else { return }
          json.object("placeholders") { json in
            for argument in item.arguments {
              json.object(argument.name) { json in
                json.string("type", argument.kind.rawValue)
                if let format = argument.format { json.string("format", format) }
              }
            }
          }
        }
      }
      return CatalogFile(
        path: "\(options.table ?? "app")_\(locale).arb", bytes: json.finished(), texts: texts.count)
    }
  }
}
