extension DecodingError {
  /// What has an unexpected shape, as part of a sentence: `the answer has an unexpected shape: data.id is not Int`.
  package func sentence(about whole: String) -> String {
    func path(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return path.isEmpty ? whole : String(path.drop { $0 == "." })
    }
    let what: String
    switch self {
    case .keyNotFound(let key, let context): what = ": \(path(context)) has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      what = ": \(path(context)) is not \(type)"
    case .dataCorrupted(let context): what = ": \(path(context)) cannot be read"
    @unknown default: what = ""
    }
    return "\(whole) has an unexpected shape\(what)"
  }
}
