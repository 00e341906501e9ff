import Basics
import HTTPTypes

extension Words {
  /// The words in the language in which a request is answered.
  @TaskLocal static var ofReader = Words.english

  /// The words in the language that a page asks for; in English for any other request.
  static func asked(by headers: HTTPFields) -> Words { headers[.acceptLanguage].flatMap { Words(in: $0) } ?? .english }
}

extension Reason {
  /// The sentence in the language of the page that asks.
  var forReader: String { Words.ofReader[self] }
}
