import NStackAPI
import NStackSandbox
import Testing

/// How the bodies of posts are read, as seen from outside.
@Suite(.sandbox) struct SandboxFormTests {
  private let sandbox = SandboxFixture.current

  static let rest = "&section=products&key=soldOut&locale=da-DK&platform=mobile&guid=g"

  @Test(
    arguments: [
      "value=Total: %@": "Total: %@", "value=100% sure": "100% sure", "value=%": "%", "value=%4": "%4",
      "value=a+b%2Bc": "a b+c", "value=%C3%A9%zz": "é%zz", "value=first&value=last": "last",
      "value[]=list&value=text": "text", "value=a=b": "a=b", " value=x": "x", "value= x ": " x ",
      "a & b=1&value=x": "x", "&&value=x&=y": "x", "value=a & b": "a ", "value=x&value[]=list": nil, "value.x=1": nil,
      "Value=x": nil, "value": nil,
    ] as [String: String?]) func `A form is read as PHP reads it, and what PHP does not see is not seen`(
      start: String, value: String?
    ) async throws
  {
    let answer = try await sandbox.post(start + Self.rest)
    #expect(answer.status == (value == nil ? 412 : 201))
    if let value { #expect(answer.text.contains("\"value\":\"\(value)\""), "\(answer.text)") }
  }

  @Test(arguments: ["value=", "value=+", "value=%20%09%0A%0D%0B%00", ""])
  func `A value of white space alone is missing`(start: String) async throws {
    let answer = try await sandbox.post(start + Self.rest)
    let expected =
      #"{"message":"The value field is required.","code":412,"errors":{"value":["The value field is required."]}}"#
    #expect(answer.status == 412)
    #expect(answer.text == expected)
  }

  @Test func `A value that is cut down to nothing is missing`() async throws {
    try await withSandbox([.trimmedValues]) { sandbox async throws in
      // A no-break space is not white space for PHP's `trim`, and is for the variant.
      #expect(try await sandbox.post("value=%C2%A0" + Self.rest).status == 412)
    }
  }

  @Test func `All fields that are wrong are named at once`() async throws {
    let answer = try await sandbox.post("section=a%FFb&key[]=k&value=v&locale=da-DK&platform=mobile")
    let expected =
      #"{"message":"Multiple validation rules failed. See \"errors\" for more details.","code":412,"errors":"#
      + #"{"section":["The section is not valid UTF-8."],"key":["The key must be a string."],"#
      + #""guid":["The guid field is required."]}}"#
    #expect(answer.status == 412)
    #expect(answer.text == expected)
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=b", "--b\r\nname=value"), ("application/json", "{"), ("application/json", "[]"),
    ("text/plain", "value=x" + rest), ("application/xml", "<a/>"),
  ]) func `A body that is no form has no fields`(type: String, body: String) async throws {
    let answer = try await sandbox.post(body, type: type)
    #expect(answer.status == 412)
    #expect(answer.text.contains(#""guid":["The guid field is required."]"#), "\(answer.text)")
  }

  @Test func `An object in JSON is read like a form`() async throws {
    let body =
      #"{"section":"products","key":"soldOut","locale":"da-DK","platform":"mobile","guid":7,"value":"a+b%20 \u00e9"}"#
    let answer = try await sandbox.post(body, type: "application/json;charset=UTF-8")
    #expect(answer.status == 201)
    #expect(answer.text.contains(#""value":"a+b%20 é""#), "\(answer.text)")
  }

  @Test func `A body of more than a mebibyte is refused as too large`() async throws {
    let most = (1 << 20) - Self.rest.utf8.count - 6
    #expect(try await sandbox.post("value=" + String(repeating: "a", count: most) + Self.rest).status == 201)
    let answer = try await sandbox.post("value=" + String(repeating: "b", count: most + 1) + Self.rest)
    #expect(answer.status == 413)
    #expect(answer.text == #"{"message":"The body has more than 1048576 bytes.","code":413}"#)
    #expect(sandbox.server.requests.entries.map(\.status) == [201, 413])
  }

  @Test(arguments: ["en-gb", "en_GB", "EN_gb", "en-GB"])
  func `A locale is taken in any usual spelling and kept in the language's own`(locale: String) async throws {
    let form = "section=products&key=soldOut&value=v&platform=mobile&guid=g&locale=" + locale
    let answer = try await sandbox.post(form)
    #expect(answer.status == 201)
    #expect(answer.text.contains(#""locale":"en-GB""#))
  }
}

extension SandboxFixture {
  func post(_ body: String, type: String = "application/x-www-form-urlencoded") async throws -> TransportResponse {
    try await send("POST", "/api/v2/content/localize/proposals", adding: ["Content-Type": type], body: body)
  }
}

extension TransportResponse { var text: String { String(decoding: body, as: UTF8.self) } }
