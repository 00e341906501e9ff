import Foundation
import HTTPCurl
import NStackAPI
import TextStore

/// Texts that change while a program runs: two labels show them, one person proposes a value and takes it back, and then
/// another person proposes one. After that, an edit mode on three screens, and the session of a released app.
///
/// Run it with the variables that `nstack-review sandbox` prints:
///
/// ```sh
/// nstack-review sandbox > sandbox.env &
/// . ./sandbox.env
/// LiveTexts
/// ```
@main enum LiveTexts {
  static func main() async {
    do {
      let transport = try CurlTransport()
      let result: Result<Void, any Error>
      do { result = .success(try await run(transport)) } catch { result = .failure(error) }
      await transport.shutdown()
      try result.get()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run(_ transport: CurlTransport) async throws {
    let client = NStackClient(configuration: try configuration(), transport: transport)
    let session = TextSession(client)
    try await session.refresh()
    guard let language = session.texts.bestFit(acceptLanguage: "da, en;q=0.8") else {
      throw Wrong("the application has no language")
    }
    print("language: \(language.name)")

    let title = TextIdentity(section: "basket", key: "title", locale: language.locale)
    let titleLabel = Label("title", showing: title, of: session)
    let noteLabel = Label(
      "note", showing: TextIdentity(section: "basket", key: "note", locale: language.locale), of: session)

    let proposal = try await session.propose("Indkøbskurv", for: title)
    try await session.deleteProposal(id: proposal.id)

    // Another person proposes; the program learns of it when it reads the server again.
    let other = NStackClient(configuration: try configuration(guid: "another-reviewer"), transport: transport)
    _ = try await other.propose("Kurven", for: title)
    try await session.refresh()

    guard titleLabel.history == ["Din kurv", "Indkøbskurv", "Din kurv", "Kurven"] else {
      throw Wrong("the title showed \(titleLabel.history)")
    }
    guard noteLabel.history == ["Besked til bageriet"] else { throw Wrong("the note showed \(noteLabel.history)") }
    print("the title changed three times while the program ran")

    try await edit(client, locale: language.locale)
    try await release(client, title: title)
  }

  /// The connection, from the environment.
  private static func configuration(guid: String? = nil) throws -> NStackConfiguration {
    try NStackConfiguration(
      baseURL: variable("NSTACK_BASE_URL"), applicationID: Secret(variable("NSTACK_APPLICATION_ID")),
      restAPIKey: Secret(variable("NSTACK_REST_API_KEY")), guid: guid ?? variable("NSTACK_GUID"))
  }

  static func variable(_ name: String) throws -> String {
    if let value = ProcessInfo.processInfo.environment[name] { return value }
    throw Wrong("the variable \(name) is not set")
  }
}

/// What went wrong, in a sentence.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
