import Basics
import HTTPTypes
import Hummingbird

extension LocalizationRoutes {
  /// The answer with a list, or with one page of it.
  func list(_ elements: [JSONValue], meta: [(String, JSONValue)] = [], _ request: Request) -> Response {
    // Within these limits no sum below can overflow, and no division can fail.
    guard let size = behavior.pageSize.map({ min(max($0, 1), 1_000_000) }) else {
      return .json(.object([("data", .array(elements))] + (meta.isEmpty ? [] : [("meta", .object(meta))])))
    }
    let page = Page(elements, size: size, request)
    var members: [(String, JSONValue)] = [("data", .array(page.elements))]
    var meta = meta
    var headers = HTTPFields()
    switch behavior.pagingForm {
    case .fractal:
      let pagination: [(String, JSONValue)] = [
        ("total", .integer(elements.count)), ("count", .integer(page.elements.count)), ("per_page", .integer(size)),
        ("current_page", .integer(page.number)), ("total_pages", .integer(page.last)),
        (
          "links",
          .object(
            (page.previousURL.map { [("previous", .string($0))] } ?? [])
              + (page.nextURL.map { [("next", .string($0))] } ?? []))
        ),
      ]
      meta.append(("pagination", .object(pagination)))
    case .laravel:
      members.append(("links", .object([("prev", .optional(page.previousURL)), ("next", .optional(page.nextURL))])))
      meta += [
        ("current_page", .integer(page.number)), ("last_page", .integer(page.last)), ("per_page", .integer(size)),
        ("total", .integer(elements.count)),
      ]
    case .topLevel:
      members += [
        ("current_page", .integer(page.number)), ("last_page", .integer(page.last)), ("per_page", .integer(size)),
        ("prev_page_url", .optional(page.previousURL)), ("next_page_url", .optional(page.nextURL)),
        ("total", .integer(elements.count)),
      ]
    case .links: members.append(("links", .object([("next", .optional(page.nextURL))])))
    case .linkHeader:
      if let url = page.nextURL { headers[.linkToPages] = "<\(url)>; rel=\"next\"" }
    case .total: meta.append(("total", .integer(elements.count)))
    }
    if !meta.isEmpty { members.append(("meta", .object(meta))) }
    var response = Response.json(.object(members))
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let linkToPages = HTTPField.Name("Link") ?? .te
}

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
    self.number = number
    self.last = last
    previousURL = number > 1 ? url(min(number - 1, last)) : nil
    nextURL = number < last ? url(number + 1) : nil
  }
}
