import Basics
import Exchange
import Foundation
import Spreadsheet
import Synchronization
import Testing
import TranslationMemory
import TranslationReview

@testable import ReviewJournal

struct NamedMemoriesTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private var memories: NamedMemories { get throws { try NamedMemories(stateFolder: "\(folder)/state") } }

  private func write(_ units: [(String, String)], to name: String) throws -> String {
    let body = units.map { english, danish in
      "<tu><tuv xml:lang=\"en\"><seg>\(english)</seg></tuv><tuv xml:lang=\"da\"><seg>\(danish)</seg></tuv></tu>\n"
    }
    let text = "<tmx version=\"1.4\"><header srclang=\"en\"/><body>\n\(body.joined())</body></tmx>"
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  /// Adds units to the memory `acme`, from the file whose path is returned.
  @discardableResult private func addTeam(_ units: [(String, String)] = [("Save", "Gem")]) throws -> String {
    let team = try write(units, to: "team.tmx")
    try memories.add([team], to: "acme")
    return team
  }

  private func entries(of name: String) throws -> [String] {
    let memory = try StoredMemory(name, in: memories, for: .reading)
    defer { memory.close() }
    var lines: [String] = []
    try memory.read { entry in
      lines.append(entry.unit.variants.map(\.text).joined(separator: " = ") + " (\(entry.origin ?? "-"))")
    }
    return lines
  }

  @Test func `the first file makes a memory, and a file that is added again adds nothing`() throws {
    let team = try write([("Save", "Gem"), ("Close", "Luk")], to: "team.tmx")
    let more = try write([("Close", "Luk"), ("Open", "Åbn")], to: "more.tmx")
    #expect(try memories.list() == [])
    let before = try memories.comparison(of: team, with: "acme", reading: MemoryReading())
    #expect(before == NamedMemories.Addition(file: team, added: 2, known: 0))
    #expect(try memories.list() == [])
    #expect(try memories.add([team], to: "acme").map(\.added) == [2])
    let after = try memories.comparison(of: more, with: "acme", reading: MemoryReading())
    #expect(after == NamedMemories.Addition(file: more, added: 1, known: 1))
    let again = try memories.add([team, more], to: "acme")
    #expect(again.map(\.added) == [0, 1])
    #expect(again.map(\.known) == [2, 1])
    #expect(try entries(of: "acme") == ["Save = Gem (team.tmx)", "Close = Luk (team.tmx)", "Open = Åbn (more.tmx)"])
    let listing = try #require(try memories.list().first)
    #expect(listing.name == "acme" && listing.entries == 3 && listing.fromImports == 0)
    #expect(listing.files == ["team.tmx", "more.tmx"])
  }

  private static let capitals = ["LUK DØREN", "GEM FILEN", "ÅBN", "LOG IND", "TILBAGE"].map { ("Text of \($0)", $0) }
  /// Texts and translations, how many are added, how many an export searches, and what is told of the others. A suggestion that
  /// is pseudo-localised by itself is refused where it is made.
  private static let pseudo: [([(String, String)], added: Int, searched: Int, told: String?)] = [
    (
      [("Save", "Gem")]
        + [PseudoLocalization.accents, .long, .rtl].map { ("Close the door", $0.text(of: "Luk døren nu")) } + [
          (PseudoLocalization.long.text(of: "Open"), "Åbn")
        ], 1, 5, "4 entries that are pseudo-localised left out, the first of them entry 3."
    ), (capitals, 0, 0, "5 entries that are pseudo-localised left out, the first of them entry 2."),
    (Array(capitals.prefix(4)), 4, 4, nil),
  ]

  @Test("pseudo-localised entries, and several in capitals, are left out, and told once", arguments: pseudo)
  func leftOut(units: [(String, String)], added: Int, searched: Int, told: String?) throws {
    let team = try write(units, to: "team.tmx")
    let remarks = Mutex<[String]>([])
    #expect(
      try memories.add([team], to: "acme", remark: { remark in remarks.withLock { $0.append("\(remark)") } }).map(
        \.added) == [added])
    var found = 0
    try SearchedFile(file: MemoryFile(team)).read { _ in found += 1 }
    #expect(found == searched)
    let expected = told.map { ["\(team): \($0) Add the file with the texts themselves."] } ?? []
    #expect(remarks.withLock { $0 } == expected)
  }

  @Test func `shares have each entry with a wanted text once, and of equal similar texts the last is offered`()
    async throws
  {
    try addTeam("abcdefg".map { ("Text of \($0)", "Tekst af \($0)") })
    let memory = try StoredMemory("acme", in: memories, for: .reading)
    defer { memory.close() }
    for shares in 1...9 {
      var numbers: [Int] = []
      for share in 0..<shares {
        try memory.read(share, of: shares, where: { $1.hasPrefix("Text") && $1 != "Text of c" }) {
          numbers.append($0.unit.number)
        }
      }
      #expect(numbers == [2, 3, 5, 6, 7, 8])
    }
    let (source, target) = (try #require(LanguageTag("en")), try #require(LanguageTag("da")))
    var questions = MemoryQuestions(source: source, targets: [target])
    questions.ask(for: "Text of x", inTargetAt: 0)
    let answers = try await MemorySearch.answers(to: questions, in: [memory], threshold: 75)
    #expect(answers.match(for: 0, inTargetAt: 0)?.text == "Tekst af g")
  }

  @Test func `a broken file adds none of its entries, and as the first one makes no memory`() throws {
    let path = "\(folder)/broken.tmx"
    let unit = "<tu><tuv xml:lang=\"en\"><seg>A</seg></tuv><tuv xml:lang=\"da\"><seg>B</seg></tuv></tu>"
    try "<tmx version=\"1.4\"><header srclang=\"en\"/><body>\(unit)<tu>".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: SpreadsheetError.self) { try memories.add([path], to: "acme") }
    #expect(try memories.list() == [])
    let team = try write([("Save", "Gem")], to: "team.tmx")
    #expect(throws: SpreadsheetError.self) { try memories.add([team, path], to: "acme") }
    #expect(throws: SpreadsheetError.self) { try memories.add([path], to: "acme") }
    #expect(try entries(of: "acme") == ["Save = Gem (team.tmx)"])
  }

  @Test func `a memory that cannot be read does not hide the others`() throws {
    for name in ["acme", "baker", "cafe"] { try memories.add([write([("Save", "Gem")], to: "team.tmx")], to: name) }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: "\(folder)/state/memories/baker.sqlite"))
    var unreadable: [MemoryError] = []
    #expect(try memories.list { unreadable.append($0) }.map(\.name) == ["acme", "cafe"])
    #expect(unreadable.map(\.code) == [.damaged])
    #expect(unreadable.first?.hint?.contains("`nstack-review memory remove baker`") == true)
    try memories.remove("baker")
    #expect(try memories.list().map(\.name) == ["acme", "cafe"])
  }

  @Test func `only the user can read a memory and its folder`() throws {
    try addTeam()
    let mode = { (path: String) in try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
    #expect(try mode("\(folder)/state/memories/acme.sqlite") == 0o600)
    #expect(try mode("\(folder)/state/memories") == 0o700)
  }

  @Test(arguments: ["imports", "", "team.tmx", "../x", "a/b", "-a", "ærø", String(repeating: "a", count: 65)])
  func `texts that cannot be names are refused`(name: String) throws {
    let error = try #require(throws: MemoryError.self) { try memories.add([], to: name) }
    #expect(error.code == .name)
  }

  @Test func `two processes do not change one memory at a time, and look-ups go on meanwhile`() throws {
    let team = try addTeam()
    let writer = try StoredMemory("acme", in: memories, for: .writing)
    let adding = try #require(throws: MemoryError.self) { try memories.add([team], to: "acme") }
    let removing = try #require(throws: MemoryError.self) { try memories.remove("acme") }
    #expect(adding.code == .locked && removing.code == .locked)
    #expect(try entries(of: "acme") == ["Save = Gem (team.tmx)"])
    writer.close()
    #expect(try memories.add([team], to: "acme").map(\.known) == [1])
  }

  @Test func `a damaged file, and one of another version, are told apart`() throws {
    try addTeam()
    let path = "\(folder)/state/memories/acme.sqlite"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for version: UInt8 in [0, 9] {
      bytes[63] = version
      try bytes.write(to: URL(fileURLWithPath: path))
      let error = try #require(throws: MemoryError.self) { try memories.list() }
      #expect(error.code == .unknownVersion)
      #expect(
        error.description == "memory \"acme\": The memory \(path) has version \(version), and this program reads "
          + "version 2. Move the file away to begin a new one.")
    }
    bytes[70] = 0
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try #require(throws: MemoryError.self) { try memories.list() }.code == .damaged)
  }

  @Test func `the index finds the same entries as reading all of them`() async throws {
    var units = (0..<60).map { ("Text number \($0)", "Tekst \($0)") }
    units += [("Cafe\u{301} au  LAIT", "kaffe"), ("保存する", "gem"), ("SAVE", "Gem"), ("null\u{FFFD}", "x")]
    try addTeam(units)
    let memory = try StoredMemory("acme", in: memories, for: .reading)
    defer { memory.close() }
    let (english, danish) = (try #require(LanguageTag("en")), try #require(LanguageTag("da")))
    var questions = MemoryQuestions(source: english, targets: [danish])
    for text in ["text  Number 7", "Café au lait", "保存する", "Save", "Missing"] {
      questions.ask(for: text, inTargetAt: 0)
    }
    var found: [String] = []
    try memory.read(for: questions) { found.append($0.unit.variants[1].text) }
    #expect(found == ["Tekst 7", "kaffe", "gem", "Gem"])
    let answers = try await MemorySearch.answers(to: questions, in: [memory])
    #expect((0..<5).map { answers.match(for: $0, inTargetAt: 0)?.text } == ["Tekst 7", "kaffe", "gem", "Gem", nil])
    #expect(answers.match(for: 2, inTargetAt: 0)?.exactness == .locale)
  }

  @Test func `forbidden and preferred terms stay what they are`() throws {
    let path = "\(folder)/terms.csv"
    try "en,da,da forbidden\nAccount,Konto,Bankkonto\n".write(toFile: path, atomically: true, encoding: .utf8)
    try memories.add([path], to: "acme")
    let memory = try StoredMemory("acme", in: memories, for: .reading)
    defer { memory.close() }
    var standings: [String: TranslationUnit.Standing] = [:]
    try memory.read { entry in for variant in entry.unit.variants { standings[variant.text] = variant.standing } }
    #expect(standings["Bankkonto"] == .forbidden)
    #expect(standings["Konto"] != .forbidden && standings.count == 3)
  }

  @Test func `the languages of a glossary that does not name them are those of the options`() throws {
    let path = "\(folder)/words.csv"
    try "Save,Gem\nOpen,Åbn\n".write(toFile: path, atomically: true, encoding: .utf8)
    var reading = MemoryReading()
    reading.sourceLanguage = "en"
    reading.targetLanguage = "da"
    #expect(try memories.add([path], to: "acme", reading: reading).map(\.added) == [2])
    reading.targetLanguage = "Danish?"
    let error = try #require(throws: MemoryError.self) { try memories.add([path], to: "acme", reading: reading) }
    #expect(error.code == .language)
  }
}
