import Basics
import HTTPMessages
import Resources

struct Envelope<Content: JSONShape>: JSONShape {
  let data: Content
  /// How a list continues, according to all members beside `data`.
  let paging: PagingShape

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    try FailureSign.refuse(node)
    data = try fields.required("data")
    let meta: Meta? = try fields.optional("meta")
    var paging = meta?.paging ?? PagingShape()
    paging.add(try PagingShape(node))
    self.paging = paging
  }
}

extension Envelope: Sendable where Content: Sendable {}

/// Content that is read elsewhere.
struct AnyContent: JSONShape { init(_ node: JSONNode) {} }

private struct Meta: JSONShape {
  let paging: PagingShape?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    // PHP writes an object without members as an empty list.
    guard node.kind == .object else {
      paging = nil
      return
    }
    let _: LanguageShape? = try JSONObject(node).optional("language")
    paging = try PagingShape(node)
  }
}

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

extension LocalizationResource {
  /// Why a client would refuse texts with these bytes as `meta`, with the place in them; nil if it would not.
  package static func fault(inMeta bytes: [UInt8]) -> String? {
    do throws(JSONAnswer.Mismatch) { _ = try JSONAnswer.read(ResourceMeta.self, from: bytes) } catch {
      return error.within("meta").detail
    }
    return nil
  }
}

struct LanguageShape: JSONShape {
  let id: Int
  let name: String
  let locale: String
  let direction: String
  let isDefault: Bool?
  let isBestFit: Bool?

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
      id: shape.id, name: shape.name, locale: shape.locale, direction: direction, isDefault: shape.isDefault ?? false,
      isBestFit: shape.isBestFit ?? false)
  }
}

extension ResourceIndexEntry: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    self.init(
      id: try fields.required("id"), url: try fields.required("url"),
      lastUpdatedAt: try fields.optional("last_updated_at"), shouldUpdate: try fields.optional("should_update") ?? true,
      language: try fields.required("language"))
  }
}

extension Proposal: JSONShape {
  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    let id: Int = try fields.required("id")
    let text = TextIdentity(
      section: try fields.required("section"), key: try fields.required("key"), locale: try fields.required("locale"))
    self.init(
      id: id, text: text, value: try fields.required("value"), canDelete: try fields.optional("can_delete") ?? false)
  }
}
