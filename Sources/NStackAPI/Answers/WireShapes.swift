import Basics
import HTTPMessages
import Resources

/// The envelope around every answer.
struct Envelope<Content: JSONShape>: JSONShape {
  let data: Content
  let meta: Meta?
  /// How a list continues, by all members beside `data`.
  let paging: PagingShape

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    try FailureSign.refuse(node)
    data = try fields.required("data")
    meta = try fields.optional("meta")
    paging = try PagingShape(of: meta, beside: node)
  }
}

extension Envelope: Sendable where Content: Sendable {}

/// The member `meta` beside `data`.
struct Meta: JSONShape {
  let language: LanguageShape?
  let paging: PagingShape?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    // PHP writes an object without members as an empty list.
    guard node.kind == .object else {
      language = nil
      paging = nil
      return
    }
    language = try JSONObject(node).optional("language")
    paging = try PagingShape(node)
  }
}

/// The member `meta` beside the texts of a resource.
struct ResourceMeta: JSONShape {
  let language: LanguageShape?
  let platform: String?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .object else {
      language = nil
      platform = nil
      return
    }
    let fields = try JSONObject(node)
    language = try fields.optional("language")
    platform = (try? PlatformName.optional(in: fields)) ?? nil
  }
}

/// A language in lists, in the index and in `meta`.
struct LanguageShape: JSONShape {
  let id: LooseInt
  let name: String
  let locale: String
  let direction: String
  let isDefault: LooseBool?
  let isBestFit: LooseBool?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    id = try fields.required("id")
    name = try fields.required("name")
    locale = try fields.required("locale")
    direction = try fields.required("direction")
    isDefault = try fields.optional("is_default")
    isBestFit = try fields.optional("is_best_fit")
  }
}

extension Language: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let shape = try LanguageShape(node)
    let direction: Language.Direction
    switch shape.direction.uppercased() {
    case "LRM", "LTR": direction = .leftToRight
    case "RML", "RTL", "RLM": direction = .rightToLeft
    default:
      let found = Excerpt.visible(shape.direction)
      throw JSONAnswer.Mismatch(.sense("the direction \"\(found)\" is neither LRM nor RML"))
    }
    guard !shape.locale.isEmpty else { throw JSONAnswer.Mismatch(.sense("the locale is empty")) }
    self.init(
      id: shape.id.value, name: shape.name, locale: shape.locale, direction: direction,
      isDefault: shape.isDefault?.value ?? false, isBestFit: shape.isBestFit?.value ?? false)
  }
}

extension ResourceIndexEntry: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    let id: LooseInt = try fields.required("id")
    let shouldUpdate: LooseBool? = try fields.optional("should_update")
    self.init(
      id: id.value, url: try fields.required("url"), lastUpdatedAt: try fields.optional("last_updated_at"),
      shouldUpdate: shouldUpdate?.value ?? true, language: try fields.required("language"))
  }
}

extension Proposal: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    let id: LooseInt = try fields.required("id")
    let text = TextIdentity(
      section: try fields.required("section"), key: try fields.required("key"), locale: try fields.required("locale"))
    let value: String = try fields.required("value")
    let canDelete: LooseBool? = try fields.optional("can_delete")
    self.init(id: id.value, text: text, value: value, canDelete: canDelete?.value ?? false)
  }
}
