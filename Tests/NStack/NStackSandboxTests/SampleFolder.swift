import Foundation

/// A folder of NStack-shaped files for one test, gone when the test ends.
final class SampleFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "sandbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    try write(
      #"{"data":[{"id":1,"name":"English","locale":"en","direction":"LRM","is_default":true}]}"#, to: "languages.json")
    try write(
      #"{"data":{"s":{"k":"text","l":"other"}},"meta":{"platform":{"id":1,"slug":"web"}}}"#, to: "resource-en.json")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path + "/" + name)) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
