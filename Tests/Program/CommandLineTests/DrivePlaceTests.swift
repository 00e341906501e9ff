import DriveStandIn
import Foundation
import ProgramRuns
import Testing

@Suite("Places in Google Drive") struct DrivePlaceTests {
  private let robot = "robot@project.iam.gserviceaccount.com"

  @Test func `with notes that no import kept are not replaced, and those it kept are in the next sheet`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export review.csv --locale da-DK")
      try place.edit("review.csv", as: "returned.csv") { try $0.set("default/ok", "da-DK", "Note", to: "Ask Anna") }
      try await place.runAll("convert returned.csv drive:\(folder)/review.xlsx")
      let export = "export drive:\(folder)/review.xlsx --locale da-DK --overwrite --json"
      #expect(try await place.run(export).errorCode() == "export.unsent-edits")
      #expect(drive.with { $0.requests.count(.copy) } == 0)
      try await place.runAll("import drive:\(folder)/review.xlsx --yes")
      for _ in 0..<2 { try await place.runAll(export) }
      try await place.runAll("convert drive:\(folder)/review.xlsx next.csv --worksheet Review")
      try place.edit("next.csv", as: "other.csv") { try $0.set("default/ok", "da-DK", "Note", to: "Ask Bo") }
      #expect(try place.read("next.csv").contains("Ask Anna"))
      // Another file changes the note. The sheet in Drive still has the old one, which is not lost.
      try await place.runAll("import other.csv --yes")
      try await place.runAll(export)
      let last = "convert drive:\(folder)/review.xlsx - --format csv --worksheet Review"
      #expect(try await place.run(last).text.contains("Ask Bo"))
    }
  }

  @Test func `get XLSX files by that ending, Google Sheets by none, and nothing by that of another table`() async throws
  {
    try await withSandboxAndDrive { place, drive, folder in
      for name in ["review.csv", "review.po", "review.xls"] {
        try await place.refuses("export drive:\(folder)/\(name) --locale da-DK", "usage.file-name")
        try await place.refuses("convert texts.csv drive:\(folder)/\(name)", "usage.file-name")
      }
      try await place.runAll("export drive:\(folder)/plain --locale da-DK")
      #expect(drive.with { $0.files(named: "plain").map(\.mimeType) } == [MIMEType.sheet])
      try place.write("{}", to: "fake.xlsx")
      try await place.refuses("convert fake.xlsx drive:\(folder)/", "file.unsupported-format", status: 1)
      try await place.refuses("convert texts.csv drive:\(folder)/ --format csv", "usage.arguments")
    }
  }

  @Test func `keep reviews as web pages, and a folder is read without its other pages`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export drive:\(folder)/review.html --locale da-DK")
      let page = try #require(drive.with { $0.files(named: "review.html") }.first)
      #expect(page.mimeType == "text/html")
      try await place.runAll("convert drive:\(folder)/review.html page.html", "convert page.html page.csv")
      #expect(try Folder.read(place.path("page.html")) == page.content)
      try place.edit("page.csv", as: "back.csv") { try $0.set("default/ok", "da-DK", "Proposal", to: "Fint") }
      try await place.runAll("convert back.csv drive:\(folder)/back.html", "convert page.html drive:\(folder)/")
      #expect(drive.with { $0.files(named: "page.html").map(\.content) } == [page.content])
      drive.with { world in
        _ = world.addFile("report.html", mimeType: "text/html", owner: DriveWorld.person) { file in
          (file.content, file.parents) = (Array("<html><body>1 sent</body></html>".utf8), [folder])
        }
      }
      let run = try await place.done("import drive:\(folder)/ --yes")
      #expect(run.text.contains("138 rows: 1 sent (1 proposed), 137 nothing to do (137 unchanged)"), "\(run.text)")
      #expect(run.errorText.contains("report.html, as the page is not a review"), "\(run.errorText)")
      try await place.refuses("export drive:\(folder)/back.html --locale da-DK", "drive.exists", status: 1)
      let replaced = try await place.done("export drive:\(folder)/back.html --locale da-DK --overwrite --json")
      #expect(try #require(try replaced.json()["copy"]["name"].string).hasSuffix(").html"))
      #expect(drive.with { $0.files(named: "back.html").map(\.mimeType) } == ["text/html"])
    }
  }

  @Test func `get other tables as XLSX, and a workbook as it is, in place of a sheet only if that is asked for`()
    async throws
  {
    try await withSandboxAndDrive { place, drive, folder in
      try place.write("a,b\n", to: "texts.csv")
      try await place.runAll("convert texts.csv drive:\(folder)/")
      #expect(drive.with { $0.files(named: "texts.xlsx").map(\.mimeType) } == [MIMEType.xlsx])
      try await place.runAll("convert texts.csv book.xlsx", "convert book.xlsx drive:\(folder)/")
      let book = try Folder.read(place.path("book.xlsx"))
      #expect(drive.with { $0.files(named: "book.xlsx").map(\.content) } == [book])
      try await place.refuses("convert texts.csv drive:\(folder)/book.xlsx", "drive.exists", status: 1)
      let replaced = try await place.done("convert texts.csv drive:\(folder)/book.xlsx --overwrite --json")
      #expect(try #require(try replaced.json()["copy"]["name"].string).hasPrefix("book (before "))
      try await place.refuses("convert texts.csv other.xlsx --overwrite", "usage.arguments")
    }
  }

  @Test func `are refused for files that are written or read on this machine, with what to do instead`() async throws {
    try await withSandboxAndDrive { place, _, folder in
      for arguments in [
        "import x.xlsx --to-fix drive:\(folder)/fix.xlsx", "diff x.xlsx --annotate drive:\(folder)/",
        "diff x.xlsx --report drive:\(folder)/r.html", "export x.xlsx --context drive:\(folder)/x.csv",
      ] {
        let run = try await place.run(arguments)
        #expect(run.status == 64, "\(arguments)")
        #expect(run.errorText.contains("on this machine"))
      }
    }
  }

  @Test func `of an earlier sheet are compared with`() async throws {
    try await withSandboxAndDrive { place, _, folder in
      try await place.runAll("export drive:\(folder)/sent.xlsx --locale da-DK")
      let run = try await place.done("export now.xlsx --locale da-DK --only changed --since drive:\(folder)/sent.xlsx")
      #expect(run.errorText.contains("wrote now.xlsx: 0 rows"))
    }
  }

  @Test func `of a service account keep what a person's sheet was on this machine`() async throws {
    let key = try StandInKey(email: robot, keyID: "key-1")
    try await withSandboxAndDrive(key: key) { place, drive, folder in
      var place = place
      try await place.runAll("export drive:\(folder)/review.xlsx --locale da-DK")
      let sheet = try #require(drive.with { $0.files(named: "review.xlsx") }.first)
      drive.with { world in
        world.edit(sheet.id, by: DriveWorld.person) { $0.permissions = [Permission(robot, .writer)] }
      }
      place.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = nil
      place.variables["NSTACK_GOOGLE_CREDENTIALS"] = key.file(tokenURL: "https://oauth2.googleapis.com/token")
      let run = try await place.done("export drive:\(sheet.id) --locale de-DE --overwrite --json")
      let path = try #require(try run.json()["keptCopy"].string)
      #expect(try Folder.read(path) == sheet.content)
      #expect(drive.with { $0.requests.count(.copy) } == 0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `leave no file on this machine when a signal ends the program`(number: Int32)
    async throws
  {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export drive:\(folder)/review.xlsx --locale da-DK")
      drive.with { $0.add(StandInFault(.media, .delay(5000))) }
      let run = try await ProgramThreads.run {
        try place.runNow(
          ["check", "drive:\(folder)/"],
          signal: ProgramRun.Signal(number) { _ in drive.with { $0.requests.count(.media) } > 0 })
      }
      #expect([.killed(number), .exited(128 + number)].contains(run.ending))
      #expect(try place.names().filter { $0.contains("drive-") } == [])
    }
  }

  @Test func `that cannot be asked make a status neither fail nor wait`() async throws {
    try await withSandboxAndDrive { place, drive, folder in
      try await place.runAll("export drive:\(folder)/review.xlsx --locale da-DK")
      await drive.stop()
      let run = try await place.done("status --json")
      #expect(run.errorText.contains("who changed the sheets in Drive is not known"))
      #expect(run.text.contains("\"sheetsInDrive\": null"))
    }
  }
}
