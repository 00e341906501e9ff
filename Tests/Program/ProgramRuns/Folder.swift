import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary folder that goes away with its last reference.
package final class Folder: Sendable {
  /// A call of the system that failed.
  package struct Failure: Error {
    let call: String
    let number: Int32
  }

  package let path: String

  package init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/nstack-review-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", number: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What is in it, also what is hidden.
  package func names() throws -> [String] { try Self.names(of: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Self.write(bytes, to: file(name))
    return file(name)
  }

  package func read(_ name: String) throws -> [UInt8] { try Self.read(file(name)) }

  package static func names(of path: String) throws -> [String] {
    guard let stream = opendir(path) else { throw Failure(call: "opendir", number: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(call: "fopen", number: errno) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw Failure(call: "fwrite", number: errno) }
  }

  package static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Failure(call: "fopen", number: errno) }
    defer { fclose(file) }
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return all }
      all += block[..<count]
    }
  }
}
