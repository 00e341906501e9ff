import Foundation
import NStackAPI
import NStackSandbox
import Testing

struct SandboxPlatformTests {
  /// A folder with the platforms `web` and `mobile`, which share a language and a text.
  private func twoPlatforms(secondID: Int = 2) throws -> SampleFolder {
    let folder = try SampleFolder()
    for name in try folder.names { try folder.remove(name) }
    for (slug, id) in [("web", 1), ("mobile", secondID)] {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(slug)", withIntermediateDirectories: true)
      try folder.write(
        #"{"data":[{"id":11,"name":"English","locale":"en","direction":"LRM","is_default":true}]}"#,
        to: slug + "/languages.json")
      try folder.write(#"{"data":{"s":{"k":"on \#(slug)","\#(slug)":"x"}}}"#, to: slug + "/resource-en.json")
      try folder.write(
        #"{"data":[{"id":\#(id),"section":"s","key":"k","locale":"en","value":"for \#(slug)","can_delete":true}]}"#,
        to: slug + "/proposals.json")
    }
    return folder
  }

  @Test func `Each platform has its own texts and proposals`() async throws {
    let folder = try twoPlatforms()
    try await withSandbox(Scenario { $0.data = folder.path }) { sandbox async throws in
      #expect(sandbox.server.platform == "mobile")
      for (platform, id) in [("mobile", 301), ("web", 302)] {
        #expect(
          try await sandbox.send("GET", "/api/v2/content/localize/resources/platforms/" + platform).text.hasPrefix(
            "{\"data\":[{\"id\":\(id),"))
        #expect(
          try await sandbox.send("GET", "/api/v2/content/localize/resources/\(id)").text
            == #"{"data":{"s":{"k":"on \#(platform)","\#(platform)":"x"}}}"#)
        let listed = try await sandbox.send("GET", "/api/v2/content/localize/proposals?platform=" + platform)
        #expect(
          listed.text.contains("\"value\":\"for \(platform)\",\"can_delete\":false,\"platform\":\"\(platform)\"}"))
        #expect(listed.text.components(separatedBy: "\"id\"").count == 2)
      }
      // The key is one of the platform `web` alone.
      let form = "section=s&key=web&value=v&locale=en&guid=g&platform="
      #expect(try await sandbox.post(form + "mobile").status == 445)
      #expect(try await sandbox.post(form + "web").status == 201)
      #expect(try await sandbox.post(form + "tv").status == 445)
      // One guid has proposals for two platforms at the same time.
      let both = "section=s&key=k&value=v&locale=en&guid=g&platform="
      #expect(try await sandbox.post(both + "mobile").status == 201)
      #expect(try await sandbox.post(both + "web").status == 201)
      #expect(try await sandbox.post(both + "web").status == 412)
      #expect(
        try await sandbox.send("GET", "/api/v2/content/localize/proposals").text.components(separatedBy: "\"id\"").count
          == 6)
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `An accepted proposal changes the texts of its own platform`() async throws {
    let folder = try twoPlatforms()
    try await withSandbox(Scenario { $0.data = folder.path }) { sandbox async throws in
      #expect(try sandbox.server.acceptProposal(id: 1))
      let web = try await sandbox.send("GET", "/api/v2/content/localize/resources/302-newest")
      #expect(web.text.contains(#""k":"for web""#))
      let mobile = try await sandbox.send("GET", "/api/v2/content/localize/resources/301-newest")
      #expect(mobile.text.contains(#""k":"on mobile""#))
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `Two platforms whose proposals share an id are refused`() async throws {
    let folder = try twoPlatforms(secondID: 1)
    let error = await #expect(throws: SandboxError.self) { try await SandboxServer(Scenario { $0.data = folder.path }) }
    #expect(error?.code == .texts)
    #expect(error?.description == "\(folder.path)/web/proposals.json has a second proposal with the id 1")
  }

  @Test func `Texts of several platforms are known again at the next start`() async throws {
    let folder = try twoPlatforms()
    let scenario = Scenario { ($0.database, $0.data) = (folder.path + "/sandbox.sqlite", folder.path) }
    try await withSandbox(scenario) { _ async throws in }
    try await withSandbox(scenario) { sandbox async throws in #expect(sandbox.server.platform == "mobile") }
    try folder.write(#"{"data":{"s":{"k":"other"}}}"#, to: "web/resource-en.json")
    let error = await #expect(throws: SandboxError.self) { try await SandboxServer(scenario) }
    #expect(error?.code == .otherTexts)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "ios": "on mobile", "android": "on mobile", "windows": "on mobile", "web": "on web", "mobile": "on mobile",
  ]) func `An app that opens gets the texts of its platform`(system: String, text: String) async throws {
    let folder = try twoPlatforms()
    try await withSandbox(Scenario { $0.data = folder.path }) { sandbox async throws in
      let answer = try await sandbox.send(
        "POST", "/api/v2/open", body: "platform=\(system)&guid=g&version=1.0.0&last_updated=&dev=false")
      #expect(answer.status == 200)
      let start = try #require(answer.text.firstRange(of: "\"url\":\""))
      let url = String(answer.text[start.upperBound...].prefix { $0 != "\"" })
      #expect(try await sandbox.send("GET", url).text.contains("\"k\":\"\(text)\""))
    }
    withExtendedLifetime(folder) {}
  }
}
