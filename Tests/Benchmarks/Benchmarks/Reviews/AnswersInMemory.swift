import Foundation
import MadeTexts
import NStackAPI

/// A server without a network: it answers the calls that read a catalog from bodies made beforehand.
///
/// So what is measured is the client, from the request to the decoded texts; a server on loopback would take the same
/// processors and be most of the time.
struct AnswersInMemory: HTTPTransport {
  static let baseURL = "https://nstack.example"

  private let index: [UInt8]
  private let resources: [[UInt8]]
  private let proposals: [UInt8]

  init(_ texts: MadeTexts) throws {
    resources = try MadeTexts.locales.indices.map { try texts.json(ofLocaleAt: $0) }
    index = Array(
      try JSONSerialization.data(withJSONObject: [
        "data": MadeTexts.locales.enumerated().map { place, locale -> [String: Any] in
          [
            "id": place + 1, "url": "\(Self.baseURL)/resource/\(place)", "last_updated_at": "2026-01-01T00:00:00Z",
            "should_update": true,
            "language": [
              "id": place + 1, "name": locale, "locale": locale, "direction": "LRM", "is_default": place == 0,
              "is_best_fit": place == 0,
            ],
          ]
        }
      ]))
    var listed: [[String: Any]] = []
    var number = 0
    texts.forEachText { section, key, locale, value in
      number += 1
      if number % 50 == 0 {
        listed.append([
          "id": number, "section": section, "key": key, "locale": locale, "value": value + "!",
          "can_delete": number % 100 == 0,
        ])
      }
    }
    proposals = Array(try JSONSerialization.data(withJSONObject: ["data": listed]))
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if request.url.contains("/resources/platforms/") { return TransportResponse(status: 200, body: index) }
    if request.url.contains("/proposals") { return TransportResponse(status: 200, body: proposals) }
    guard let place = request.url.split(separator: "/").last.flatMap({ Int($0) }), resources.indices.contains(place)
    else {
      throw TransportError(
        .configuration, delivery: .definite, request: request.url, message: "there is no such answer")
    }
    return TransportResponse(status: 200, body: resources[place])
  }
}
