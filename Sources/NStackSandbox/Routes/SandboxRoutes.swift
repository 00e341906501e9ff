import Basics
import HTTPTypes
import Hummingbird

/// The sandbox's own routes, which NStack does not have: the requests that it received, and what an editor does.
struct SandboxRoutes: Sendable {
  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let behavior: SandboxBehavior

  var routes: [SandboxRoute] {
    [
      SandboxRoute(.get, "sandbox/requests") { _, _ in .json(listed) },
      SandboxRoute(.delete, "sandbox/requests") { _, _ in
        requests.removeAll()
        return .json(.object([("message", .string("Requests forgotten"))]))
      },
      SandboxRoute(.post, "sandbox/proposals/:id/accept") { _, context in
        guard let id = context.parameters.get("id", as: Int.self), try database.acceptProposal(id: id) else {
          throw behavior.notFound
        }
        return .json(.object([("message", .string("Proposal accepted"))]))
      },
      SandboxRoute(.post, "sandbox/publish") { _, _ in
        try database.publish()
        return .json(.object([("message", .string("Texts published"))]))
      },
    ]
  }

  private var listed: JSONValue {
    .object([
      ("counts", .object(requests.counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
      (
        "requests",
        .array(
          requests.entries.map { entry in
            .object([
              ("method", .string(entry.method)), ("target", .string(entry.target)), ("form", .string(entry.form)),
              ("status", .integer(entry.status)),
            ])
          })
      ),
    ])
  }
}
