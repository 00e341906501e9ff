import Foundation
import PackagePlugin

/// Writes typed keys before a target is built, from the folder `Texts` beside its sources or above them.
@main struct TypedKeysPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let folder = try Self.texts(of: target.directoryURL, in: context.package.directoryURL)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let output = context.pluginWorkDirectoryURL.appending(path: "L10n.swift")
    return [
      .buildCommand(
        displayName: "Writing typed keys for \(target.name)",
        executable: try context.tool(named: "nstack-typed-keys").url,
        arguments: ["--input", folder.path, "--output", output.path],
        inputFiles: names.filter { $0.hasSuffix(".json") }.map { folder.appending(path: $0) }, outputFiles: [output])
    ]
  }

  /// The nearest folder `Texts` with a list of languages, searched from the target's folder up to the package's.
  private static func texts(of target: URL, in package: URL) throws -> URL {
    var folder = target.standardizedFileURL
    let top = package.standardizedFileURL.path
    while true {
      let texts = folder.appending(path: "Texts")
      if FileManager.default.fileExists(atPath: texts.appending(path: "languages.json").path) { return texts }
      guard folder.path != top, folder.path.count > 1 else { break }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
    throw MissingTexts(target: target.path)
  }
}

/// There is no folder of texts.
struct MissingTexts: Error, CustomStringConvertible {
  let target: String

  var description: String {
    "\(target) and the folders above it have no Texts/languages.json. "
      + "Write one with `nstack-review preview --output Texts`."
  }
}
