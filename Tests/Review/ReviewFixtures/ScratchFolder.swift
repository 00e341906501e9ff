import ProgramRuns

/// A folder for one test, gone with it.
package final class ScratchFolder {
  private let folder: Folder
  package var path: String { folder.path }

  package init() throws { folder = try Folder() }

  package func file(_ name: String) -> String { folder.file(name) }

  /// Writes a file, and returns its path.
  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try folder.write(bytes, to: name)
  }
}
