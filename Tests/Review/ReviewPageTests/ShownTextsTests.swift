import Basics
import Foundation
import ReviewReports
import Testing

/// How texts are shown. The page makes them visible in JavaScript, and `pages.py review` asks it the same cases.
struct ShownTextsTests {
  private struct Cases: Decodable {
    struct Difference: Decodable {
      let before: String
      let after: String
      let shown: String
    }

    struct Visible: Decodable {
      let text: String
      let shown: String
    }

    let differences: [Difference]
    let visible: [Visible]
  }

  private func cases() throws -> Cases {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fixtures/shown-texts.json")
    return try JSONDecoder().decode(Cases.self, from: Data(contentsOf: url))
  }

  @Test func `differences are marked word by word`() throws {
    for difference in try cases().differences {
      let shown = WordDiff(from: difference.before, to: difference.after).pieces.map { piece in
        switch piece.kind {
        case .same: piece.text
        case .removed: "[-\(piece.text)-]"
        case .added: "{+\(piece.text)+}"
        }
      }
      #expect(Array(shown.joined().utf8) == Array(difference.shown.utf8), "\(difference.shown)")
    }
  }

  @Test func `invisible characters are spelled out`() throws {
    for text in try cases().visible { #expect(Visible.text(text.text) == text.shown) }
  }
}
