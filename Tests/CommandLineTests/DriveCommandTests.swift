import DriveStandIn
import Foundation
import ProgramRuns
import Testing

@Suite("Sheets in Google Drive")
struct DriveCommandTests {
  private static let person = "anna@example.com"

  /// Runs a test with the sandbox and a stand-in for Google, where a person is signed in by an access token.
  private func withDrive(
    scopes: [String] = ["https://www.googleapis.com/auth/drive"],
    _ body: (_ place: Workplace, _ drive: StandInServer, _ folder: String) async throws -> Void
  ) async throws {
    let drive = try await StandInServer(.sample())
    let (token, folder) = drive.with { world in
      (
        world.signIn(Self.person, clientID: DriveWorld.sampleClient.id, scopes: scopes),
        world.addFile("Sheets", mimeType: MIMEType.folder, owner: Self.person)
      )
    }
    let result: Result<Void, any Error>
    do {
      try await withSandbox { place, _ in
        var place = place
        place.variables["NSTACK_GOOGLE_HOST"] = drive.baseURL
        place.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = token
        try await body(place, drive, folder)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await drive.stop()
    try result.get()
  }

  @Test("are exported to a folder, imported by address, and verified", arguments: [false, true])
  func round(isGoogleSheet: Bool) async throws {
    try await withDrive { place, drive, folder in
      let export = try await place.run(
        "export drive:\(folder)/review.xlsx --locale da-DK" + (isGoogleSheet ? " --google-sheet" : ""))
      #expect(export.status == 0, "\(export.errorText)")
      let name = isGoogleSheet ? "review" : "review.xlsx"
      let sheet = try #require(drive.with { $0.files(named: name) }.first)
      #expect(export.text.contains("pushed \(name): drive:\(sheet.id)"))
      #expect(sheet.mimeType == (isGoogleSheet ? MIMEType.sheet : MIMEType.xlsx))
      drive.with { $0.edit(sheet.id, by: "ben@example.com") { $0.name = name } }
      let status = try await place.run("status")
      #expect(status.text.contains("(drive:\(sheet.id)/\(name), 46 rows in da-DK)"))
      #expect(status.text.contains("drive:\(sheet.id)/\(name) was changed last by ben@example.com at 20"))
      drive.with { $0.edit(sheet.id, by: Self.person) { $0.isTrashed = true } }
      let binned = try await place.run("status")
      #expect(binned.status == 0 && binned.errorText.contains("(\(sheet.id)) is in the bin"))
      drive.with { $0.edit(sheet.id, by: Self.person) { $0.isTrashed = false } }
      let address = "https://docs.google.com/spreadsheets/d/\(sheet.id)/edit#gid=0"
      #expect(try await place.run(["check", address]).status == 0)
      let diff = try await place.run(["diff", address])
      #expect(diff.text == "46 rows: 46 unchanged\nplan: 0 to propose, 0 to delete\n")
      #expect(diff.errorText == "fetched drive:\(sheet.id)/\(name)\n")
      // A reviewer edits the sheet in the browser: here, in CSV and back.
      #expect(try await place.run("drive pull drive:\(sheet.id) -o pulled.xlsx").status == 0)
      #expect(try await place.run("convert pulled.xlsx pulled.csv --worksheet Review").status == 0)
      try place.edit("pulled.csv", as: "edited.csv") { csv in
        try csv.set("products/cardamomBun", "da-DK", "Proposal", to: "Kardemommeknude")
      }
      #expect(try await place.run("convert edited.csv edited.xlsx").status == 0)
      #expect(try await place.run("drive push edited.xlsx drive:\(sheet.id) --overwrite").status == 0)
      let early = try await place.run("export drive:\(folder)/review.xlsx --locale da-DK --overwrite --json")
      #expect(try early.errorCode() == "export.unsent-edits")
      let imported = try await place.run(["import", address, "--yes"])
      #expect(imported.status == 0, "\(imported.errorText)")
      #expect(imported.text.contains("propose applied products/cardamomBun [da-DK]"), "\(imported.text)")
      #expect(imported.text.contains("1 call: 1 applied") && imported.text.contains("verified"), "\(imported.text)")
      let again = try await place.run(["diff", address])
      #expect(again.text.hasSuffix("46 rows: 45 unchanged, 1 already-proposed\nplan: 0 to propose, 0 to delete\n"))
      #expect(try await place.run("status").text.contains("still out") == false)
      // Nothing is left of what was fetched.
      #expect(try place.names().filter { $0.contains("drive-") } == [])
    }
  }

  @Test("are replaced only when that is asked for, and after a copy that is not taken for a sheet")
  func overwrite() async throws {
    try await withDrive { place, drive, folder in
      let target = "drive:\(folder)/review.xlsx"
      #expect(try await place.run("export \(target) --locale da-DK").status == 0)
      let refused = try await place.run("export \(target) --locale de-DE --json")
      #expect(refused.status == 1)
      #expect(try refused.errorCode() == "drive.exists")
      let replaced = try await place.run("export \(target) --locale de-DE --overwrite --json")
      #expect(replaced.status == 0, "\(replaced.errorText)")
      let copy = try #require(try replaced.json()["copy"]?["name"]?.string)
      #expect(copy.hasPrefix("review (before "))
      #expect(drive.with { $0.files(named: "review.xlsx").count } == 1)
      #expect(drive.with { $0.files.values.filter { $0.mimeType == MIMEType.xlsx }.count } == 2)
      let check = try await place.run("check drive:\(folder)/")
      #expect(check.text.contains("47 rows in 1 file"), "\(check.text)")
    }
  }

  @Test("of which several are named are fetched at once, files beside them as they are")
  func several() async throws {
    try await withDrive { place, drive, folder in
      for locale in ["da-DK", "de-DE", "ja-JP"] {
        #expect(try await place.run("export drive:\(folder)/\(locale).xlsx --locale \(locale)").status == 0)
      }
      #expect(try await place.run("export local.csv --locale ar-SA").status == 0)
      drive.with { world in
        world.settings.latency = 100
        world.requests.removeAll()
      }
      let run = try await place.run("diff local.csv drive:\(folder)/")
      #expect(run.status == 0, "\(run.errorText)")
      #expect(run.text.hasSuffix("185 rows: 185 unchanged\nplan: 0 to propose, 0 to delete\n"))
      #expect(run.text.hasPrefix("local.csv: 46 rows"))
      #expect(drive.with { $0.requests.count(.media) } == 3)
      #expect(drive.with { $0.requests.mostAtOnce } > 1)
    }
  }

  @Test("are listed as a table and as JSON, with what a name hides made visible")
  func list() async throws {
    try await withDrive { place, drive, folder in
      drive.with { world in
        _ = world.addFile("a\u{202E}b\n", mimeType: MIMEType.sheet, owner: Self.person) { file in
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

  @Test("cannot be reached without credentials, and no token goes to another machine")
  func credentials() async throws {
    try await withDrive(scopes: []) { place, _, folder in
      let scope = try await place.run("drive list --json")
      #expect(scope.status == 4)
      #expect(try scope.errorCode() == "drive.scope")
      var other = place
      other.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = nil
      let none = try await other.run("check drive:\(folder)/ --json")
      #expect(none.status == 4)
      #expect(try none.errorCode() == "drive.signed-out")
      other = place
      other.variables["NSTACK_GOOGLE_HOST"] = "https://example.com"
      #expect(try await other.run("drive whoami --json").errorCode() == "drive.credentials")
    }
  }

  @Test("are pulled only in place of a file whose edits they have")
  func pull() async throws {
    try await withDrive { place, drive, folder in
      #expect(try await place.run("export drive:\(folder)/review.xlsx --locale da-DK").status == 0)
      let pull = "drive pull drive:\(folder)/review.xlsx"
      #expect(try await place.run(pull).status == 0)
      #expect(try await place.run("\(pull) --json").errorCode() == "drive.exists")
      #expect(try await place.run("\(pull) --overwrite").status == 0)
      try await RoundTripTests.export(place)
      #expect(try await place.run("convert returned.csv returned.xlsx").status == 0)
      let edited = try Folder.read(place.path("returned.xlsx"))
      #expect(
        try await place.run("\(pull) --overwrite -o returned.xlsx --json").errorCode() == "export.unsent-edits")
      #expect(try Folder.read(place.path("returned.xlsx")) == edited)
      #expect(try await place.run("\(pull) -o pulled.csv --json").errorCode() == "usage.file-name")
    }
  }

  @Test("are tried step by step by the doctor, which tells what it saw")
  func doctor() async throws {
    try await withDrive { place, drive, folder in
      let run = try await place.run("drive doctor --folder \(folder)")
      #expect(run.status == 0, "\(run.text)")
      #expect(run.text.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
      #expect(run.text.split(separator: "\n").count == 18)
      #expect(run.text.contains("be refused a file that is not there: status 404, reason notFound"))
      // What the trial made is in the bin.
      let left = drive.with { world in world.files.values.count { $0.name.hasPrefix("nstack-review") && !$0.isTrashed }
      }
      #expect(left == 0)
      let missing = try await place.run("drive doctor --folder missing")
      #expect(missing.status == 1)
      #expect(missing.text.contains("FAILED  upload an XLSX file: there is no folder \"missing\""))
    }
  }

  @Test("whose login is not there: signing out says so, and signing in needs a client id")
  func login() async throws {
    try await withDrive { place, _, _ in
      let out = try await place.run("drive logout")
      #expect(out.status == 0)
      #expect(out.text == "there was no login\n")
      #expect(try await place.run("drive login --json").errorCode() == "drive.credentials")
    }
  }
}
