import Basics
import NStackAPI
import TranslationReview

/// One line of the file of drafts: a change of what is decided about one text.
enum DraftStep: Sendable {
  /// A text has this draft, instead of an earlier one.
  case drafted(Draft)
  /// A text has no draft any more.
  case cleared(TextIdentity)
  /// What a row of a returned sheet asks for was left out, so that it does not become a draft when the sheet is given
  /// again. It is the fingerprint of that wish; the draft that was left out may have been changed on the page.
  case left(TextIdentity, asked: String)

  /// The text that is decided about.
  var text: TextIdentity {
    switch self {
    case .drafted(let draft): draft.text
    case .cleared(let text), .left(let text, _): text
    }
  }
}

// MARK: - The form of a line

extension DraftStep {
  var json: JSONValue {
    switch self {
    case .drafted(let draft):
      var members = Self.members(of: draft.text) + Self.members(of: draft.wish)
      members += [
        ("base", .string(draft.base.text)), ("current", .string(draft.seenCurrent)),
        ("proposal", .optional(draft.seenProposal)),
      ]
      if let origin = draft.origin { members.append(("sheet", Self.json(origin))) }
      return .object([("draft", .object(members))])
    case .cleared(let text): return .object([("cleared", .object(Self.members(of: text)))])
    case .left(let text, let asked):
      return .object([("left", .object(Self.members(of: text) + [("asked", .string(asked))]))])
    }
  }

  /// Reads ``json`` back; nil if it has another shape.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json, let (name, object) = members.first, let text = Self.text(object) else {
      return nil
    }
    switch name {
    case "draft":
      guard let wish = Self.wish(object), let base = object["base"]?.string.flatMap(RowBase.init(text:)),
        let current = object["current"]?.string
      else { return nil }
      self = .drafted(
        Draft(
          text: text, wish: wish, base: base, seenCurrent: current, seenProposal: object["proposal"]?.string,
          origin: object["sheet"].flatMap(Self.sheetRow)))
    case "cleared": self = .cleared(text)
    case "left":
      // Earlier versions wrote the draft itself.
      guard let asked = object["asked"]?.string ?? Self.wish(object)?.fingerprint else { return nil }
      self = .left(text, asked: asked)
    default: return nil
    }
  }

  private static func members(of text: TextIdentity) -> [(String, JSONValue)] {
    [("section", .string(text.section)), ("key", .string(text.key)), ("locale", .string(text.locale))]
  }

  private static func text(_ object: JSONValue) -> TextIdentity? {
    guard let section = object["section"]?.string, let key = object["key"]?.string,
      let locale = object["locale"]?.string
    else { return nil }
    return TextIdentity(section: section, key: key, locale: locale)
  }

  private static func members(of wish: Draft.Wish) -> [(String, JSONValue)] {
    switch wish {
    case .propose(let value): [("propose", .string(value.string))]
    case .withdraw(let id, let value): [("withdraw", .integer(id)), ("value", .string(value.string))]
    }
  }

  private static func wish(_ object: JSONValue) -> Draft.Wish? {
    if let value = object["propose"]?.string { return .propose(ExactText(value)) }
    guard let id = object["withdraw"]?.integer, let value = object["value"]?.string else { return nil }
    return .withdraw(proposalID: id, value: ExactText(value))
  }

  private static func json(_ origin: Draft.SheetRow) -> JSONValue {
    .object([
      ("file", .string(origin.file)), ("worksheet", .optional(origin.worksheet)), ("row", .integer(origin.row)),
      ("locale", .optional(origin.locale)), ("note", .string(origin.note)), ("path", .string(origin.path)),
      ("asked", .string(origin.asked)),
    ])
  }

  private static func sheetRow(_ object: JSONValue) -> Draft.SheetRow? {
    guard let file = object["file"]?.string, let row = object["row"]?.integer, let path = object["path"]?.string,
      let asked = object["asked"]?.string
    else { return nil }
    return Draft.SheetRow(
      file: file, worksheet: object["worksheet"]?.string, row: row, locale: object["locale"]?.string,
      note: object["note"]?.string ?? "", path: path, asked: asked)
  }
}
