import Basics
import Testing

@testable import KeyGenerator

struct SwiftNameTests {
  @Test(arguments: [
    ("title", "title"), ("forgot_password", "forgotPassword"), ("forgot-password", "forgotPassword"),
    ("Add one", "addOne"), ("a.b:c/d", "aBCD"), ("URLTitle", "urlTitle"), ("URL", "url"), ("Title", "title"),
    ("SAVE_CHANGES", "saveChanges"), ("userID", "userID"), ("2fa", "_2fa"), ("step1_2", "step1_2"),
    ("default", "default"), ("self", "self_"), ("init", "init_"), ("Type", "type"), ("", "_empty"),
    ("\u{1F600}", "_u1F600"), ("...", "_u2E_u2E_u2E"), ("størrelse", "størrelse"), ("Ærlig talt", "ærligTalt"),
    ("日本 語", "日本語"), ("cafe\u{301}", "caf\u{E9}"), ("caf\u{E9}", "caf\u{E9}"), ("a\u{200B}b", "aB"), ("\u{301}x", "x"),
    ("\u{3164}", "_u3164"), ("$0", "_0"), ("x\"); exit(1); (\"", "xExit1"), ("_private", "private"),
  ]) func `members are in camel case, with acronyms in small letters at the start`(text: String, expected: String) {
    #expect(Array(SwiftName.member(text).utf8) == Array(expected.utf8), "\(SwiftName.member(text))")
  }

  @Test(arguments: [
    "login": "Login", "forgot_password": "ForgotPassword", "default": "Default", "type": "Type_",
    "protocol": "Protocol_", "any": "Any_", "self": "Self_", "2fa": "_2fa", "ßeta": "Sseta", "URL": "URL",
    "ALL_CAPS": "AllCaps",
  ]) func `types begin with a capital`(text: String, expected: String) { #expect(SwiftName.type(text) == expected) }

  @Test(arguments: [
    "forgotPassword": "forgotPassword", "forgot_password": "forgot_password", "Forgot": "Forgot", "a.b": "a_b",
    "a - b": "a_b", "2fa": "_2fa", "_x": "_x", "self": "self_", "\u{1F600}": "_u1F600", "in": "in",
  ]) func `a spelling is kept where it can be a name`(text: String, expected: String) {
    #expect(SwiftName.verbatim(text) == expected)
  }

  @Test func `reserved words are in backticks, others are not`() {
    #expect(SwiftName.source("default") == "`default`")
    #expect(SwiftName.source("in") == "`in`")
    #expect(SwiftName.source("title") == "title")
    #expect(SwiftName.source("left") == "left")
  }

  @Test(arguments: [
    "L10n": true, "Texts": true, "l10n": false, "_L": false, "L 10": false, "Self": false, "": false, "String": false,
    "日本": true, "L{}": false,
  ]) func `a type's and a function's name can be written as they are`(name: String, isName: Bool) {
    #expect(SwiftOptions.isTypeName(name) == isName)
  }

  @Test(arguments: [
    "Texts.value": true, "value": true, "a..b": false, "tr": false, "key.x": false, "a()": false, "a.default": false,
    "": false,
  ]) func `functions are names with dots`(name: String, isName: Bool) {
    #expect(SwiftOptions.isFunctionName(name) == isName)
  }
}

struct NameTableTests {
  @Test func `the name that is spelled like the identifier keeps it, and others get a number that is free`() {
    let table = NameTable(
      ["add_one", "Add one", "addOne", "1", "-1", "1_2", "o"], taken: [], mapping: SwiftName.member)
    #expect(table["addOne"] == "addOne")
    #expect(table["Add one"] == "addOne_2")
    #expect(table["add_one"] == "addOne_3")
    #expect(table["1_2"] == "_1_2")
    #expect(table["-1"] == "_1")
    #expect(table["1"] == "_1_3")
    #expect(table.collisions.map(\.other) == ["1", "Add one", "add_one"])
    #expect(table.collisions.map(\.holder) == ["-1", "addOne", "addOne"])
  }

  @Test func `without such a name the first in the order of the bytes keeps it, whatever the order of the names`() {
    for names in [["a-b", "a_b", "a.b"], ["a_b", "a.b", "a-b"]] {
      let table = NameTable(names, taken: [], mapping: SwiftName.member)
      #expect([table["a-b"], table["a.b"], table["a_b"]] == ["aB", "aB_2", "aB_3"])
    }
  }
}

extension NameTable {
  fileprivate subscript(name: String) -> String? { identifiers.first { $0.key.string == name }?.value }
}
