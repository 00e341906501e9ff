import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory generate-typed-keys --input Texts --output Sources/App/L10n.swift`:
/// writes typed keys into the sources, for projects that keep generated code under version control.
@main struct GenerateTypedKeys: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "nstack-typed-keys").url
    tool.arguments = arguments
    tool.currentDirectoryURL = context.package.directoryURL
    try tool.run()
    tool.waitUntilExit()
    guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
      Diagnostics.error("The typed keys were not written, or are out of date.")
      return
    }
  }
}
