import Basics
import HTTPMessages

/// How a list continues: what frameworks write beside `data`, under `meta`, or in a container of either.
struct PagingShape: JSONShape {
  /// The number of this page, from one.
  private(set) var currentPage: Int?
  /// The number of the last page.
  private(set) var lastPage: Int?
  /// How many items all pages have together.
  private(set) var total: Int?
  /// How many items a page has.
  private(set) var perPage: Int?
  /// The URL of the next page, which may be relative; nil on the last page, or if pages have only numbers.
  private(set) var next: String?
  /// Whether the answer says that there is more without naming the next page.
  private(set) var hasMore = false

  /// The links, which are an object in some forms and a list of buttons in others. Only the object names the next page.
  private struct Links: JSONShape {
    let next: String?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      guard node.kind == .object else {
        next = nil
        return
      }
      let link: Link? = try JSONObject(node).optional("next")
      next = link?.url
    }
  }

  /// A link: a URL, or an object with one.
  private struct Link: JSONShape {
    let url: String?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      url = node.kind == .object ? try JSONObject(node).optional("href") : try String(node)
    }
  }

  /// A member that describes paging only if it is an object: `page` may also be the number of this page.
  private struct Container: JSONShape {
    let paging: PagingShape?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      paging = node.kind == .object ? try PagingShape(node) : nil
    }
  }

  /// A number of pages; nil if the member is an object or a list.
  private struct Number: JSONShape {
    let value: Int?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      value = node.kind == .object || node.kind == .array ? nil : try LooseInt(node).value
    }
  }

  /// The next page, by its number or by a link.
  private struct NextPage: JSONShape {
    let reference: String?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      if let number = try? LooseInt(node) {
        reference = "?page=\(number.value)"
      } else {
        reference = node.kind == .bool && !node.isTrue ? nil : try Link(node).url
      }
    }
  }

  init() {}

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    currentPage = try Self.number(fields, "current_page", "currentPage")
    if currentPage == nil, let page: Number = try fields.optional("page") { currentPage = page.value }
    lastPage = try Self.number(
      fields, "last_page", "total_pages", "lastPage", "totalPages", "page_count", "pageCount")
    if lastPage == nil, let pages: Number = try fields.optional("pages") { lastPage = pages.value }
    total = try Self.number(
      fields, "total", "total_count", "totalCount", "totalElements", "total_items", "totalItems", "total_entries",
      "total_results")
    perPage = try Self.number(fields, "per_page", "perPage")
    var next: String? = try fields.optional("next_page_url")
    // Once a link is found, the members after it may have any shape.
    var isOpen: Bool { next?.isEmpty ?? true }
    if isOpen, let url: String = try fields.optional("nextPageUrl") { next = url }
    for name in ["next", "next_link", "nextLink", "@odata.nextLink"] as [StaticString] where isOpen {
      if let link: Link = try fields.optional(name), let url = link.url { next = url }
    }
    for name in ["links", "_links"] as [StaticString] where isOpen {
      if let links: Links = try fields.optional(name), let url = links.next { next = url }
    }
    // This may be a number or a URL. If the number is not that of the next page, the page itself will show it.
    for name in ["next_page", "nextPage"] as [StaticString] where isOpen {
      if let page: NextPage = try fields.optional(name), let reference = page.reference { next = reference }
    }
    // A single word is a cursor, which only the server understands, and not an address.
    if let next, next.utf8.contains(where: { "/?".utf8.contains($0) }) {
      self.next = next
    } else {
      hasMore = next?.isEmpty == false
    }
    for name in ["has_more", "hasMore", "has_next", "hasNext"] as [StaticString] {
      if let more: LooseBool = try fields.optional(name) { hasMore = hasMore || more.value }
    }
    for name in ["next_cursor", "nextCursor", "next_page_token", "nextPageToken"] as [StaticString] {
      if let cursor: Cursor = try fields.optional(name) { hasMore = hasMore || cursor.isSaid }
    }
    if let pagination: PagingShape = try fields.optional("pagination") { add(pagination) }
    for name in ["paging", "page", "cursor"] as [StaticString] {
      if let container: Container = try fields.optional(name), let paging = container.paging { add(paging) }
    }
  }

  /// What a whole answer says, in `meta` and beside it.
  init(of meta: Meta?, beside node: JSONNode) throws(JSONAnswer.Mismatch) {
    self = meta?.paging ?? PagingShape()
    add(try PagingShape(node))
  }

  /// A cursor: a name that the server has for a place in a list.
  private struct Cursor: JSONShape {
    let isSaid: Bool

    init(_ node: JSONNode) {
      isSaid = node.kind == .number || (node.kind == .string && !node.text.isEmpty)
    }
  }

  private static func number(
    _ fields: JSONObject, _ names: StaticString...
  ) throws(JSONAnswer.Mismatch) -> Int? {
    for name in names {
      if let number: LooseInt = try fields.optional(name) { return number.value }
    }
    return nil
  }

  /// Adds what only another part of the answer says.
  mutating func add(_ other: PagingShape) {
    currentPage = currentPage ?? other.currentPage
    lastPage = lastPage ?? other.lastPage
    total = [total, other.total].compactMap(\.self).max()
    perPage = perPage ?? other.perPage
    next = next ?? other.next
    hasMore = hasMore || other.hasMore
  }

  /// Adds what the headers say: `Link` (RFC 8288) and `X-Total-Count`.
  mutating func add(headersOf response: TransportResponse) {
    for header in response.headers {
      switch header.name.lowercased() {
      case "link": next = next ?? Self.next(inLink: header.value)
      case "x-total-count", "x-total", "x-wp-total":
        total = [total, Int(Self.trimmed(header.value[...]))].compactMap(\.self).max()
      case "x-total-pages", "x-wp-totalpages": lastPage = lastPage ?? Int(Self.trimmed(header.value[...]))
      case "x-next-page": hasMore = hasMore || !Self.trimmed(header.value[...]).isEmpty
      default: break
      }
    }
  }

  /// Whether there is a page after this one.
  var continues: Bool {
    next != nil || hasMore || knownLastPage.map { $0 > currentPage ?? 1 } == true
  }

  /// The number of the last page; nil if it is not known.
  var knownLastPage: Int? {
    if let lastPage { return lastPage }
    guard let total, let perPage, perPage > 0, total > 0 else { return nil }
    return (total - 1) / perPage + 1
  }

  /// The target of the link whose relation is `next` in a `Link` header; nil if there is none.
  private static func next(inLink header: String) -> String? {
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let parameters = rest.prefix { $0 != "<" }
      for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, Self.trimmed(parts[0]).lowercased() == "rel" else { continue }
        let relations = Self.trimmed(parts[1]).lowercased().split(separator: " ")
        if relations.contains("next") { return String(target) }
      }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let edges: Set<Character> = [" ", "\t", "\""]
    var text = text
    while let first = text.first, edges.contains(first) { text.removeFirst() }
    while let last = text.last, edges.contains(last) { text.removeLast() }
    return String(text)
  }
}
