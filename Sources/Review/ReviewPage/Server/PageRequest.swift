import Basics
import Hummingbird
import NIOCore
import NStackAPI

/// The fields of the query in an address.
struct PageQuery {
  private var fields: [String: String] = [:]

  /// Reads the query of a request. A field that is not UTF-8 is left out.
  init(of request: Request) {
    for (name, value) in PercentEncoding.fields((request.uri.query ?? "").utf8) {
      guard let name = String(validating: name, as: UTF8.self), let value = String(validating: value, as: UTF8.self)
      else { continue }
      fields[name] = value
    }
  }

  /// The text of a field; nil if it is missing or empty.
  subscript(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(ReviewPageError) -> Int {
    guard let text = self[name] else { return standard }
    guard let number = Digits.integer(text.utf8), range.contains(number) else {
      throw ReviewPageError(.request, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The text that a field names; nil if the field is missing.
  func text(_ name: String) throws(ReviewPageError) -> TextIdentity? {
    guard let value = self[name] else { return nil }
    return try TextIdentity(pageID: value)
  }
}

/// The body of a request: an object in JSON.
struct RequestBody {
  static let most = 256 << 10

  private let content: JSONValue
  private let names: [String]

  static var tooLarge: ReviewPageError {
    ReviewPageError(.body, "The body of this request has more than \(most) bytes, so the text is too long.")
  }

  static var malformed: ReviewPageError {
    ReviewPageError(.request, "This request does not have the expected form. Load the page again.")
  }

  /// Reads the body of a request.
  init(of request: Request) async throws {
    let bytes = Array(buffer: try await request.body.collect(upTo: Self.most))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.malformed }
    do throws(JSONReader.SyntaxError) { content = try JSONValue(parsing: text) } catch {
      guard error.isHalfSurrogatePair else { throw Self.malformed }
      throw ReviewPageError(
        .halfCharacter, "The text has half of a character, such as one half of an emoji. Delete it and type it again.")
    }
    guard case .object(let members) = content else { throw Self.malformed }
    names = members.map(\.0)
  }

  func string(_ name: String) throws(ReviewPageError) -> String {
    guard let text = content[name]?.string else { throw Self.malformed }
    return text
  }

  /// The value of a member that must be a number of at least 0.
  func count(_ name: String) throws(ReviewPageError) -> Int {
    guard let number = content[name]?.integer, number >= 0 else { throw Self.malformed }
    return number
  }

  /// Whether the body has a list of texts. Then some of them may be refused and others not.
  var isList: Bool { content["texts"] != nil }

  /// The texts that the body is about: one, or several of one locale.
  var texts: [TextIdentity] {
    get throws(ReviewPageError) {
      guard let listed = content["texts"]?.elements else { return [try TextIdentity(pageID: try string("text"))] }
      return try listed.map { name throws(ReviewPageError) in
        guard let name = name.string else { throw Self.malformed }
        return try TextIdentity(pageID: name)
      }
    }
  }

  /// The decisions that have no value besides their name.
  private static let plain: [String: Decision] = [
    "ok": .signOff, "accept": .accept, "withdraw": .withdraw(nil), "clear": .clear, "undo": .undo,
  ]

  /// The decision in the body, which must have exactly one member besides the texts.
  var decision: Decision {
    get throws(ReviewPageError) {
      let names = names.filter { $0 != "text" && $0 != "texts" }
      guard names.count == 1, let name = names.first else { throw Self.malformed }
      switch name {
      case "propose": return .propose(try string(name))
      case "note": return .note(try string(name))
      case "withdraw" where content[name]?.string != nil:
        guard let id = Digits.integer(try string(name).utf8) else { throw Self.malformed }
        return .withdraw(id)
      case "reject":
        guard let id = Digits.integer(try string(name).utf8) else { throw Self.malformed }
        return .reject(id)
      case "choose":
        guard let option = Digits.integer(try string(name).utf8) else { throw Self.malformed }
        return .choose(option)
      case "decide":
        guard let side = ["sheet": Decision.keepMine, "server": .keepServers][try string(name)] else {
          throw Self.malformed
        }
        return side
      default:
        guard content[name]?.isTrue == true, let decision = Self.plain[name] else { throw Self.malformed }
        return decision
      }
    }
  }
}
