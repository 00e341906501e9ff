import Basics
import Resources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NStackCall where Answer: Decodable {
  /// Creates a call whose answer is the member `data` of a JSON object, as NStack's are.
  ///
  /// An answer that says that the call failed is an error, whatever its status. So is one page of several: a part would count
  /// as the whole.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api,
    query: [(name: String, value: String)] = [], body: CallBody? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.init(method, path, of: service, query: query, body: body, headers: headers) { response in
      var paging = try JSONAnswer.read(SuccessShape.self, from: response.body).paging
      paging.add(headersOf: response)
      guard !paging.continues else {
        throw JSONAnswer.Mismatch(.sense("it is one page of several, and this call reads only one"))
      }
      return try JSONDecoder().decode(DataMember<Answer>.self, from: Data(response.body)).data
    }
  }
}

extension NStackCall where Answer == Void {
  /// Creates a call whose answer does not matter beyond its status.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api,
    query: [(name: String, value: String)] = [], body: CallBody? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.init(method, path, of: service, query: query, body: body, headers: headers) { _ in }
  }
}

extension NStackCall where Answer: JSONShape {
  /// Creates a call about localization whose whole answer has a shape.
  init(
    _ method: CallMethod, localize path: CallPath, query: [(name: String, value: String)] = [], body: CallBody? = nil
  ) {
    self.init(method, path.localized, query: query, body: body) { response in
      try JSONAnswer.read(Answer.self, from: response.body)
    }
  }
}

extension CallPath {
  /// The path of localization's calls.
  var localized: CallPath { CallPath(stringLiteral: "/api/v2/content/localize" + description) }
}

/// The envelope of an answer whose content is read elsewhere.
private struct DataMember<Content: Decodable>: Decodable {
  let data: Content
}

/// An object that does not say that the call failed.
private struct SuccessShape: JSONShape {
  let paging: PagingShape

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    let fields = try JSONObject(node)
    try FailureSign.refuse(node)
    paging = try PagingShape(of: try fields.optional("meta"), beside: node)
  }
}

extension DecodingError {
  /// What is wrong with the answer, with the path of the value.
  var sentence: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return path.isEmpty ? "the answer" : String(path.drop { $0 == "." })
    }
    return switch self {
    case .keyNotFound(let key, let context):
      "the answer has another shape: \(place(context)) has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "the answer has another shape: \(place(context)) is not \(type)"
    case .dataCorrupted(let context): "the answer has another shape: \(place(context)) cannot be read"
    @unknown default: "the answer has another shape"
    }
  }
}
