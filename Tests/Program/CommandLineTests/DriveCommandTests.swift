import DriveStandIn
import Foundation
import ProgramRuns
import Testing

@Suite("Sheets in Google Drive") struct DriveCommandTests {
  @Test(arguments: [false, true]) func `are exported to a folder, and read by address`(isGoogleSheet: Bool) async throws
  {
    try await withSandboxAndDrive { place, drive, folder in
      let export = try await place.run(
        "export drive:\(folder)/review.xlsx --locale da-DK" + (isGoogleSheet ? " --google-sheet" : ""))
      #expect(export.status == 0, "\(export.errorText)")
      let name = isGoogleSheet ? "review" : "review.xlsx"
      let sheet = try #require(drive.with { $0.files(named: name) }.first)
      #expect(export.text.contains("pushed \(name): drive:\(sheet.id)"))
      #expect(sheet.mimeType == (isGoogleSheet ? MIMEType.sheet : MIMEType.xlsx))
      drive.with { $0.edit(sheet.id, by: "ben@example.com") { $0.name = name } }
      let status = try await place.run("status")
      #expect(status.text.contains("1 sheet is out:\n  \(name) (da-DK): 0 days\n"))
      #expect(status.text.contains("drive:\(sheet.id)/\(name) was changed last by ben@example.com at 20"))
      drive.with { $0.edit(sheet.id, by: DriveWorld.person) { $0.isTrashed = true } }
      let binned = try await place.run("status")
      #expect(binned.status == 0 && binned.errorText.contains("(\(sheet.id)) is in the bin"))
      drive.with { $0.edit(sheet.id, by: DriveWorld.person) { $0.isTrashed = false } }
      let address = "https://docs.google.com/spreadsheets/d/\(sheet.id)/edit#gid=0"
      #expect(try await place.run(["check", address]).status == 0)
      let diff = try await place.run(["diff", address])
      #expect(diff.text == "46 rows: 46 nothing to do (46 unchanged)\nplan: 0 to propose, 0 to delete\n")
      #expect(diff.errorText == "fetched drive:\(sheet.id)/\(name)\n")
      // Nothing is left of what was fetched.
      #expect(try place.names().filter { $0.contains("drive-") } == [])
    }
  }

  @Test func `are replaced only when that is asked for, and after a copy that is not taken for a sheet`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      let target = "drive:\(folder)/review.xlsx"
      #expect(try await place.run("export \(target) --locale da-DK").status == 0)
      try await place.refuses("export \(target) --locale de-DE", "drive.exists", status: 1)
      let replaced = try await place.run("export \(target) --locale de-DE --overwrite --json", endsWith: 0)
      let copy = try #require(try replaced.json()["copy"]?["name"]?.string)
      #expect(copy.hasPrefix("review (before "))
      #expect(drive.with { $0.files(named: "review.xlsx").count } == 1)
      #expect(drive.with { $0.files.values.filter { $0.mimeType == MIMEType.xlsx }.count } == 2)
      let check = try await place.run("check drive:\(folder)/")
      #expect(check.text.contains("47 rows in 1 file"), "\(check.text)")
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
      let run = try await place.run("drive list --folder \(folder)")
      #expect(run.text.hasSuffix("a<U+202E>b⏎\n"))
      #expect(run.text.hasPrefix("MODIFIED          SIZE  OWNER             ID"))
      let json = try await place.run("drive list --json").json()
      #expect(json["files"]?.elements.count == 1)
      #expect(try await place.run("drive list --name nothing").text == "no spreadsheets\n")
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
      #expect(try await other.run("drive whoami --json").errorCode() == "drive.credentials")
    }
  }

  @Test func `are pulled only in place of a file whose edits they have`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      #expect(try await place.run("export drive:\(folder)/review.xlsx --locale da-DK").status == 0)
      let pull = "drive pull drive:\(folder)/review.xlsx"
      #expect(try await place.run(pull).status == 0)
      #expect(try await place.run("\(pull) --json").errorCode() == "drive.exists")
      #expect(try await place.run("\(pull) --overwrite").status == 0)
      try await RoundTripTests.export(place)
      #expect(try await place.run("convert returned.csv returned.xlsx").status == 0)
      let edited = try Folder.read(place.path("returned.xlsx"))
      #expect(try await place.run("\(pull) --overwrite -o returned.xlsx --json").errorCode() == "export.unsent-edits")
      #expect(try Folder.read(place.path("returned.xlsx")) == edited)
      #expect(try await place.run("\(pull) -o pulled.csv --json").errorCode() == "usage.file-name")
    }
  }

  @Test func `that are phrasebooks are counted, added at once and looked up, and several are pulled`() async throws {
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
      let first = try await place.run("memory add acme drive:\(ids[0])", endsWith: 0)
      #expect(first.errorText.contains("\ndrive:\(ids[0])/Saved translations: 2 entries added\n"), "\(first.errorText)")
      let list = try await place.run("drive list --folder \(folder) --memory acme --json", endsWith: 0).json()
      let counts = (list["files"]?.elements ?? []).map { [$0["id"], $0["importable"], $0["imported"]] }
      #expect(counts.count == 3 && counts.contains([.string(ids[0]), 0, 2]))
      try await place.refuses("drive list --memory acem", "memory.unknown")

      drive.with { world in
        world.settings.latency = 100
        world.requests.removeAll()
      }
      let all = try await place.run("memory add acme drive:\(folder)/ drive:\(ids[0]) --json", endsWith: 0)
      #expect(try all.json()["files"]?.elements.count { $0["added"] == 1 } == 2)
      #expect(drive.with { $0.requests.mostAtOnce } > 1)
      let again = try await place.run("memory add acme drive:\(folder)/", endsWith: 0)
      #expect(again.errorText.matches(of: /: 0 entries added, 2 known already\n/).count == 3)
      let status = try await place.run("memory status drive:\(ids[2])", endsWith: 0)
      #expect(status.text.hasPrefix("drive:\(ids[2])/Other: 2 entries\n"))
      let words = try await place.run("status --words --memory drive:\(folder)/ --json", endsWith: 0)
      #expect(try words.json()["words"]?["locales"]?[0]?["matched"] != nil)

      try await place.runAll("drive pull drive:\(folder)/ --output books")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: place.path("books")).sorted()
          == ["Other.xlsx", "Saved translations (\(ids[0])).xlsx", "Saved translations (\(ids[1])).xlsx"].sorted())
      try await place.refuses("drive pull drive:\(ids[0]) drive:\(ids[2]) -o one.xlsx", "usage.file-name")
      try await place.refuses("drive pull drive:\(ids[0]) drive:\(ids[2]) -o books", "drive.exists", status: 1)
      // Nothing is left of what was fetched.
      #expect(try place.names().filter { $0.hasPrefix("nstack-review-") } == [])
    }
  }

  @Test func `are tried step by step by the doctor, which tells what it saw`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      let run = try await place.run("drive doctor --folder \(folder)", endsWith: 0)
      #expect(run.text.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
      #expect(run.text.split(separator: "\n").count == 18)
      #expect(run.text.contains(/be refused a file that is not there +status 404, reason notFound/))
      // What the trial made is in the bin.
      let left = drive.with { world in world.files.values.count { $0.name.hasPrefix("nstack-review") && !$0.isTrashed }
      }
      #expect(left == 0)
      let missing = try await place.run("drive doctor --folder missing", endsWith: 1)
      #expect(missing.text.contains(/FAILED   upload an XLSX file +there is no folder "missing"/))
    }
  }

  @Test func `whose login is not there: signing out says so, and signing in needs a client id`() async throws {
    try await withSandboxAndDrive { place, _, _ in
      let out = try await place.run("drive logout", endsWith: 0)
      #expect(out.text == "there was no login\n")
      #expect(try await place.run("drive login --json").errorCode() == "drive.credentials")
    }
  }
}
