import HTTPMessages

struct WholeList<Element: ListedShape>: Sendable where Element: Sendable {
  let label: String
  var elements: [Element] = []
  var unread: [UnreadShape] = []
  var pages = 0

  var count: Int { elements.count + unread.count }
}

extension NStackClient {
  /// All items of a list, page after page. A partial list is never returned: if the answer says that there is more but
  /// not where, the call fails.
  func list<Element: ListedShape>(_ listing: NStackCall<Envelope<ListShape<Element>>>) async throws(NStackError)
    -> WholeList<Element>
  {
    let call = try prepare(listing)
    var list = WholeList<Element>(label: call.label)
    var total: Int?
    var visited: Set<String> = [call.url]
    var lastBody: [UInt8] = []
    var lastElements: [Element] = []
    var next = call
    for page in 1...max(1, configuration.limits.pages) {
      let response = try await send(next)
      let envelope = try read(listing, from: response, of: next)
      var paging = envelope.paging
      paging.add(headersOf: response)
      list.pages = page
      list.elements += envelope.data.elements
      list.unread += envelope.data.unread
      total = [total, paging.total].compactMap(\.self).max()
      let isRepeated = !envelope.data.elements.isEmpty && envelope.data.elements == lastElements
      if page > 1, response.body == lastBody || isRepeated {
        throw mismatch("page \(page) of the list is page \(page - 1) again", response, of: next)
      }
      lastBody = response.body
      lastElements = envelope.data.elements
      guard let url = try nextURL(after: next, of: call, paging, page: page, response) else {
        if let total, list.count < total {
          throw mismatch(
            "the list has \(list.count) of \(total) items, and does not say where the others are", response, of: next)
        }
        if list.elements.isEmpty, let first = list.unread.first {
          throw mismatch(first.fault.message, response, of: next)
        }
        return list
      }
      guard visited.insert(url).inserted else {
        throw mismatch("the page after page \(page) of the list was already read", response, of: next)
      }
      next.url = url
    }
    throw NStackError(
      .tooLarge, delivery: .definite, request: call.label,
      message: "the list has more than \(configuration.limits.pages) pages, the limit `pages`")
  }

  private func nextURL(
    after page: PreparedCall, of list: PreparedCall, _ paging: PagingShape, page number: Int,
    _ response: TransportResponse
  ) throws(NStackError) -> String? {
    if let current = paging.currentPage, current != number {
      throw mismatch("page \(number) of the list was requested, but page \(current) came", response, of: page)
    }
    if let next = paging.next {
      guard let base = HTTPURL(page.url), let url = base.resolve(next),
        HTTPURL(url)?.origin == configuration.base.origin, url != page.url
      else {
        let shown = Excerpt.visible(String(next.prefix { $0 != "?" }))
        throw mismatch("the next page \(shown) is not on this server, or is this page again", response, of: page)
      }
      return Self.url(url, withQueryOf: list.url, page: nil)
    }
    if let last = paging.knownLastPage {
      return number < last ? Self.url(list.url, withQueryOf: list.url, page: number + 1) : nil
    }
    guard !paging.hasMore else {
      throw mismatch("the list has more pages, and the answer does not say where", response, of: page)
    }
    return nil
  }

  /// A URL with its parameters replaced by those of the same name in another URL. The URL that a server gives for the
  /// next page may have another guid or none, and then no proposal would look deletable.
  private static func url(_ url: String, withQueryOf original: String, page: Int?) -> String {
    func parameters(_ url: String) -> [Substring] {
      guard let separator = url.firstIndex(of: "?") else { return [] }
      return url[url.index(after: separator)...].split(separator: "&")
    }
    func name(_ parameter: Substring) -> String { FormEncoding.decode(String(parameter.prefix { $0 != "=" })) }
    let asked = parameters(original)
    let names = Set(asked.map(name))
    var query = asked + parameters(url).filter { !names.contains(name($0)) }
    if let page {
      query.removeAll { name($0) == "page" }
      query.append("page=\(page)")
    }
    return url.prefix { $0 != "?" } + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
