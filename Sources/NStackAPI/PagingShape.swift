/// Where a list goes on, in the forms in which PHP's frameworks write it. NStack pages nothing today.
struct PagingShape: Decodable {
  /// The number of this page, from one.
  let currentPage: Int?
  /// The number of the last page.
  let lastPage: Int?
  /// The URL of the next page; nil where there is none or where only numbers are given.
  let next: String?

  private enum Keys: String, CodingKey {
    case currentPage = "current_page"
    case lastPage = "last_page"
    case totalPages = "total_pages"
    case nextPageURL = "next_page_url"
    case links, next
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    currentPage = try fields.decodeIfPresent(LooseInt.self, forKey: .currentPage)?.value
    lastPage =
      try fields.decodeIfPresent(LooseInt.self, forKey: .lastPage)?.value
      ?? fields.decodeIfPresent(LooseInt.self, forKey: .totalPages)?.value
    // `links` is an object in some forms and a list of buttons in others; only the object names the next page.
    let links = try? fields.nestedContainer(keyedBy: Keys.self, forKey: .links)
    next =
      try fields.decodeIfPresent(String.self, forKey: .nextPageURL)
      ?? links?.decodeIfPresent(String.self, forKey: .next)
  }

  /// The number of the page after this one; nil where this is the last.
  var nextPage: Int? {
    guard let currentPage, let lastPage, currentPage < lastPage else { return nil }
    return currentPage + 1
  }
}
