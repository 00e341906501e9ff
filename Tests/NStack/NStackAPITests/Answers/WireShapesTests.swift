import NStackAPI
import Testing

struct WireShapesTests {
  @Test(
    arguments: [
      "1": 1, "-0": 0, "-7": -7, "-0.0": 0, "1E+3": 1000, "10e-1": 1, "0.1e1": 1, "1e-400": 0, "1.0000000000000001": 1,
      "9007199254740993.0": 9_007_199_254_740_993, "9007199254740993.5": 9_007_199_254_740_993,
      "-12345678901234567e0": -12_345_678_901_234_567, "12345678901234567890e-2": 123_456_789_012_345_678,
      "1e0000000000000000000018": 1_000_000_000_000_000_000,
      "1000000000000000000000000000000000000000000e-24": 1_000_000_000_000_000_000,
      "0.0000000000000000000000000000000000000000000000001e66": 100_000_000_000_000_000, "9223372036854775807": .max,
      "-9223372036854775808": .min, "9223372036854775295.0": 9_223_372_036_854_775_295, #""007""#: 7,
      #""9223372036854775807""#: .max, "1.5": nil, "15e-1": nil, "-102539752495219406.000000000000000001": nil,
      "1.000000000000001": nil, "9223372036854775808": nil, "-9223372036854775809": nil, "9223372036854775807.0": nil,
      "1e19": nil, "-1e400": nil, #""""#: nil, #""-1""#: nil, #""1.0""#: nil, #"" 1""#: nil, #""1e3""#: nil,
      #""9223372036854775808""#: nil, #""١""#: nil, "true": nil, "null": nil, "[1]": nil, "{}": nil,
    ] as [String: Int?])
  func `A number is whole however it is written, may stand in a string of digits, and is none otherwise`(
    text: String, number: Int?
  ) async throws {
    guard let number else { return await refuses("id") { try await proposals(id: text) } }
    #expect(try await proposals(id: text).map(\.id) == [number])
  }

  @Test(
    arguments: [
      "true": true, "false": false, "1": true, "0": false, #""1""#: true, #""0""#: false, #""01""#: true, "1.0": true,
      "0e0": false, "-0": false, "null": false, "2": nil, "-1": nil, "0.5": nil, #""2""#: nil, #""""#: nil,
      #""true""#: nil, "[]": nil, "{}": nil,
    ] as [String: Bool?]) func `A truth value may be a number, and nothing else`(text: String, truth: Bool?)
    async throws
  {
    guard let truth else { return await refuses("can_delete") { try await proposals(canDelete: text) } }
    #expect(try await proposals(canDelete: text).map(\.canDelete) == [truth])
  }

  @Test func `Members that may be missing may be null, and members that nobody knows are passed over`() async throws {
    let language = #"{"id":1,"name":"n","locale":"da","direction":"LTR","is_default":null,"x":[{"y":[1,null]}]}"#
    let entry = #"{"id":2,"url":"u","last_updated_at":null,"should_update":null,"language":\#(language),"more":{}}"#
    let other = language.replacing("\"da\"", with: "\"sv\"")
    let bare = #"{"language":\#(other),"url":"u","id":"3"}"#
    let client = try ScriptedTransport([.json(#"{"x":1,"data":[\#(entry),\#(bare)],"y":2}"#)]).client
    let entries = try await client.resourceIndex()
    let (danish, swedish) = (Self.language("da"), Self.language("sv"))
    #expect(
      entries == [
        ResourceIndexEntry(id: 2, url: "u", lastUpdatedAt: nil, shouldUpdate: true, language: danish),
        ResourceIndexEntry(id: 3, url: "u", lastUpdatedAt: nil, shouldUpdate: true, language: swedish),
      ])
  }

  private static func language(_ locale: String) -> Language {
    Language(id: 1, name: "n", locale: locale, direction: .leftToRight, isDefault: false, isBestFit: false)
  }

  @Test(arguments: [
    "LRM": Language.Direction.leftToRight, "ltr": .leftToRight, "RML": .rightToLeft, "Rtl": .rightToLeft,
    "RLM": .rightToLeft,
  ]) func `A direction has several spellings`(text: String, direction: Language.Direction) async throws {
    let answer = #"{"data":{"id":1,"name":"n","locale":"x","direction":"\#(text)"}}"#
    #expect(try await ScriptedTransport([.json(answer)]).client.bestFitLanguage().direction == direction)
  }

  @Test(arguments: [
    "[]", "null", "7", #""x""#, "true", "{}", #"{"language":null,"pagination":null}"#, "[[1]]", #"{"links":{}}"#,
    #"{"language":\#(LocalizationTests.english)}"#, #"{"language":{"id":1,"name":"","locale":"","direction":""}}"#,
    #"{"current_page":1,"last_page":1}"#, #"{"current_page":"1"}"#, #"{"last_page":1}"#, #"{"total":1}"#,
  ]) func `What stands beside the data may be anything`(meta: String) async throws {
    let client = try ScriptedTransport([.json(#"{"meta":\#(meta),"data":[\#(LocalizationTests.english)]}"#)]).client
    #expect(try await client.languages().map(\.id) == [11])
  }

  @Test(arguments: [
    #"{"language":{"id":1}}"#: #"meta.language has no "name""#, #"{"language":[]}"#: "meta.language: ",
    #"{"language":{"id":[],"name":"","locale":"","direction":""}}"#: "meta.language.id: ",
    #"{"pagination":[]}"#: "meta.pagination: ", #"{"current_page":"x"}"#: "meta.current_page: ",
    #"{"pagination":{"total_pages":{}}}"#: "meta.pagination.total_pages: ",
    #"{"next_page_url":1}"#: "meta.next_page_url: ", #"{"links":{"next":1}}"#: "meta.links.next: ",
  ]) func `A language or a paging beside the data is of its shape`(meta: String, place: String) async throws {
    #expect(
      try await failure(.json(#"{"data":[],"meta":\#(meta)}"#)) { try await $0.languages() }?.message.hasPrefix(
        "the answer has an unexpected shape: " + place) == true)
  }

  private func refuses(_ member: String, _ body: () async throws -> [Proposal]) async {
    let error = await failure(body)
    #expect(error?.code == .badBody)
    #expect(error?.message.hasPrefix("the answer has an unexpected shape: data[0].\(member): ") == true)
  }

  private func proposals(id: String = "1", canDelete: String = "true") async throws(NStackError) -> [Proposal] {
    let answer =
      #"{"data":[{"id":\#(id),"section":"s","key":"k","locale":"da","value":"v","can_delete":\#(canDelete)}]}"#
    return try await JSONAnswerTests.client(answer).proposals(state: .all)
  }
}
