import Basics
import HTTPTypes
import Hummingbird

extension LocalizationRoutes {
  /// The answer with a list, or with one page of it.
  func list(_ elements: [JSONValue], meta: JSONValue? = nil, _ request: Request) -> Response {
    // These limits rule out overflows and division by zero below.
    guard let size = scenario.pageSize.map({ min(max($0, 1), 1_000_000) }) else {
      let json: JSONValue = ["data": elements]
      return .json(meta.map { json.with(["meta": $0]) } ?? json)
    }
    let page = Page(elements, size: size, request)
    var json: JSONValue = ["data": page.elements]
    var paging: JSONValue?
    var headers = HTTPFields()
    switch scenario.pageForm {
    case .fractal:
      let links = [("previous", page.previousURL), ("next", page.nextURL)].compactMap { name, url in
        url.map { (name, JSONValue.string($0)) }
      }
      let pagination: JSONValue = [
        "total": elements.count, "count": page.elements.count, "per_page": size, "current_page": page.number,
        "total_pages": page.last, "links": JSONValue.object(links),
      ]
      paging = ["pagination": pagination]
    case .laravel:
      json = json.with(["links": JSONValue.members(["prev": page.previousURL, "next": page.nextURL])])
      paging = ["current_page": page.number, "last_page": page.last, "per_page": size, "total": elements.count]
    case .topLevel:
      json = json.with([
        "current_page": page.number, "last_page": page.last, "per_page": size, "prev_page_url": page.previousURL,
        "next_page_url": page.nextURL, "total": elements.count,
      ])
    case .links: json = json.with(["links": JSONValue.members(["next": page.nextURL])])
    case .linkHeader: if let url = page.nextURL { headers[.linkToPages] = "<\(url)>; rel=\"next\"" }
    case .total: paging = ["total": elements.count]
    }
    let whole = paging.map { meta?.with($0) ?? $0 } ?? meta
    var response = Response.json(whole.map { json.with(["meta": $0]) } ?? json)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension HTTPField.Name { fileprivate static let linkToPages = HTTPField.Name("Link") ?? .te }

private struct Page {
  let elements: [JSONValue]
  let number: Int
  let last: Int
  let previousURL: String?
  let nextURL: String?

  init(_ all: [JSONValue], size: Int, _ request: Request) {
    let last = max(1, (all.count + size - 1) / size)
    // Like Laravel, treat anything that is not the number of a page as the first page.
    let asked = FormFields(queryOf: request).text("page").flatMap { Int($0) } ?? 1
    let number = (1...Int.max / size).contains(asked) ? asked : 1
    let rest = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("page=") }
    let base = "http://\(request.head.authority ?? "")\(request.uri.path)?"
    func url(_ page: Int) -> String { base + (rest + ["page=\(page)"]).joined(separator: "&") }
    elements = Array(all.dropFirst((number - 1) * size).prefix(size))
    (self.number, self.last) = (number, last)
    previousURL = number > 1 ? url(min(number - 1, last)) : nil
    nextURL = number < last ? url(number + 1) : nil
  }
}
