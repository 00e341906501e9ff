/// Where a list goes on, in the forms in which PHP's frameworks write it. NStack pages nothing today.
struct PagingShape: JSONShape {
  /// The number of this page, from one.
  let currentPage: Int?
  /// The number of the last page.
  let lastPage: Int?
  /// The URL of the next page; nil where there is none or where only numbers are given.
  let next: String?

  /// The links are an object in some forms and a list of buttons in others; only the object names the next page.
  private struct Links: JSONShape {
    let next: String?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      guard node.kind == .object else {
        next = nil
        return
      }
      next = try JSONObject(node).optional("next")
    }
  }

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    let current: LooseInt? = try fields.optional("current_page")
    currentPage = current?.value
    var last: LooseInt? = try fields.optional("last_page")
    if last == nil { last = try fields.optional("total_pages") }
    lastPage = last?.value
    var next: String? = try fields.optional("next_page_url")
    if next == nil, let links: Links = try fields.optional("links") { next = links.next }
    self.next = next
  }

  /// The number of the page after this one; nil where this is the last.
  var nextPage: Int? {
    guard let currentPage, let lastPage, currentPage < lastPage else { return nil }
    return currentPage + 1
  }
}
