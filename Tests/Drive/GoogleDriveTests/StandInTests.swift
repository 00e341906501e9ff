import DriveStandIn
import Foundation
import Testing

// What Google's own client sees is tried by Tests/acceptance/google_client.py.
@Suite("The stand-in for Google Drive") struct StandInTests {
  @Test func `rests on facts, each told once and counted in the article`() throws {
    func count(_ source: StandInFact.Source) -> Int { StandInFact.all.count { $0.source == source } }
    #expect(Set(StandInFact.all.map(\.sentence)).count == StandInFact.all.count)
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Drive/GoogleDrive/GoogleDrive.docc/SheetsInGoogleDrive.md")
    #expect(
      try String(contentsOf: article, encoding: .utf8).replacing("\n", with: " ").contains(
        "rests on \(StandInFact.all.count) facts. Of these, \(count(.discovery)) are from the discovery document, "
          + "\(count(.reference)) are from the reference, and \(count(.unconfirmed)) are unconfirmed."))
  }
}
