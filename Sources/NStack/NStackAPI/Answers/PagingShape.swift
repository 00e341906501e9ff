import Basics
import HTTPMessages

/// How a list continues. Frameworks write it beside `data`, under `meta`, or in a container inside one of these.
struct PagingShape: JSONShape {
  /// The number of this page, from one.
  private(set) var currentPage: Int?
  private(set) var lastPage: Int?
  private(set) var total: Int?
  private(set) var perPage: Int?
  /// The URL of the next page, which may be relative; nil on the last page, or if pages have only numbers.
  private(set) var next: String?
  /// Whether the answer says that there is more without naming the next page.
  private(set) var hasMore = false

  init() {}

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    currentPage = try Self.number(fields, "current_page", "currentPage")
    if currentPage == nil, let page: Page = try fields.optional("page"), page.isScalar {
      currentPage = try Self.number(fields, "page")
    }
    lastPage = try Self.number(fields, "last_page", "total_pages", "lastPage", "totalPages", "page_count", "pageCount")
    if lastPage == nil, let pages: Page = try fields.optional("pages"), pages.isScalar {
      lastPage = try Self.number(fields, "pages")
    }
    total = try Self.number(
      fields, "total", "total_count", "totalCount", "totalElements", "total_items", "totalItems", "total_entries",
      "total_results")
    perPage = try Self.number(fields, "per_page", "perPage")
    var next = try Self.link(fields, "next_page_url", "nextPageUrl", "next", "next_link", "nextLink", "@odata.nextLink")
    for name in ["next_page", "nextPage"] as [StaticString] where next == nil {
      // This may be a number or a URL. If the number is not that of the next page, the page itself will show it.
      let number = node.member(name)?.looseInteger
      next = if let number { "?page=\(number)" } else { try Self.link(fields, name) }
    }
    // A single word is a cursor for the server, not an address.
    let isAddress = next?.utf8.contains { "/?".utf8.contains($0) } == true
    (self.next, hasMore) = isAddress ? (next, false) : (nil, next != nil)
    // Once a link is found, the other members may have any shape.
    for name in ["links", "_links"] as [StaticString] where next == nil {
      if let links: Page = try fields.optional(name), let paging = links.paging { add(paging) }
    }
    for name in ["has_more", "hasMore", "has_next", "hasNext"] as [StaticString] {
      if let more: Bool = try fields.optional(name) { hasMore = hasMore || more }
    }
    if try Self.link(fields, "next_cursor", "nextCursor", "next_page_token", "nextPageToken") != nil { hasMore = true }
    if let pagination: PagingShape = try fields.optional("pagination") { add(pagination) }
    for name in ["paging", "page", "cursor"] as [StaticString] {
      if let page: Page = try fields.optional(name), let paging = page.paging { add(paging) }
    }
  }

  private static func number(_ fields: JSONObject, _ names: StaticString...) throws(JSONAnswer.Mismatch) -> Int? {
    for name in names { if let number: Int = try fields.optional(name) { return number } }
    return nil
  }

  private static func link(_ fields: JSONObject, _ names: StaticString...) throws(JSONAnswer.Mismatch) -> String? {
    for name in names {
      if let link: Link = try fields.optional(name), let text = link.text, !text.isEmpty { return text }
    }
    return nil
  }

  /// Fills in from another part of the answer what this part does not say.
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

  var continues: Bool { next != nil || hasMore || knownLastPage.map { $0 > currentPage ?? 1 } == true }

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

  private static func trimmed(_ text: Substring) -> String { String(text.trimming { " \t\"".contains($0) }) }
}

/// A member that may be a number of pages, or an object that describes paging. A cursor is neither.
private struct Page: JSONShape {
  let isScalar: Bool
  let paging: PagingShape?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    isScalar = node.kind != .object && node.kind != .array
    paging = node.kind == .object ? try PagingShape(node) : nil
  }
}

/// The next page as a member names it: a URL or a cursor, by itself or in an object. A list of links does not count.
private struct Link: JSONShape {
  let text: String?

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    switch node.kind {
    case .object:
      let fields = try JSONObject(node)
      let next: Link? = try fields.optional("next")
      let address: String? = try fields.optional("href")
      text = next?.text ?? address
    case .bool: text = node.isTrue ? "true" : nil
    case .array: text = nil
    default: text = try String(node)
    }
  }
}
