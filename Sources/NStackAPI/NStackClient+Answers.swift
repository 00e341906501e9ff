extension NStackClient {
  /// All elements of a list, page after page where the server ever pages it.
  func list<Element: JSONShape>(_ call: NStackCall) async throws(NStackError) -> [Element] {
    var elements: [Element] = []
    var call = call
    for page in 1...configuration.limits.pages {
      let response = try await send(call)
      let envelope = try read(Envelope<[Element]>.self, from: response, of: call)
      elements += envelope.data
      guard let paging = envelope.meta?.paging, let next = try nextCall(call, paging, page: page, response) else {
        return elements
      }
      call = next
    }
    throw NStackError(
      .tooLarge, delivery: .definite, request: call.label,
      message: "the list has more than \(configuration.limits.pages) pages, the limit `pages`")
  }

  /// The call for the page after one; nil where there is none.
  private func nextCall(
    _ call: NStackCall, _ paging: PagingShape, page: Int, _ response: HTTPResponse
  ) throws(NStackError) -> NStackCall? {
    var next = call
    if let url = paging.next {
      guard HTTPURL(url)?.origin == configuration.base.origin, url != call.url else {
        throw mismatch("the next page \(Excerpt.visible(url)) is not on this server or is this one", response, of: call)
      }
      next.url = url
      return next
    }
    guard let number = paging.nextPage else { return nil }
    guard number == page + 1 else {
      throw mismatch("page \(page) of the list was asked for, page \(number - 1) came", response, of: call)
    }
    var base = call.url[...]
    if let last = base.range(ofLastParameter: "page") { base = base[..<last] }
    next.url = base + (base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "page=\(number)"
    return next
  }

  /// Reads an answer.
  func read<Shape: JSONShape>(
    _ shape: Shape.Type, from response: HTTPResponse, of call: NStackCall
  ) throws(NStackError) -> Shape {
    try read(shape, from: response.body, response, of: call)
  }

  /// Reads a part of an answer.
  func read<Shape: JSONShape>(
    _ shape: Shape.Type, from bytes: [UInt8], _ response: HTTPResponse, of call: NStackCall
  ) throws(NStackError) -> Shape {
    do throws(JSONAnswer.Mismatch) {
      return try JSONAnswer.read(shape, from: bytes)
    } catch {
      throw mismatch(error.message, response, of: call)
    }
  }

  /// An answer that is not what NStack answers. A write that gets one may or may not have been carried out.
  func mismatch(_ message: String, _ response: HTTPResponse, of call: NStackCall) -> NStackError {
    let begins = response.body.isEmpty ? "(empty)" : Excerpt.visible(response.body)
    return NStackError(
      .badBody, delivery: call.isRead ? .definite : .inDoubt, request: call.label, status: response.status,
      message: WebPage.sentence(for: response) ?? "\(message); it begins: \(begins)")
  }
}

extension Substring {
  /// The range of the last query parameter with its mark, where it has a name.
  fileprivate func range(ofLastParameter name: String) -> String.Index? {
    guard let mark = lastIndex(where: { $0 == "?" || $0 == "&" }) else { return nil }
    return self[index(after: mark)...].hasPrefix(name + "=") ? mark : nil
  }
}
