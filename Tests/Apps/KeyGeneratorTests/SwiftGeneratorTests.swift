import Foundation
import Resources
import Testing

@testable import KeyGenerator

struct SwiftGeneratorTests {
  private static let noncharacter = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

  private static func texts(_ languages: [(locale: String, json: String)]) throws -> AppTexts {
    AppTexts(
      try languages.enumerated().map { place, language in
        AppTexts.Source(
          locale: language.locale, isDefault: place == 0,
          texts: try ResourceReader.read(Array(#"{"data":\#(language.json)}"#.utf8), locale: language.locale).texts)
      })
  }

  private static func code(
    _ languages: [(locale: String, json: String)], _ change: (inout SwiftOptions) -> Void = { _ in }
  ) throws -> GeneratedCode {
    var options = SwiftOptions(tool: "nstack-review 1.0.0")
    change(&options)
    return SwiftGenerator.code(of: try texts(languages), options, file: "L10n.swift")
  }

  /// The code after what does not depend on the texts.
  private static func sections(_ code: GeneratedCode, outer: String = "L10n") throws -> String {
    let text = try #require(code.files.first?.text)
    let start = try #require(text.range(of: "\n}\n\nextension \(outer) {\n  /// The section"))
    return String(text[text.index(start.lowerBound, offsetBy: 4)...])
  }

  @Test func `a section is an enum and a key a member, in the order of their bytes, with the value in a comment`()
    throws
  {
    let code = try Self.code([
      ("en", #"{"login":{"title":"Log in","hi":"Hi {name},\n%1$@ has %2$d","default":"*/ \u202E","b":"100%%"},"a":{}}"#)
    ]) { $0.access = .public }
    #expect(
      try Self.sections(code) == #"""
        extension L10n {
          /// The section login.
          public enum Login {
            /// 100%%
            ///
            /// Key: login.b
            public static var b: String { L10n.tr("login", "b", "100%%") }

            /// * / <U+202E>
            ///
            /// Key: login.default
            public static var `default`: String { L10n.tr("login", "default", "*/ \u{202E}") }

            /// Hi {name},
            /// %1$@ has %2$d
            ///
            /// Key: login.hi
            public static func hi(_ p1: String, _ p2: Int, name: String) -> String {
              L10n.TextFormat.filled(L10n.tr("login", "hi", "Hi {name},\n%1$@ has %2$d"), ["1": .text(p1), "2": .number(p2), "name": .text(name)])
            }

            /// Log in
            ///
            /// Key: login.title
            public static var title: String { L10n.tr("login", "title", "Log in") }
          }
        }

        """#)
    #expect(code.findings.isEmpty)
    #expect(code.count == 4)
  }

  @Test func `classes keep the spelling of section and key, and the default section's name`() throws {
    let code = try Self.code([("en", #"{"default":{"OK":"OK","save_all":"Save"}}"#)]) { $0.style = .classes }
    let text = code.files[0].text
    #expect(text.contains("final class Localizations: Sendable {\n  let defaultSection: DefaultSection\n"))
    #expect(text.contains(#"var OK: String { textSource_.tr("default", "OK", "OK") }"#))
    #expect(text.contains(#"var save_all: String { textSource_.tr("default", "save_all", "Save") }"#))
    #expect(!text.contains("static"))
    #expect(code.findings.isEmpty)
  }

  @Test(arguments: [SwiftOptions.Style.enumKeys, .classKeys])
  func `with keys each member is a key that knows its section, its keys and its values`(style: SwiftOptions.Style)
    throws
  {
    let json = #"{"s":{"a":"A","hi":"Hi {name}","f.one":"One file","f.other":"%d files"}}"#
    let text = try Self.code([("en", json)]) { ($0.style, $0.access) = (style, .public) }.files[0].text
    let (start, source) = style == .enumKeys ? ("static ", "L10n.keySource") : ("", "textSource_")
    let outer = style == .enumKeys ? "L10n" : "Localizations"
    #expect(
      text.contains(
        "#if hasFeature(InternalImportsByDefault)\npublic import TextStore\n#else\nimport TextStore\n#endif\n"))
    #expect(
      text.contains(
        #"public \#(start)var a: TextKey { \#(source).key("s", ["a"]) { textSource_ in textSource_.tr("s", "a", "A") } }"#
      ))
    #expect(
      text.contains(
        #"""
            public \#(start)func hi(name: String) -> TextKey {
              \#(source).key("s", ["hi"]) { textSource_ in
                \#(outer).TextMessage.filled(
                  textSource_.find("s", "hi") ?? (value: "Hi {name}", locale: "en"), ["name": .text(name)])
              }
            }
        """#))
    #expect(text.contains(#"\#(source).key("s", ["f.one", "f.other"]) { textSource_ in"#))
    #expect(text.contains("in: \"en\") { textSource_.find(\"s\", $0) }"))
    #expect(!text.contains("-> String {\n      \(outer)"))
  }

  @Test("the head has the tool, the number of texts and a fingerprint, and no time; the same texts give the same bytes")
  func head() throws {
    let code = try Self.code([("en", #"{"b":{"y":"1","x":"2"},"a":{"z":"3"}}"#), ("da", #"{"a":{"z":"4"}}"#)])
    let again = try Self.code([("en", #"{"a":{"z":"3"},"b":{"x":"2","y":"1"}}"#), ("da", #"{"a":{"z":"5"}}"#)])
    #expect(code.files == again.files)
    let lines = code.files[0].text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "// Generated by nstack-review 1.0.0. Do not edit: changes are lost.")
    #expect(lines[1].hasPrefix("// Texts: 3, with the values of en; fingerprint "))
    #expect(lines[2] == "// swiftlint:disable all")
    #expect(code.files[0].text.hasSuffix("}\n"))
    let other = try Self.code([("en", #"{"a":{"z":"other"},"b":{"x":"2","y":"1"}}"#)])
    #expect(other.files[0].text.split(separator: "\n")[1] != lines[1])
  }

  @Test func `values of a text with one Swift name get numbers, and a warning names both with the line`() throws {
    let code = try Self.code([("en", #"{"s":{"a":"x","hi":"{user.name} {user-name}"}}"#)])
    #expect(
      code.findings.map(\.message) == [
        "{user.name} of s.hi has the same Swift name as {user-name}, so it is named userName_2 here. Rename one of them in NStack."
      ])
    #expect(code.findings.map(\.code) == [.collision])
    let lines = code.files[0].text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[code.findings[0].line - 1].contains("func hi(userName: String, userName_2: String)"))
  }

  @Test func `keys and sections with one Swift name get numbers, and a warning names both with the line`() throws {
    let code = try Self.code([("en", #"{"s":{"add_one":"1","addOne":"2"},"string":{"x":"3"}}"#)])
    #expect(code.findings.map(\.code) == [.collision, .reserved])
    #expect(
      code.findings.map(\.message) == [
        "s.add_one has the same Swift name as s.addOne, so it is named addOne_2 here. Rename one of them in NStack.",
        "string would have a name that the generated code uses itself, so it is named String_2 here.",
      ])
    let lines = code.files[0].text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[code.findings[0].line - 1].contains("static var addOne_2: String"))
    #expect(lines[code.findings[1].line - 1].contains("enum String_2 {"))
    #expect(
      code.findings[0].warning(inFolder: "Sources/").hasPrefix(
        "Sources/L10n.swift:\(code.findings[0].line): warning: s."))
  }

  @Test func `languages that disagree about values are told, grouped, and only what differs`() throws {
    let code = try Self.code([
      ("en", #"{"s":{"a":"%d files","b":"%@","c":"{n}","d":"x"}}"#),
      ("da", #"{"s":{"a":"%@ filer","b":"intet","c":"{m}","d":"100%"}}"#), ("de", #"{"s":{"a":"%@ Dateien"}}"#),
    ])
    #expect(
      code.findings.map(\.message) == [
        "s.a takes value 1 as Int in en, but value 1 as String in da, de. Correct the texts in NStack.",
        "s.c takes {n} as String in en, but {m} as String in da. Correct the texts in NStack.",
      ])
  }

  @Test func `a text that the default language lacks has another's value, unless it is a form of a plural`() throws {
    let code = try Self.code([
      ("en", #"{"s":{"a":"__a","n.one":"1","n.other":"2"}}"#), ("da", #"{"s":{"a":"dansk","b":"__b","n.few":"3"}}"#),
    ]) { $0.readsPlurals = false }
    #expect(
      code.findings.map(\.message) == [
        "s.a has no value in en, so the value in da is used. Write one in NStack.",
        "s.b has no value in en, and no language has one. Write one in NStack.",
      ])
    #expect(code.files[0].text.contains(#"tr("s", "b", "s.b")"#))
    #expect(code.files[0].text.contains(#"tr("s", "n.few", "2")"#))
  }

  @Test func `an ICU message and a plural are functions of their numbers, unless they are left as texts`() throws {
    let languages = [
      (
        "en",
        #"""
        {"s":{"a":"{n, plural, one {# file} other {# files}} of {sex, select, other {x}}, {d, date}, {p, number}",
        "f.one":"One file in {dir}","f.other":"%d files by %@","g.one":"{count} day","g.other":"{count} days","h":"%@"}}
        """#
      ), ("pl", #"{"s":{"f.few":"%d pliki %@","f.other":"%d pliku {x}","g.other":"dni"}}"#),
    ]
    let code = try Self.code(languages)
    let text = code.files[0].text
    #expect(text.contains("static func a(d: String, n: Int, p: Double, sex: String) -> String"))
    #expect(text.contains("static func f(_ count: Int, _ p2: String, dir: String) -> String"))
    #expect(text.contains(#"[("one", "f.one", "One file in {dir}"), ("few", "f.few", nil), ("other", "f.other", "%d "#))
    #expect(
      text.contains(#"["1": .number(count), "2": .text(p2), "dir": .text(dir), "count": .number(count)], count: 1)"#))
    #expect(text.contains("static func g(_ count: Int) -> String") && text.contains(#"["count": .number(count)])"#))
    #expect(text.contains("/// other: %d files by %@\n    /// one: One file in {dir}"))
    #expect(text.contains("\nprivate struct GeneratedPluralRules: Sendable {\n") && !text.contains("package "))
    #expect(
      code.findings.map(\.message) == [
        "s.a has {d, date}, which only ICU formats. Pass it as a text that is already formatted.",
        "s.f takes value 1 as Int, value 2 as String, {dir} as String in en, but {x} as String in pl. "
          + "Correct the texts in NStack.",
      ])
    let plain = try Self.code(languages) { $0.readsPlurals = false }
    #expect(plain.findings.map(\.code) == [.message, .placeholders])
    let members = ["static var a: String {", "static func fOther(_ p1: Int, _ p2: String) -> String {"]
    #expect(members.allSatisfy(plain.files[0].text.contains) && !plain.files[0].text.contains("PluralRules"))
  }

  @Test func `each section is a file of its own, also where only capitals tell their names apart`() throws {
    let code = try Self.code([("en", #"{"aB":{"x":"1"},"ab":{"x":"2"},"c":{"x":"%d"}}"#)]) {
      $0.isFilePerSection = true
    }
    #expect(code.files.map(\.name) == ["L10n.swift", "L10n+AB.swift", "L10n+Ab_.swift", "L10n+C.swift"])
    #expect(code.files.allSatisfy { $0.text.hasPrefix("// Generated by nstack-review 1.0.0.") })
    #expect(code.files[0].text.contains("enum TextFormat"))
    #expect(!code.files[3].text.contains("enum TextFormat"))
  }

  @Test(
    "each value is one parameter, in an order that a reworded text does not change",
    arguments: [
      "%1$@ {1}": "_ p1: String", "{1} of {0}": "_ p0: String, _ p1: String",
      "{b} {a} %d": "_ p1: Int, a: String, b: String", "{e\u{301}} {\u{E9}}": "\u{E9}: String",
      "50%bonus for %@": "_ p1: String", "%#@files@ %@": "_ p1: String", "%1$d %1$@": "_ p1: String",
      "%*d": "_ p1: Int, _ p2: Int", "{in} {self}": "`in`: String, self_: String",
      "{a b} {a_b}": "aB: String, aB_2: String", "{{n, number}} ${m} %{o}": "m: String, n: String, o: String",
    ]) func parameters(value: String, expected: String) throws
  {
    let json = try #require(String(data: JSONEncoder().encode(["s": ["k": value]]), encoding: .utf8))
    let text = try Self.code([("en", json)]).files[0].text
    #expect(text.contains("func k(\(expected)) -> String"), "\(text.suffix(400))")
  }

  @Test(arguments: [
    "{n}% off": ", signs: \"%\")", "{n}% of {m} $": ", signs: \"%$\")", "%{n} off": "[\"n\": .text(n)])",
    "{n} off": "[\"n\": .text(n)])",
  ]) func `the code knows which signs are beside braces`(value: String, expected: String) throws {
    let text = try Self.code([("en", "{\"s\":{\"k\":\"\(value)\"}}")]).files[0].text
    #expect(text.contains(expected), "\(text.suffix(400))")
  }

  @Test(arguments: SwiftOptions.Style.allCases) func `no section and no key hides a name that the code uses itself`(
    style: SwiftOptions.Style
  ) throws {
    let names = ["Texts", "Localizations", "L10n", "TextSource", "TextKey", "String", "Int", "Array", "textSource_"]
    let keys = Dictionary(uniqueKeysWithValues: names.map { ($0, "%@") })
    let json = try #require(
      String(data: JSONEncoder().encode(Dictionary(uniqueKeysWithValues: names.map { ($0, keys) })), encoding: .utf8))
    let code = try Self.code([("en", json)]) { ($0.style, $0.lookUp) = (style, "Texts.value") }
    let declared = code.files[0].text.matches(of: /(?:enum|class|func|let) `?([A-Za-z0-9_]+)`?[ (:]/).map {
      String($0.1)
    }
    let outer = style.isClasses ? "Localizations" : "L10n"
    #expect(declared.filter { $0 == outer }.count == 1)
    for name in ["Texts", "TextKey", "String", "Int", "Array"] { #expect(!declared.contains(name), "\(name)") }
  }

  @Test func `a function of the app takes the place of the source`() throws {
    let code = try Self.code([("en", #"{"s":{"a":"1"}}"#)]) { $0.lookUp = "Texts.value" }
    #expect(code.files[0].text.contains("served(Texts.value(section, key))"))
    #expect(!code.files[0].text.contains("TextSource"))
    #expect(!code.files[0].text.contains("NSLock"))
  }

  @Test(arguments: [
    (#"a"b\(c)"#, #""a\"b\\(c)""#), ("\r\n\t\0", #""\r\n\t\u{0}""#),
    ("\u{2028}\u{200D}\u{FEFF}", #""\u{2028}\u{200D}\u{FEFF}""#), ("\u{301}e\u{301}", "\"\\u{301}e\u{301}\""),
    ("é日本🥐", "\"é日本🥐\""),
    // The compiler refuses the escape of a noncharacter.
    (noncharacter, "\"\(noncharacter)\""), ("#\"\"\"", "\"#\\\"\\\"\\\"\""),
  ]) func `literals cannot end, interpolate or hide anything`(text: String, expected: String) {
    #expect(Array(SwiftLiteral.string(text).utf8) == Array(expected.utf8))
  }

  @Test func `a comment shows three lines, and a description, and the key`() {
    #expect(
      SwiftLiteral.comment(value: "1 \n2\u{2028}3\n4", description: "Headline", path: "a.b") == [
        "/// 1", "/// 2", "/// 3", "/// …", "///", "/// Headline", "///", "/// Key: a.b",
      ])
    #expect(SwiftLiteral.comment(value: nil, description: nil, path: "a\n.b") == ["/// Key: a⏎.b"])
  }

  @Test func `the plugins' file has the words of --style`() throws {
    let json =
      #"{"access": "public", "style": "classes", "enum-name": "Texts", "look-up": "T.value", "no-plurals": true}"#
    let options = try SwiftOptions(settings: Array(json.utf8), tool: "t")
    #expect(options.access == .public && options.style == .classes && options.typeName == "Texts")
    #expect(options.lookUp == "T.value" && !options.readsPlurals && !options.isFilePerSection)
  }

  @Test(arguments: [
    "{": "it is not JSON.", "[]": "it is not an object.", #"{"access": 1}"#: "the value of \"access\" is not a text.",
    #"{"access": "x"}"#: "access is \"x\"; it takes public, internal or package.",
    #"{"no-plurals": "maybe"}"#: "no-plurals is \"maybe\"; it takes on or off.",
    #"{"enum-name": "texts"}"#:
      "enum-name is \"texts\"; it takes the name of a Swift type that begins with a capital, such as L10n.",
    #"{"file-per-section": true}"#:
      "\"file-per-section\" is not known; there are style, access, enum-name, look-up, no-plurals.",
  ]) func `a plugins' file that cannot be used is refused`(json: String, message: String) {
    let fault = #expect(throws: SettingsFault.self) { try SwiftOptions(settings: Array(json.utf8), tool: "t") }
    #expect(fault?.message == message)
  }
}
