import Foundation
import NStackAPI
import TextStore

/// The keys of a section, written by hand.
enum Basket: String, LocalizedKey, CaseIterable {
  case title
  case note
}

/// Texts by typed keys: `L10n` is written by the plugin before each build.
///
/// Run it with the folder of texts as argument: `TypedKeys Samples/texts`.
@main enum TypedKeys {
  @MainActor static func main() throws {
    print("in the code: \(L10n.Basket.title)")

    let texts = try LocalizedTexts(folder: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "Texts")
    L10n.textSource.use(locale: "da-DK") { section, key in texts.value(section: section, key: key, locale: "da-DK") }
    print("in Danish: \(L10n.Basket.title)")

    let coverage = TextCoverage(of: Basket.self, in: texts)
    print("covered: \(coverage.isComplete)")
    guard L10n.Basket.title == "Din kurv", texts.value(of: Basket.title, locale: "da-DK") == "Din kurv",
      coverage.missing.isEmpty
    else {
      FileHandle.standardError.write(Data("error: \(L10n.Basket.title); \(coverage)\n".utf8))
      exit(1)
    }
  }
}
