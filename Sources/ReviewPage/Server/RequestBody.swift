import Basics
import Hummingbird
import NIOCore

/// The body of a request: an object in JSON.
struct RequestBody {
  /// The most bytes of a body.
  static let most = 256 << 10

  private let content: JSONValue
  private let names: [String]

  static var tooLarge: ReviewPageError {
    ReviewPageError(.body, "The body of this request has more than \(most) bytes, so the text is too long.")
  }

  private static var malformed: ReviewPageError {
    ReviewPageError(.request, "This request has another shape than the page's own. Load the page again.")
  }

  /// Reads the body of a request.
  ///
  /// - Throws: ``ReviewPageError``: `review.body`, `review.half-character`, `review.request`.
  init(of request: Request) async throws {
    let bytes = Array(buffer: try await request.body.collect(upTo: Self.most))
    guard let text = String(validating: bytes, as: UTF8.self), let content = try Self.value(text),
      case .object(let members) = content
    else { throw Self.malformed }
    self.content = content
    names = members.map(\.0)
  }

  /// The JSON of a body; nil if it is none.
  private static func value(_ text: String) throws(ReviewPageError) -> JSONValue? {
    do {
      return try JSONValue(parsing: text)
    } catch {
      guard error.isHalfSurrogatePair else { return nil }
      throw ReviewPageError(
        .halfCharacter,
        "The text has half of a character, as is left of an emoji that was cut in two. Delete it and type it again.")
    }
  }

  /// The text of a member.
  func string(_ name: String) throws(ReviewPageError) -> String {
    guard let text = content[name]?.string else { throw Self.malformed }
    return text
  }

  /// The number of a member, which is not negative.
  func count(_ name: String) throws(ReviewPageError) -> Int {
    guard let number = content[name]?.integer, number >= 0 else { throw Self.malformed }
    return number
  }

  private func isTrue(_ name: String) -> Bool {
    if case .boolean(true)? = content[name] { true } else { false }
  }

  /// The decision that the body asks for: exactly one member besides the text.
  var decision: Decision {
    get throws(ReviewPageError) {
      let names = names.filter { $0 != "text" }
      guard names.count == 1, let name = names.first else { throw Self.malformed }
      switch name {
      case "propose": return .propose(try string(name))
      case "withdraw":
        guard let id = Digits.integer(try string(name).utf8) else { throw Self.malformed }
        return .withdraw(id)
      case "clear" where isTrue(name): return .clear
      case "undo" where isTrue(name): return .undo
      case "decide":
        switch try string(name) {
        case "sheet": return .keepMine
        case "server": return .keepServers
        default: throw Self.malformed
        }
      default: throw Self.malformed
      }
    }
  }
}
