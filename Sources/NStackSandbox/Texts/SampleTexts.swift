/// The sample texts in the program itself: the files of `Samples/texts`.
enum SampleTexts {
  /// The bytes of a file; nil if there is none of that name.
  static func file(_ name: String) -> [UInt8]? {
    switch name {
    case "languages.json": PackageResources.languages_json
    case "proposals.json": PackageResources.proposals_json
    case "resource-en-GB.json": PackageResources.resource_en_GB_json
    case "resource-da-DK.json": PackageResources.resource_da_DK_json
    case "resource-de-DE.json": PackageResources.resource_de_DE_json
    case "resource-ar-SA.json": PackageResources.resource_ar_SA_json
    case "resource-ja-JP.json": PackageResources.resource_ja_JP_json
    default: nil
    }
  }
}
