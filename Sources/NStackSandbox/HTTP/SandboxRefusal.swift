import HTTPTypes

/// A request that the sandbox refuses as NStack would.
struct SandboxRefusal: Error {
  let status: Int
  let message: String
  /// What is wrong with which field.
  let errors: [(field: String, message: String)]
  let headers: HTTPFields

  init(
    _ status: Int, _ message: String, errors: [(field: String, message: String)] = [], headers: HTTPFields = [:]
  ) {
    self.status = status
    self.message = message
    self.errors = errors
    self.headers = headers
  }
}
