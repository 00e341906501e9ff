import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Takes requests apart, applies faults, and chooses the route.
struct StandInResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let shared: SharedState

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    let buffer = try await request.body.collect(upTo: 300 << 20)
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.rawName.lowercased()] = field.value }
    let taken = StandInRequest(
      method: request.method.rawValue, path: request.uri.path,
      query: StandInRequest.fields(request.uri.query ?? ""), headers: headers, body: Data(buffer.readableBytesView))
    let (latency, fault) = shared.state.withLock { state in
      state.requests.append("\(taken.method) \(taken.path)")
      return (state.latency, state.fault(taken.method, taken.path))
    }
    if latency > .zero { try await Task.sleep(for: latency) }
    return shared.state.withLock { state in
      switch fault {
      case .refuse(let status, let reason, let headers):
        var answer = StandInAnswer.error(status, reason, "refused on purpose: \(reason)")
        answer.headers.merge(headers) { $1 }
        return answer.response(now: state.now)
      case .lose: return StandInAnswer.broken
      case .loseAnswer:
        _ = state.answer(taken)
        return StandInAnswer.broken
      case .keep(let count):
        state.keep(count, of: taken)
        return StandInAnswer.broken
      case .forget: return state.forget(taken).response(now: state.now)
      case .endTokens: state.endTokens()
      case .endSessions: state.sessions = [:]
      case nil: break
      }
      return state.answer(taken).response(now: state.now)
    }
  }
}

extension StandInState {
  /// The answer of the route that a request names.
  mutating func answer(_ request: StandInRequest) -> StandInAnswer {
    switch (request.method, request.path) {
    case ("GET", "/o/oauth2/v2/auth"): return consentPage(request)
    case ("POST", "/stand-in/consent"): return consent(request)
    case ("POST", "/token"): return giveToken(request)
    case ("POST", "/revoke"): return revoke(request)
    default: break
    }
    guard let account = account(of: request) else {
      var answer = StandInAnswer.error(401, "authError", "Invalid Credentials")
      answer.headers["WWW-Authenticate"] = "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\""
      return answer
    }
    let steps = request.path.split(separator: "/").map(String.init)
    switch (request.method, steps.count) {
    case ("GET", 3) where request.path == "/drive/v3/about": return about(account, request)
    case ("GET", 3) where request.path == "/drive/v3/files": return list(account, request)
    case ("GET", 4) where request.path.hasPrefix("/drive/v3/files/"): return get(steps[3], account, request)
    case ("GET", 5) where steps[4] == "export": return export(steps[3], account, request)
    case ("POST", 5) where steps[4] == "copy": return copy(steps[3], account, request)
    case ("POST", 4) where request.path == "/upload/drive/v3/files": return begin(nil, account, request)
    case ("PATCH", 5) where request.path.hasPrefix("/upload/drive/v3/files/"): return begin(steps[4], account, request)
    case ("PUT", 3) where steps[0] == "stand-in" && steps[1] == "upload": return put(steps[2], request)
    case ("GET", 2) where request.path == "/spreadsheets/export":
      // The address of a large export leads to another one.
      let id = request.query["id"] ?? ""
      return StandInAnswer(status: 307, headers: ["Location": "/stand-in/large/\(id)"])
    case ("GET", 3) where steps[1] == "large":
      guard let file = file(steps[2], account, request, isSharedDriveKnown: true) else { return Self.missing(steps[2]) }
      return StandInAnswer(headers: ["Content-Type": StandInFile.xlsx], body: resave(file.content))
    default: return .error(404, "notFound", "Not Found")
    }
  }

  /// The account whose token a request has; nil if the token is not good.
  private func account(of request: StandInRequest) -> StandInToken? {
    guard let header = request.headers["authorization"], header.hasPrefix("Bearer "),
      let token = tokens[String(header.dropFirst(7))], token.end > now
    else { return nil }
    return token
  }

  static func missing(_ id: String) -> StandInAnswer { .error(404, "notFound", "File not found: \(id).") }
}
