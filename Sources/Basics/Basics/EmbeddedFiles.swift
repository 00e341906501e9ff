package import CEmbedded

/// Files that are part of the program itself.
package struct EmbeddedFiles: Sendable {
  /// The bytes of each file, by its name without folders.
  private let files: [String: UnsafeFile]

  /// Creates the files from a list in ``CEmbedded``.
  package init(_ list: nstack_files) {
    let files = UnsafeBufferPointer(start: list.first, count: list.count)
    self.files = Dictionary(
      uniqueKeysWithValues: files.map { file in
        (String(cString: file.name), UnsafeFile(bytes: UnsafeBufferPointer(start: file.bytes, count: file.size)))
      })
  }

  /// The names of the files.
  package var names: [String] { files.keys.sorted() }

  /// The bytes of a file; nil if there is none with this name.
  package subscript(name: String) -> [UInt8]? { files[name].map { Array($0.bytes) } }

  /// The text of a file whose name is a constant of the program.
  package func text(_ name: String) -> String {
    // Names are constants of the program; none comes from outside.
    guard let file = files[name] else { preconditionFailure("the program has no file \(name) in it") }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  // The bytes are constants of the program, which nothing changes.
  private struct UnsafeFile: @unchecked Sendable { let bytes: UnsafeBufferPointer<UInt8> }
}
