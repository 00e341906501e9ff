import Basics
import Exchange
import Foundation
import Spreadsheet
import Testing

@testable import TranslationMemory

struct MemorySearchTests {
  @Test func `the same text in the same locale comes before the language, and that before case and spaces`()
    async throws
  {
    let folded = ListedMemory([("en-GB", " save  CHANGES"), ("pt-BR", "folded")], name: "folded")
    let language = ListedMemory([("en-GB", "Save changes"), ("pt-PT", "language")], name: "language")
    let locale = ListedMemory([("en-US", "Save changes"), ("pt-BR", "locale")], name: "locale")
    let all = try #require(try await lookUp("Save changes", in: "pt-BR", [folded, language, locale]))
    #expect(all.text == "locale" && all.exactness == .locale && all.memory == 2)
    let two = try #require(try await lookUp("Save changes", in: "pt-BR", [folded, language]))
    #expect(two.text == "language" && two.exactness == .language && two.memory == 1)
    let one = try #require(try await lookUp("Save changes", in: "pt-BR", [folded]))
    #expect(one.text == "folded" && one.exactness == .folded && one.number == 1)
    #expect(try await lookUp("Save change", in: "pt-BR", [folded, language, locale]) == nil)
  }

  @Test func `another script or language is no match`() async throws {
    let memory = ListedMemory(
      [("en", "Close"), ("zh-TW", "關閉"), ("nb", "Lukk")], [("de", "Close"), ("zh-CN", "falsch")])
    #expect(try await lookUp("Close", in: "zh-CN", [memory]) == nil)
    #expect(try await lookUp("Close", in: "zh-Hant", [memory])?.text == "關閉")
    #expect(try await lookUp("Close", in: "da-DK", [memory]) == nil)
  }

  @Test func `an entry serves both directions, and one that was made in this direction is preferred`() async throws {
    let back = ListedMemory([("da", "Luk"), ("en", "Close")], [("da", "Tæt på"), ("en", "Close")])
    #expect(try await lookUp("Close", in: "da", [back])?.text == "Tæt på")
    let both = ListedMemory([("en", "Close"), ("da", "Luk")], [("da", "Tæt på"), ("en", "Close")])
    #expect(try await lookUp("Close", in: "da", [both])?.text == "Luk")
  }

  @Test("of equal matches with times the newer is offered, then that of the memory named first, then the last entry")
  func ties() async throws {
    let old = ListedMemory([("en", "Close"), ("da", "old")], name: "old", times: [1])
    let new = ListedMemory([("en", "Close"), ("da", "new")], name: "new", times: [2])
    var timeless = ListedMemory([("en", "Close"), ("da", "first")], [("en", "Close"), ("da", "last")])
    #expect(try await lookUp("Close", in: "da", [old, new, timeless])?.text == "new")
    #expect(try await lookUp("Close", in: "da", [timeless, old])?.text == "last")
    #expect(try await lookUp("Close", in: "da", [old, timeless])?.text == "old")
    let other = ListedMemory([("en", "Close"), ("da", "other")])
    #expect(try await lookUp("Close", in: "da", [timeless, other])?.text == "last")
    #expect(try await lookUp("Close", in: "da", [other, timeless])?.text == "other")
    timeless.units[1].number = 1
    #expect(try await lookUp("Close", in: "da", [timeless])?.text == "last", "even if all have one number")
  }

  @Test func `a translation with all placeholders is preferred, and another says what it lacks`() async throws {
    let memory = ListedMemory(
      [("en", "Hi %1$@, {count} new"), ("da", "Hej %1$@, {count} nye")],
      [("en", "Hi %1$@, {count} new"), ("da", "Hej, {count} nye")])
    let whole = try #require(try await lookUp("Hi %1$@, {count} new", in: "da", [memory]))
    #expect(whole.text == "Hej %1$@, {count} nye" && whole.lackedPlaceholders.isEmpty)
    let poor = ListedMemory([("en", "Hi %1$@, {count} new"), ("da", "Hej")])
    #expect(try await lookUp("Hi %1$@, {count} new", in: "da", [poor])?.lackedPlaceholders == ["%1$@", "{count}"])
  }

  @Test func `a preferred term is offered before others, and a forbidden one never`() async throws {
    var memory = ListedMemory([("en", "Folder"), ("da", "Folder"), ("da", "Mappe"), ("da", "Register")])
    memory.units[0].variants[1].standing = .forbidden
    memory.units[0].variants[2].standing = .preferred
    #expect(try await lookUp("Folder", in: "da", [memory])?.text == "Mappe")
    memory.units[0].variants.removeLast(2)
    #expect(try await lookUp("Folder", in: "da", [memory]) == nil)
  }

  @Test func `texts without characters that show are neither asked for nor offered`() async throws {
    let memory = ListedMemory([("en", " "), ("da", "x")], [("en", "Close"), ("da", " \n")])
    #expect(try await lookUp(" ", in: "da", [memory]) == nil)
    #expect(try await lookUp("Close", in: "da", [memory]) == nil)
  }

  @Test func `the first memory that cannot be read ends the search`() async throws {
    var broken = ["a", "b"].map { ListedMemory(name: $0) }
    for place in broken.indices { broken[place].isReadable = false }
    await #expect(throws: ListedMemory.Unreadable(name: "a")) {
      _ = try await lookUp("x", in: "da", [ListedMemory(), broken[0], broken[1]])
    }
  }

  @Test func `a file has the name without its folder, and one of no known format is refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "<tmx version=\"1.4\"/>".write(toFile: "\(folder)/team.TMX", atomically: true, encoding: .utf8)
    #expect(try MemoryFile("\(folder)/team.TMX").name == "team.TMX")
    try "one column".write(toFile: "\(folder)/team.docx", atomically: true, encoding: .utf8)
    let error = try #require(throws: SpreadsheetError.self) { try MemoryFile("\(folder)/team.docx") }
    #expect(error.code == .exchangeUnknown && error.place.file == "\(folder)/team.docx")
  }

  @Test(.timeLimit(.minutes(5))) func `an entry with thousands of texts in each language takes no long time`()
    async throws
  {
    var memory = ListedMemory([("en", "Save"), ("da", "Gem")])
    for number in 0..<20_000 {
      memory.units[0].variants.insert(
        TranslationUnit.Variant(language: memory.units[0].variants[0].language, text: "Text \(number)"), at: 0)
      memory.units[0].variants.insert(
        TranslationUnit.Variant(language: memory.units[0].variants[number + 1].language, text: "Tekst \(number)"), at: 0
      )
    }
    memory.units[0].source = nil
    #expect(try await lookUp("Save", in: "da", [memory]) != nil)
  }
}
