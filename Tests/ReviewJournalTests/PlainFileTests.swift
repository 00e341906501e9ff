import Foundation
import Testing

@testable import ReviewJournal

@Suite("Small files of the program's own")
struct PlainFileTests {
  private let fixture: SessionFixture

  init() throws {
    fixture = try SessionFixture()
  }

  @Test(
    "a secret is for the user alone, whoever could read what was there before", arguments: [nil, 0o644, 0o666, 0o400])
  func secret(before: Int?) throws {
    let path = fixture.path("folder/secret")
    if let before {
      try PlainFile.write("old", to: path)
      try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path)
    }
    try PlainFile.writeSecret("new", to: path)
    #expect(try PlainFile.text(at: path) == "new")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }
}
