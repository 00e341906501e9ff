import Basics

/// An item of a list, which is left out if it cannot be read.
protocol ListedShape: JSONShape, Equatable { static var kind: String { get } }

extension Language: ListedShape { static var kind: String { "language" } }

extension ResourceIndexEntry: ListedShape { static var kind: String { "resource" } }

struct ListedProposal: ListedShape {
  static var kind: String { UnreadItem.proposalKind }

  let proposal: Proposal
  let platform: String?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    platform = try PlatformName.optional(in: JSONObject(node))
    proposal = try Proposal(node)
  }
}

/// The platform that an answer names: its slug, bare or as a member of an object.
struct PlatformName: JSONShape {
  let slug: String

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    slug = node.kind == .object ? try JSONObject(node).required("slug") : try String(node)
  }

  /// The slug in the member `platform`; nil if there is none.
  static func optional(in fields: JSONObject) throws(JSONAnswer.Mismatch) -> String? {
    let name: PlatformName? = try fields.optional("platform")
    return name.flatMap { $0.slug.isEmpty ? nil : $0.slug }
  }

  static func areSame(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
}

struct ListShape<Element: ListedShape>: JSONShape {
  private(set) var elements: [Element] = []
  private(set) var unread: [UnreadShape] = []

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard node.kind == .array else { throw JSONAnswer.Mismatch(node, insteadOf: "a list") }
    elements.reserveCapacity(node.count)
    var index = 0
    for element in node.children {
      do throws(JSONAnswer.Mismatch) { elements.append(try Element(element)) } catch {
        unread.append(UnreadShape(element, kind: Element.kind, error.within(index).within("data")))
      }
      index += 1
    }
  }
}

extension ListShape: Sendable where Element: Sendable {}

struct UnreadShape {
  let item: UnreadItem
  let platform: String?
  let fault: JSONAnswer.Mismatch

  init(_ node: JSONNode, kind: String, _ fault: JSONAnswer.Mismatch) {
    self.fault = fault
    let locale = node.field("locale")?.string ?? node.field("language")?.field("locale")?.string
    var text: TextIdentity?
    if let section = node.field("section")?.string, let key = node.field("key")?.string, let locale {
      text = TextIdentity(section: section, key: key, locale: locale)
    }
    item = UnreadItem(
      kind: kind, id: node.field("id")?.looseInteger, text: text, locale: locale, message: fault.message)
    platform = (try? PlatformName.optional(in: JSONObject(node))) ?? nil
  }
}
