import Foundation
import Testing

@testable import ReviewJournal

struct LineFileTests {
  private let folder = TemporaryFolder()
  private var file: LineFile { LineFile(path: "\(folder.path)/folder/lines.txt", name: "the lines") }

  private var text: String { get throws { try String(contentsOfFile: file.path, encoding: .utf8) } }

  @Test func `lines are added at the end, and a file that is missing has none`() throws {
    #expect(try file.lines().isEmpty)
    try file.append(["a", "b"])
    try file.append(["c"])
    #expect(try text == "a\nb\nc\n")
    #expect(try file.lines() == ["a", "b", "c"])
  }

  @Test func `a line after an incomplete one begins on a line of its own`() throws {
    try file.append(["a"])
    try (text + "half").write(toFile: file.path, atomically: true, encoding: .utf8)
    try file.append(["b"])
    #expect(try text == "a\nhalf\nb\n")
  }

  @Test func `an update sees the lines, and adds to them or replaces them`() throws {
    try file.append(["a", "b"])
    try file.update { .append($0.map { "\($0)\($0)" }) }
    #expect(try text == "a\nb\naa\nbb\n")
    try file.update { _ in .append([]) }
    #expect(try text == "a\nb\naa\nbb\n")
    try file.update { .replace([$0.joined(separator: "+")]) }
    #expect(try text == "a+b+aa+bb\n")
  }

  @Test func `a file that cannot be written is named`() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let error = #expect(throws: (any Error).self) { try file.append(["a"]) }
    #expect(String(describing: error).contains("the lines cannot be kept"))
  }

  @Test func `no line is lost while others replace the file`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { [file = file] in
          try? file.update { lines in
            number % 4 == 0 ? .replace(lines.map(String.init) + ["\(number)"]) : .append(["\(number)"])
          }
        }
      }
    }
    #expect(try file.lines().compactMap { Int($0) }.sorted() == Array(0..<40))
  }

  @Test(arguments: [nil, 0o644, 0o666, 0o400])
  func `a secret is for the user alone, whoever could read the file before`(before: Int?) throws {
    let path = "\(folder.path)/folder/secret"
    if let before {
      try PlainFile.write("old", to: path)
      try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path)
    }
    try PlainFile.writeSecret("new", to: path)
    #expect(try PlainFile.text(at: path) == "new")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }
}

extension LineFile { fileprivate func append(_ lines: [String]) throws { try update { _ in .append(lines) } } }
