import Basics
import Foundation

/// The stand-in's own routes, with which scripts change what it knows. Google has none of them.
enum StandInControl {
  private struct Refusal: Error {
    let message: String
  }

  static func answer(_ request: StandInRequest, _ world: inout DriveWorld) -> StandInResponse {
    do {
      return .json(try result(request, &world))
    } catch let refusal as Refusal {
      return .json(.object([("error", .string(refusal.message))]), status: 400)
    } catch let refusal as DriveRefusal {
      return StandInResponse(refusal)
    } catch {
      return .json(.object([("error", .string("\(error)"))]), status: 500)
    }
  }

  private static func result(_ request: StandInRequest, _ world: inout DriveWorld) throws -> JSONValue {
    let body = ["POST", "PUT"].contains(request.method) ? try request.object() : .object([])
    switch (request.method, request.parts.dropFirst().joined(separator: "/")) {
    case ("GET", "facts"): return .array(StandInFact.all.map(\.json))
    case ("GET", "requests"): return list(world.requests)
    case ("DELETE", "requests"): world.requests.removeAll()
    case ("GET", "files"): return .array(world.files.values.sorted { $0.id < $1.id }.map { json($0, world) })
    case ("POST", "files"): return try addFile(body, &world)
    case ("POST", "edit"): try edit(body, &world)
    case ("POST", "drives"): return try addDrive(body, &world)
    case ("POST", "tokens"): return try addToken(body, &world)
    case ("POST", "expire"): world.expireAccessTokens()
    case ("POST", "settings"): try change(&world.settings, body)
    case ("POST", "faults"): world.add(try StandInFault(json: body))
    case ("DELETE", "faults"): world.removeFaults()
    default: throw Refusal(message: "there is no route \(request.method) \(request.target)")
    }
    return .object([("done", .boolean(true))])
  }

  private static func text(_ name: String, _ body: JSONValue) throws -> String {
    guard let text = body[name]?.string else { throw Refusal(message: "the member \(name) is missing") }
    return text
  }

  private static func bytes(_ body: JSONValue) throws -> [UInt8]? {
    guard let text = body["content"]?.string else { return nil }
    guard let data = Data(base64Encoded: text) else { throw Refusal(message: "content is not base64") }
    return Array(data)
  }

  private static func addFile(_ body: JSONValue, _ world: inout DriveWorld) throws -> JSONValue {
    let content = try bytes(body)
    let shared = try (body["sharedWith"]?.elements ?? []).map { entry in
      let role = Role(rawValue: entry["role"]?.string ?? "reader") ?? .reader
      return Permission(try text("email", entry), role)
    }
    let id = world.addFile(
      try text("name", body), mimeType: try text("mimeType", body), owner: body["owner"]?.string
    ) { file in
      file.content = content
      file.parents = body["parents"]?.elements?.compactMap(\.string) ?? []
      file.permissions = shared
      file.clients = Set(body["clients"]?.elements?.compactMap(\.string) ?? [])
    }
    return .object([("id", .string(id))])
  }

  /// Somebody changes a file in Drive: its bytes, its name, its sharing or whether it is in the trash.
  private static func edit(_ body: JSONValue, _ world: inout DriveWorld) throws {
    let content = try bytes(body)
    let id = try text("id", body)
    let isThere = world.edit(id, by: body["email"]?.string) { file in
      if let content { file.content = content }
      if let name = body["name"]?.string { file.name = name }
      if case .boolean(let value)? = body["trashed"] { file.isTrashed = value }
    }
    if !isThere { throw Refusal(message: "there is no file \(id)") }
  }

  private static func addDrive(_ body: JSONValue, _ world: inout DriveWorld) throws -> JSONValue {
    var members: [String: Role] = [:]
    for entry in body["members"]?.elements ?? [] {
      members[try text("email", entry)] = Role(rawValue: entry["role"]?.string ?? "reader") ?? .reader
    }
    return .object([("id", .string(world.addSharedDrive(try text("name", body), members: members)))])
  }

  private static func addToken(_ body: JSONValue, _ world: inout DriveWorld) throws -> JSONValue {
    let scopes = body["scopes"]?.elements?.compactMap(\.string) ?? ["drive"]
    let client = body["clientID"]?.string ?? world.clients.keys.min() ?? ""
    return .object([
      ("accessToken", .string(world.signIn(try text("email", body), clientID: client, scopes: scopes)))
    ])
  }

  private static func change(_ settings: inout StandInSettings, _ body: JSONValue) throws {
    guard case .object(let members) = body else { return }
    let numbers: [String: WritableKeyPath<StandInSettings, Int>] = [
      "latency": \.latency, "clockSkew": \.clockSkew, "pageLimit": \.pageLimit, "exportLimit": \.exportLimit,
    ]
    for (name, value) in members {
      if let path = numbers[name], let number = value.integer {
        settings[keyPath: path] = number
      } else if name == "exportHost" {
        settings.exportHost = value.string
      } else {
        throw Refusal(message: "there is no setting \(name) with such a value")
      }
    }
  }

  private static func list(_ log: RequestLog) -> JSONValue {
    .object([
      ("mostAtOnce", .integer(log.mostAtOnce)),
      (
        "requests",
        .array(
          log.entries.map { entry in
            .object([
              ("method", .string(entry.method)), ("target", .string(entry.target)),
              ("operation", .optional(entry.operation?.rawValue)), ("status", .integer(entry.status)),
              ("received", .integer(entry.received)), ("range", .optional(entry.range)),
              ("hasToken", .boolean(entry.token != nil)),
            ])
          })
      ),
    ])
  }

  private static func json(_ file: StandInFile, _ world: DriveWorld) -> JSONValue {
    .object([
      ("id", .string(file.id)), ("name", .string(file.name)), ("mimeType", .string(file.mimeType)),
      ("parents", .array(file.parents.map { .string($0) })), ("owner", .optional(file.owner)),
      ("driveId", .optional(file.driveID)), ("version", .integer(file.version)),
      ("size", .integer(file.content?.count ?? 0)),
      ("trashed", .boolean(file.isTrashed)), ("modifiedTime", .string(file.modifiedTime.text)),
      ("permissions", .array(world.allPermissions(of: file).map(world.json))),
    ])
  }
}
