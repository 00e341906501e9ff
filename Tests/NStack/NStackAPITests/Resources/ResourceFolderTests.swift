import Foundation
import Resources
import Testing

@Suite("A folder of texts") struct ResourceFolderTests {
  private static let languages = """
    {"data":[{"id":1,"name":"English","locale":"en-GB","direction":"LRM","is_default":true,"is_best_fit":true},
    {"id":2,"name":"Arabic","locale":"ar-SA","direction":"RML","is_default":false,"is_best_fit":false}]}
    """

  /// Makes a folder with files, and removes it after the call.
  private func withFolder<Value>(_ files: [String: String], _ body: (String) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "resource-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try body(folder.path)
  }

  @Test func `has the languages in the order of its list, each with its texts`() throws {
    let files = [
      "languages.json": Self.languages, "resource-en-GB.json": #"{"data":{"home":{"title":"Hi","text":"__text"}}}"#,
      "resource-ar-SA.json": #"{"data":{"home":{"title":7,"text":"x"}}}"#, "proposals.json": "not read",
    ]
    try withFolder(files) { path in
      let resources = try ResourceFolder(at: path).resources
      #expect(resources.map(\.language.locale) == ["en-GB", "ar-SA"])
      #expect(resources.map(\.language.isDefault) == [true, false])
      #expect(resources.map(\.language.direction) == ["LRM", "RML"])
      #expect(resources[0].file == "\(path)/resource-en-GB.json")
      #expect(resources[0].texts.entries.map { resources[0].texts.string($0.key) } == ["title", "text"])
      #expect(resources[0].texts.entries.map(\.hasValue) == [true, false])
    } as Void
  }

  @Test(
    "that cannot be read is one error, with the file, what is wrong and what to do",
    arguments: [
      ([:], "languages.json", "resource.missing", "there is no such file. Name a folder that "),
      (["languages.json": "{"], "languages.json", "resource.shape", "it is not JSON: "),
      (["languages.json": "[]"], "languages.json", "resource.shape", #"it has no list "data"."#),
      (["languages.json": #"{"data":[]}"#], "languages.json", "resource.shape", "it lists no language."),
      (["languages.json": #"{"data":[3]}"#], "languages.json", "resource.shape", "data[0] is not an object."),
      (
        ["languages.json": #"{"data":[{"id":1,"name":"x","direction":"LRM"}]}"#], "languages.json", "resource.shape",
        #"data[0] has no text "locale"."#
      ),
      (
        ["languages.json": #"{"data":[{"id":1,"name":"x","locale":"../en","direction":"LRM"}]}"#], "languages.json",
        "resource.shape", #"data[0] has the locale "../en", which cannot be part of a file's name."#
      ),
      (
        [
          "languages.json":
            #"{"data":[{"id":1,"name":"x","locale":"e","direction":"LRM"},{"id":2,"name":"x","locale":"e","direction":""}]}"#
        ], "languages.json", "resource.shape", #"data[1] has the locale "e" a second time."#
      ),
      (
        ["languages.json": languages], "resource-en-GB.json", "resource.missing",
        "this file is missing, but languages.json names the locale en-GB. Write the folder again"
      ),
      (
        ["languages.json": languages, "resource-en-GB.json": #"{"data":"#], "resource-en-GB.json", "resource.shape",
        "it is not a resource: "
      ),
      (
        ["languages.json": languages, "resource-en-GB.json": #"{"data":{"a":{"b":1}}}"#], "resource-en-GB.json",
        "resource.shape", "it has no texts; in a: the value is a number; it is left out."
      ),
    ]) func errors(files: [String: String], file: String, code: String, message: String) throws
  {
    try withFolder(files) { path in
      let error = #expect(throws: ResourceFolderError.self) { try ResourceFolder(at: path) }
      #expect(error?.code.rawValue == code)
      #expect(error?.file == "\(path)/\(file)")
      #expect(error?.description.hasPrefix("\(path)/\(file): \(message)") == true, "\(error?.description ?? "")")
    } as Void
  }

  @Test func `without texts in a language is an error, unless that is allowed`() throws {
    let files = [
      "languages.json": Self.languages, "resource-en-GB.json": #"{"data":{"home":{"title":"Hi"}}}"#,
      "resource-ar-SA.json": #"{"data":{}}"#,
    ]
    try withFolder(files) { path in
      let error = #expect(throws: ResourceFolderError.self) { try ResourceFolder(at: path) }
      #expect(error?.code == .empty)
      #expect(error?.file == "\(path)/resource-ar-SA.json")
      let resources = try ResourceFolder(at: path, allowsEmpty: true).resources
      #expect(resources.count == 2)
    } as Void
  }

  @Test func `whose list is a folder is an error of that file`() throws {
    try withFolder([:]) { path in
      try FileManager.default.createDirectory(atPath: path + "/languages.json", withIntermediateDirectories: false)
      let error = #expect(throws: ResourceFolderError.self) { try ResourceFolder(at: path) }
      #expect(error?.code == .unreadable)
      #expect(error?.message == "this file is not a regular file: it is a folder, a pipe or a device.")
    } as Void
  }
}
