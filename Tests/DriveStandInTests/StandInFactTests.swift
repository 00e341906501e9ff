import DriveStandIn
import Foundation
import Testing

@Suite("The facts that the stand-in rests on")
struct StandInFactTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func count(_ source: StandInFact.Source) -> Int { StandInFact.all.count { $0.source == source } }

  @Test("are counted in the article as they are")
  func counts() throws {
    let article = try Self.text("Sources/GoogleDrive/GoogleDrive.docc/SheetsInGoogleDrive.md")
    #expect(
      article.contains(
        "rests on \(StandInFact.all.count) facts. Of these, \(Self.count(.discovery)) are from the discovery document, "
          + "\(Self.count(.reference)) are from the reference, and \(Self.count(.unconfirmed)) are unconfirmed."))
  }

  @Test("are told once each")
  func once() {
    #expect(Set(StandInFact.all.map(\.sentence)).count == StandInFact.all.count)
  }

  /// A file of the package, its lines joined.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).replacing("\n", with: " ")
  }
}
