public import NStackAPI
import Resources

extension LocalizedTexts {
  /// Reads the texts of a folder that `nstack-review preview` wrote: `languages.json` and a `resource-LOCALE.json` for each
  /// language. For tests, and for apps that carry their texts along.
  ///
  /// - Throws: `badBody` with the file and what is wrong with it.
  public init(folder path: String) throws(NStackError) {
    let folder: ResourceFolder
    do throws(ResourceFolderError) {
      folder = try ResourceFolder(at: path)
    } catch {
      throw NStackError(.badBody, delivery: .definite, request: error.file, message: error.message, cause: error.hint)
    }
    self.init(
      resources: folder.resources.map { resource in
        let language = resource.language
        return LocalizationResource(
          language: Language(
            id: language.id, name: language.name, locale: language.locale,
            direction: language.direction.uppercased().hasPrefix("R") ? .rightToLeft : .leftToRight,
            isDefault: language.isDefault, isBestFit: false),
          texts: resource.texts)
      })
  }
}
