import Basics
import Foundation

/// The stand-in's own routes, with which scripts change what it knows. Google has none of them.
extension DriveWorld {
  mutating func control(_ request: StandInRequest) -> StandInResponse {
    do { return .json(try controlled(request)) } catch { return StandInResponse(error) }
  }

  private mutating func controlled(_ request: StandInRequest) throws(DriveRefusal) -> JSONValue {
    let body = try request.object()
    func text(_ name: String) throws(DriveRefusal) -> String {
      guard let text = body[name]?.string else { throw .invalid(name, "The member \(name) is missing.") }
      return text
    }
    switch (request.method, request.parts.dropFirst().joined(separator: "/")) {
    case ("GET", "requests"):
      let entries = requests.entries.map { entry in
        JSONValue.members(["operation": entry.operation.rawValue, "status": entry.status])
      }
      return .members(["mostAtOnce": requests.mostAtOnce, "requests": entries])
    case ("DELETE", "requests"): requests.removeAll()
    case ("GET", "files"):
      let all = files.values.sorted { $0.id < $1.id }.map { file in
        JSONValue.members(["name": file.name, "mimeType": file.mimeType, "size": file.content?.count ?? 0])
      }
      return all.json
    case ("POST", "files"):
      let shared = try roles(body["sharedWith"]).map { Permission($0.key, $0.value) }
      let content = try content(of: body)
      let id = addFile(try text("name"), mimeType: try text("mimeType"), owner: body["owner"]?.string) { file in
        file.content = content
        file.parents = body["parents"]?.elements?.compactMap(\.string) ?? []
        file.permissions = shared
      }
      return .members(["id": id])
    case ("POST", "edit"):
      let content = try content(of: body)
      edit(try text("id"), by: body["email"]?.string) { $0.content = content }
    case ("POST", "drives"):
      return .members(["id": addSharedDrive(try text("name"), members: try roles(body["members"]))])
    case ("POST", "tokens"):
      let scopes = body["scopes"]?.elements?.compactMap(\.string) ?? []
      let client = body["clientID"]?.string ?? Self.sampleClient.id
      return .members(["accessToken": signIn(try text("email"), clientID: client, scopes: scopes)])
    case ("POST", "expire"): expireAccessTokens()
    case ("POST", "settings"): try change(body)
    case ("POST", "faults"): add(try StandInFault(json: body))
    case ("DELETE", "faults"): removeFaults()
    default: throw DriveRefusal(404, "notFound", "There is no route \(request.method) \(request.parts).")
    }
    return .object([])
  }

  private func content(of body: JSONValue) throws(DriveRefusal) -> [UInt8]? {
    guard let text = body["content"]?.string else { return nil }
    guard let data = Data(base64Encoded: text) else { throw .invalid("content") }
    return Array(data)
  }

  /// The roles by address in a list such as `[{"email":"ben@example.com","role":"writer"}]`.
  private func roles(_ list: JSONValue?) throws(DriveRefusal) -> [String: Role] {
    var roles: [String: Role] = [:]
    for entry in list?.elements ?? [] {
      guard let email = entry["email"]?.string, let role = entry["role"]?.string.flatMap(Role.init) else {
        throw .invalid("role")
      }
      roles[email] = role
    }
    return roles
  }

  private mutating func change(_ body: JSONValue) throws(DriveRefusal) {
    guard case .object(let members) = body else { return }
    let numbers: [String: WritableKeyPath<StandInSettings, Int>] = [
      "latency": \.latency, "clockSkew": \.clockSkew, "pageLimit": \.pageLimit, "exportLimit": \.exportLimit,
    ]
    for (name, value) in members {
      guard let path = numbers[name], let number = value.integer else { throw .invalid(name) }
      settings[keyPath: path] = number
    }
  }
}
