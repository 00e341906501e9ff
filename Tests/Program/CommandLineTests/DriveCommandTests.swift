import ArgumentParser
import DriveStandIn
import Foundation
import GoogleDrive
import ProgramRuns
import Testing

@testable import nstack_review

@Suite("Sheets in Google Drive") struct DriveCommandTests {
  @Test func `are told where they are by a status, and leave nothing on this machine that was fetched`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export drive:\(folder)/review.xlsx --locale da-DK")
      let sheet = try #require(drive.with { $0.files(named: "review.xlsx") }.first)
      #expect(try await place.run("status").text.contains("1 sheet is out:\n  review.xlsx (da-DK): 0 days\n"))
      drive.with { $0.edit(sheet.id, by: DriveWorld.person) { $0.isTrashed = true } }
      #expect(try await place.done("status").errorText.contains("(\(sheet.id)) is in the bin"))
      drive.with { $0.edit(sheet.id, by: DriveWorld.person) { $0.isTrashed = false } }
      let diff = try await place.run(["diff", "https://docs.google.com/spreadsheets/d/\(sheet.id)/edit#gid=0"])
      #expect(diff.text == "46 rows: 46 nothing to do (46 unchanged)\nplan: 0 to propose, 0 to delete\n")
      #expect(diff.errorText == "fetched drive:\(sheet.id)/review.xlsx\n")
      #expect(try place.names().filter { $0.contains("drive-") } == [])
    }
  }

  @Test func `are replaced only when that is asked for, and after a copy that is not taken for a sheet`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      let target = "drive:\(folder)/review.xlsx"
      try await place.runAll("export \(target) --locale da-DK")
      try await place.refuses("export \(target) --locale de-DE", "drive.exists", status: 1)
      let replaced = try await place.done("export \(target) --locale de-DE --overwrite --json")
      #expect(try #require(try replaced.json()["copy"]["name"].string).hasPrefix("review (before "))
      #expect(drive.with { $0.files(named: "review.xlsx").count } == 1)
      #expect(drive.with { $0.files.values.filter { $0.mimeType == MIMEType.xlsx }.count } == 2)
      #expect(try await place.run("check drive:\(folder)/").text.contains("47 rows in 1 file"))
    }
  }

  @Test func `are listed as a table and as JSON, with what a name hides made visible`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      drive.with { world in
        _ = world.addFile("a\u{202E}b\n", mimeType: MIMEType.sheet, owner: DriveWorld.person) { file in
          file.parents = [folder]
          file.content = []
        }
      }
      let run = try await place.run("drive list drive:\(folder)/")
      #expect(run.text.hasSuffix("a<U+202E>b⏎\n"))
      #expect(run.text.hasPrefix("MODIFIED          SIZE  OWNER             ID"))
      #expect(try await place.run("drive list --json").json()["files"].elements.count == 1)
      for named in ["nothing", "drive:\(folder)/nothing"] {
        #expect(try await place.run("drive list \(named)").text == "no spreadsheets\n")
      }
      #expect(try await place.run("drive list drive:\(folder)/a --json").json()["files"].elements.count == 1)
      drive.with { world in
        let id = world.addFile("Shared", mimeType: MIMEType.sheet, owner: "ben@example.com") {
          $0.permissions = [Permission(DriveWorld.person, .reader)]
        }
        for target in [id, "missing"] {
          _ = world.addFile("To \(target)", mimeType: MIMEType.shortcut, owner: DriveWorld.person) {
            ($0.parents, $0.target) = ([folder], target)
          }
        }
      }
      #expect(try await place.done("drive list drive:\(folder)/ --json").json()["files"].elements.count == 2)
      let home = place.path("config")
      try place.write("drive-owner: me\n", to: "config/nstack-review/config.yaml")
      let listings: [([String: String], Int, source: String?)] = [
        (["XDG_CONFIG_HOME": home], 1, "\(home)/nstack-review/config.yaml: line 1"),
        (["XDG_CONFIG_HOME": home, "NSTACK_DRIVE_OWNER": "anyone"], 2, nil),
        (["NSTACK_DRIVE_OWNER": "me"], 1, "NSTACK_DRIVE_OWNER"),
      ]
      for (variables, count, source) in listings {
        let listed = try await place.with(variables).done("drive list drive:\(folder)/ --json")
        #expect(try listed.json()["files"].elements.count == count, "\(variables)")
        let note = source.map { "only spreadsheets that you own: drive-owner is me, from \($0)\n" }
        #expect(listed.errorText.contains(note ?? "only spreadsheets") == (note != nil), "\(listed.errorText)")
      }
      try await place.with(["NSTACK_DRIVE_OWNER": "others"]).refuses("drive list", "config.value")
    }
  }

  @Test func `cannot be reached without credentials, and no token goes to another machine`() async throws {
    try await withSandboxAndDrive(scopes: []) { place, _, folder in
      try await place.refuses("drive list", "drive.scope", status: 4)
      var other = place
      other.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = nil
      try await other.refuses("check drive:\(folder)/", "drive.signed-out", status: 4)
      other = place
      other.variables["NSTACK_GOOGLE_HOST"] = "https://example.com"
      try await other.refuses("drive list", "drive.credentials")
    }
  }

  @Test func `are fetched as they are, and only in place of a file whose edits they have`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export drive:\(folder)/review.xlsx --locale da-DK")
      let sheet = try #require(drive.with { $0.files(named: "review.xlsx") }.first)
      let fetch = "convert drive:\(folder)/review.xlsx"
      for _ in 0..<2 {
        let run = try await place.done("\(fetch) review.xlsx --json")
        #expect(try run.json()["files"][0] == "review.xlsx")
        #expect(try Folder.read(place.path("review.xlsx")) == sheet.content)
      }
      try await RoundTripTests.export(place)
      try await place.runAll("convert returned.csv returned.xlsx")
      let edited = try Folder.read(place.path("returned.xlsx"))
      try await place.refuses("\(fetch) returned.xlsx", "export.unsent-edits")
      #expect(try Folder.read(place.path("returned.xlsx")) == edited)
      #expect(try await place.run("\(fetch) - --format csv --worksheet Review").text.contains("Section,"))
    }
  }

  @Test func `that are phrasebooks are looked up, and one of several is fetched at a time`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      var ids: [String] = []
      for name in ["Saved translations", "Saved translations", "Other"] {
        try place.write("English,Danish,Word \(ids.count),Ord \(ids.count)\nEnglish,Danish,OK,Fint\n", to: "book.csv")
        try await place.runAll("convert book.csv book.xlsx")
        let content = try Folder.read(place.path("book.xlsx"))
        ids.append(
          drive.with { world in
            world.addFile(name, mimeType: MIMEType.sheet, owner: DriveWorld.person) {
              ($0.parents, $0.content) = ([folder], content)
            }
          })
      }
      try await place.runAll("memory add acme drive:\(ids[0])")
      try await place.refuses("drive list --memory imports", "memory.name")
      for (memory, importable) in [("acme", 0), ("new", 2)] {
        let listed = try await place.done("drive list --memory \(memory) --json").json()["files"].elements
        let book = listed.first { $0["id"] == .string(ids[0]) }
        #expect(book?["importable"] == .number(Double(importable)), "\(memory)")
      }
      let status = try await place.done("status --memory drive:\(ids[2])")
      #expect(status.text.contains("\ndrive:\(ids[2])/Other: 2 entries\n"))
      let words = try await place.done("status --show words --memory drive:\(folder)/ --json")
      #expect(try words.json()["words"]["locales"][0]["matched"] != .missing)

      try await place.refuses("convert drive:\(folder)/ books.xlsx", "usage.arguments")
      // Nothing is left of what was fetched.
      #expect(try place.names().filter { $0.hasPrefix("nstack-review-") } == [])
    }
  }

  @Test func `are tried step by step by the doctor, which tells what it saw`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      let run = try await place.done("drive doctor drive:\(folder)/")
      #expect(run.text.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
      #expect(run.text.split(separator: "\n").count == 18)
      #expect(run.text.contains(/ask for a file that does not exist +status 404, reason notFound/))
      // What the trial made is in the bin.
      let left = drive.with { world in world.files.values.count { $0.name.hasPrefix("nstack-review") && !$0.isTrashed }
      }
      #expect(left == 0)
      let missing = try await place.run("drive doctor drive:missing/", endsWith: 1)
      #expect(missing.text.contains(/FAILED   upload an XLSX file +there is no folder "missing"/))
    }
  }

  @Test func `whose login is not there: signing out says so, and signing in needs a client id`() async throws {
    try await withSandboxAndDrive { place, _, _ in
      #expect(try await place.done("drive logout").text == "there was no login\n")
      try await place.refuses("drive login", "drive.credentials")
    }
  }

  @Test(
    "whose login only reads has one right, to read",
    arguments: ["": "drive.file", "--read-all": "drive.readonly", "--all": "drive"]) func scope(
      flags: String, right: String
    ) throws
  {
    let command = try DriveLoginCommand.parse(flags.split(separator: " ").map(String.init))
    #expect(command.scope.rawValue == "https://www.googleapis.com/auth/\(right)")
  }
}
