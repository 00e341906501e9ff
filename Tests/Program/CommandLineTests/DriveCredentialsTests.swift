import DriveStandIn
import Foundation
import ProgramRuns
import Testing

@Suite("Credentials for Google Drive") struct DriveCredentialsTests {
  private static let key =
    #"{"type":"service_account","client_email":"r@p.example","private_key":"-----BEGIN PRIVATE KEY-----\nMIIEvSECRET"}"#
  private let login = #"{"client_id":"c","refresh_token":"1//kept-refresh-token","scopes":[]}"#
  private let state = ".local/state/nstack-review"

  /// Writes a file that all users can read, whatever the mask of this process is.
  private func writeOpen(_ text: String, to name: String, _ place: Workplace) throws {
    try place.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path(name))
  }

  private static let encoded = Data(key.utf8).base64EncodedString()
  private static let contents: [(text: String, told: String, secret: String)] =
    [key, "\n  \(key)\n", "\u{FEFF}\(key)"].map {
      ($0, "VARIABLE: the key of the service account cannot be used", "SECRET")
    }
    + [1, 20].map {
      (String(repeating: encoded, count: $0), "the file that VARIABLE names", String(encoded.prefix(12)))
    }

  @Test(
    "in a variable are read where it holds them, and never printed, as a path neither",
    arguments: ["NSTACK_GOOGLE_CREDENTIALS", "GOOGLE_APPLICATION_CREDENTIALS"], contents) func inline(
      variable: String, content: (text: String, told: String, secret: String)
    ) async throws
  {
    try await withDrive { place, _ in
      var place = place
      place.variables[variable] = content.text
      for command in ["drive list --json", "drive doctor --json"] {
        let run = try await place.run(command)
        let said = run.text + run.errorText
        #expect(run.status != 0 && said.contains(content.told.replacing("VARIABLE", with: variable)), "\(command)")
        #expect(!said.contains(content.secret))
      }
    }
  }

  @Test func `in a settings file are refused without a word of them, and in a project's file at all`() async throws {
    try await withDrive { place, _ in
      let place = place.with(["XDG_CONFIG_HOME": place.path("config")])
      let file = "config/nstack-review/config.yaml"
      try place.write("google-credentials: '\(Self.key)'\n", to: file)
      let run = try await place.run("drive doctor --json", endsWith: 1)
      #expect(run.text.contains("config.yaml: line 1"))
      #expect(!run.text.contains("SECRET"))
      try place.write("google-credentials: key.json\n", to: file)
      try place.write(Self.key, to: "config/nstack-review/key.json")
      #expect(try await place.run("drive doctor --json").text.contains("the key of the service account cannot be used"))
      try place.write("google-credentials: key.json\n", to: ".nstack-review.yaml")
      #expect(try await place.run("status --json").errorCode() == "config.unknown-key")
    }
  }

  @Test func `that others can read are warned of, and the file of a client id is not`() async throws {
    try await withDrive { place, drive in
      try writeOpen(Self.key, to: "key.json", place)
      let key = try await place.with(["NSTACK_GOOGLE_CREDENTIALS": place.path("key.json")]).run("drive doctor")
      #expect(key.errorText.contains("warning: other users can read the key in NSTACK_GOOGLE_CREDENTIALS"))
      let sample = DriveWorld.sampleClient
      try writeOpen(
        #"{"installed":{"client_id":"\#(sample.id)","client_secret":"\#(sample.secret)"}}"#, to: "client.json", place)
      let login = try await place.with(["NSTACK_PATIENCE": "0.1"]).run("drive login client.json", endsWith: 4)
      #expect(login.errorText.contains("To sign in, open this address:\n  \(drive.baseURL)/"))
      #expect(login.errorText.hasSuffix("error: the sign-in was not finished within 100 ms. Try again.\n"))
      // Without a terminal no browser opens, and no file with the address is left.
      #expect(!FileManager.default.fileExists(atPath: place.path("\(state)/google-sign-in.html")))
    }
  }

  @Test func `that were kept and that others can read are refused, and ended all the same`() async throws {
    try await withDrive { place, drive in
      let file = "\(state)/google-login-loopback.json"
      try writeOpen(login, to: file, place)
      #expect(try await place.run("drive list --json").errorCode() == "config.open-to-others")
      #expect(try await place.done("drive logout").text == "signed out\n")
      #expect(drive.with { $0.requests.count(.revoke) } == 1)
      #expect(!FileManager.default.fileExists(atPath: place.path(file)))
    }
  }

  @Test func `that Google gave do not go to a server on this machine`() async throws {
    try await withDrive { place, drive in
      let file = "\(state)/google-login.json"
      try place.write(login, to: file)
      try await place.refuses("drive list", "drive.signed-out", status: 4)
      let logout = try await place.run("drive logout")
      #expect(logout.text == "there was no login\n")
      #expect(logout.errorText.hasPrefix("warning: NSTACK_GOOGLE_HOST is set"))
      #expect(drive.with { $0.requests.entries.count } == 0)
      #expect(try place.read(file) == login)
    }
  }

  @Test func `are told by both doctors: where they are, whose, and what they may do`() async throws {
    try await withDrive { place, drive in
      #expect(try await place.run("doctor").text.contains(/skipped  Google Drive +nobody is signed in/))
      var other = place
      other.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = drive.with {
        $0.signIn(
          DriveWorld.person, clientID: DriveWorld.sampleClient.id, scopes: ["https://www.googleapis.com/auth/drive"])
      }
      let run = try await other.run("drive doctor")
      #expect(run.text.contains(/credentials +an access token in GOOGLE_OAUTH_ACCESS_TOKEN\n/))
      #expect(run.text.contains("Anna Andersen <anna@example.com>, "))
      let kept = #"{"client_id":"c","refresh_token":"t","account":"anna@example.com","scopes":["\#(Self.readAll)"]}"#
      try place.write(kept, to: "\(state)/google-login-loopback.json")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: place.path("\(state)/google-login-loopback.json"))
      let told = "the kept login: anna@example.com, \(Self.readAll)"
      #expect(try await place.run("doctor").text.contains("\(told); `drive doctor` tries it\n"))
      #expect(drive.with { $0.requests.count(.token) } == 0)
      #expect(try await place.run("drive doctor").text.contains("\(told)\n"))
    }
  }

  private static let readAll = "https://www.googleapis.com/auth/drive.readonly"
}
