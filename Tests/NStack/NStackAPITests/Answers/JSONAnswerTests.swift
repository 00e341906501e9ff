import NStackAPI
import Testing

struct JSONAnswerTests {
  static func client(_ answer: String) throws(NStackError) -> NStackClient {
    do { return try ScriptedTransport([.json(answer)]).client } catch {
      throw NStackError(.badBody, delivery: .notSent, request: "test", message: "\(error)")
    }
  }

  func message(_ answer: String) async -> String? {
    await failure { try await Self.client(answer).proposals(state: .all) }?.message
  }

  /// What is wrong with a list of proposals, or with the one item of it that is left out.
  func fault(_ answer: String) async -> String? {
    do throws(NStackError) {
      let list = try await Self.client(answer).proposalList(state: .all)
      return list.unread.count == 1 ? list.unread[0].message : nil
    } catch { return error.message.firstRange(of: "; it begins: ").map { String(error.message[..<$0.lowerBound]) } }
  }

  /// What stands before and after one value of a list whose other elements are whole.
  static func list(_ last: String) -> String {
    #"{"data":[\#(ProposalTests.proposal()),\#(ProposalTests.proposal()),\#(last)]}"#
  }

  @Test(arguments: [
    ("{}", #"the answer has no "data""#), (#"{"Data":[]}"#, #"the answer has no "data""#),
    (list(#"{"id":1,"section":"s","key":"k","value":"v"}"#), #"data[2] has no "locale""#),
    (list("{}"), #"data[2] has no "id""#), ("[]", "the answer: found a list where an object is expected"),
    (#"{"data":{}}"#, "data: found an object where a list is expected"),
    (#"{"data":null}"#, "data: found null where a list is expected"),
    (#"{"data":[[]]}"#, "data[0]: found a list where an object is expected"),
    (list("null"), "data[2]: found null where an object is expected"),
    (list(#""x""#), "data[2]: found a string where an object is expected"),
    (list(ProposalTests.proposal(id: "1.5")), "data[2].id: 1.5 is not a whole number"),
    (list(ProposalTests.proposal(id: "false")), "data[2].id: found false where a number is expected"),
    (list(ProposalTests.proposal(id: #""\u202e""#)), #"data[2].id: "<U+202E>" is not a number"#),
    (list(ProposalTests.proposal(id: #""x""#)), #"data[2].id: "x" is not a number"#),
    (
      list(#"{"id":1,"section":7,"key":"k","locale":"l","value":"v"}"#),
      "data[2].section: found a number where a string is expected"
    ),
    (
      list(#"{"id":1,"section":"s","key":null,"locale":"l","value":"v"}"#),
      "data[2].key: found null where a string is expected"
    ),
    (
      list(#"{"id":1,"section":"s","key":"k","locale":["l"],"value":"v"}"#),
      "data[2].locale: found a list where a string is expected"
    ),
    (
      list(#"{"id":1,"section":"s","key":"k","locale":"l","value":true}"#),
      "data[2].value: found true where a string is expected"
    ),
    (
      list(#"{"id":1,"section":"s","key":"k","locale":"l","value":"v","can_delete":2}"#),
      "data[2].can_delete: 2 is neither true nor false"
    ),
  ]) func `What is missing or of another kind is named with its place`(answer: String, place: String) async {
    #expect(await fault(answer) == "the answer has an unexpected shape: \(place)")
  }

  @Test(arguments: [
    (#"{"data":[],"data":[]}"#, "data"), (list(#"{"id":1,"id":1}"#), "id"),
    (#"{"data":[],"x":{"y":[[{"a":1,"b":2,"a":null}]]}}"#, "a"), (#"{"data":[],"x":{"\u0061":1,"a":1}}"#, "a"),
    (#"{"data":[],"meta":{"":1,"":2}}"#, ""), (#"{"data":[],"x":{"é\u202e":1,"é\u202e":1}}"#, #"é<U+202E>"#),
  ]) func `A name that stands twice in one object is refused at any depth`(answer: String, name: String) async {
    let message = await message(answer)
    #expect(message?.hasPrefix("the answer is not JSON: the name \"\(name)\" twice in one object at byte ") == true)
  }

  @Test func `Names that only look the same, and those of other objects, are not the same`() async throws {
    let names = #"{"caf\u00e9":1,"cafe\u0301":2,"Caf\u00e9":3,"x":{"x":{"caf\u00e9":1}}}"#
    #expect(try await Self.client(#"{"data":[],"x":\#(names)}"#).languages().isEmpty)
  }

  // Each with each, 100,000 names would take longer.
  @Test(.timeLimit(.minutes(2)), arguments: [16, 17, 100_000])
  func `A name that stands twice among many is found, and many names take no time`(count: Int) async throws {
    let members = (0..<count).map { #""n\#($0)":0"# }.joined(separator: ",")
    #expect(try await Self.client(#"{"data":[],"x":{\#(members)}}"#).languages().isEmpty)
    for repeated in [0, count / 2, count - 1] {
      let message = await message(#"{"data":[],"x":{\#(members),"n\#(repeated)":0}}"#)
      #expect(message?.contains("the name \"n\(repeated)\" twice in one object") == true)
    }
  }

  @Test(arguments: [
    (
      #"{"id":1,"name":"n","locale":"da","direction":"up\u202e"}"#,
      #"the direction "up<U+202E>" is neither LRM nor RML"#
    ), (#"{"id":1,"name":"n","locale":"","direction":"LRM"}"#, "the locale is empty"),
  ]) func `A language that makes no sense is named with its place`(language: String, sentence: String) async throws {
    #expect(
      try await Self.client(#"{"data":[\#(LocalizationTests.english),\#(language)]}"#).languages().map(\.id) == [11])
    let client = try Self.client(#"{"data":[\#(language)]}"#)
    #expect(
      await failure { try await client.languages() }?.message.hasPrefix("data[0]: \(sentence); it begins: ") == true)
  }

  @Test func `A resource says what is wrong with its own language`() async throws {
    let entry = ResourceIndexEntry.of()
    for (meta, place) in [
      #"{"language":{"id":1,"name":"n","locale":"en-GB"}}"#:
        #"the answer has an unexpected shape: language has no "direction""#,
      #"{"language":{"id":1,"id":1}}"#: #"the answer is not JSON: the name "id" twice in one object at byte "#,
      #"{"language":7}"#: "the answer has an unexpected shape: language: ",
    ] {
      let client = try Self.client(#"{"data":{},"meta":\#(meta)}"#)
      #expect(await failure { try await client.resource(entry) }?.message.hasPrefix(place) == true)
    }
    for meta in ["[]", "null", "7", #"{"language":{"id":1,"name":"","locale":"en_gb","direction":"sideways"}}"#] {
      #expect(try await Self.client(#"{"data":{},"meta":\#(meta)}"#).resource(entry).language.locale == "en-GB")
    }
  }
}
