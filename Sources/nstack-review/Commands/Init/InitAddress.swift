import ArgumentParser
import NStackAPI

/// What the answers of `init` mean for a connection.
enum InitAddress {
  /// The address that other commands will use once the project's file is there, and that is tried. What was answered is
  /// not tried with an address of the environment.
  static func of(_ answers: InitAnswers) throws -> ServerAddress {
    let user = try SettingsFile.ofUser()
    let settings = user?.settings(ofProfile: EnvironmentVariables.value("NSTACK_PROFILE") ?? user?.defaultProfile)
    var sources = ServerAddress.Sources(
      flags: answers.address, user: settings?.address ?? AddressSettings(), userHosts: user?.hosts)
    // What the file will hold must be usable without the variables of this shell.
    _ = try ServerAddress(sources)
    let environment: AddressSettings = answers.namesAddress ? AddressSettings() : .environment
    (sources.flags, sources.environment, sources.project) = (AddressSettings(), environment, answers.address)
    return try ServerAddress(sources)
  }

  /// The credentials to try: those that were typed, or those of the environment and the user's file; nil if there are none.
  static func credentials(_ answers: InitAnswers) throws -> (applicationID: Secret, restAPIKey: Secret)? {
    if let typed = answers.credentials { return (Secret(typed.applicationID), Secret(typed.restAPIKey)) }
    let layers = try SettingLayers(try PlaceOptions.parse([]))
    guard let id = layers.applicationID, let key = layers.restAPIKey else { return nil }
    return (Secret(id.text), Secret(key.text))
  }

  /// Tries a connection.
  static func trial(
    _ answers: InitAnswers, _ address: ServerAddress, _ credentials: (applicationID: Secret, restAPIKey: Secret),
    _ output: OutputOptions
  ) async throws -> ConnectionTrial {
    let configuration = try NStackConfiguration(
      baseURL: address.url, applicationID: credentials.applicationID, restAPIKey: credentials.restAPIKey,
      guid: EnvironmentVariables.value("NSTACK_GUID") ?? StoredGUID.value(ofProfile: "default"),
      platform: answers.platform)
    let transport = try Connection.transport(proxy: nil, caFile: nil)
    let client = NStackClient(
      configuration: configuration, transport: transport, logger: output.logger)
    do {
      let trial = try await ConnectionTrial.run(client)
      await transport.shutdown()
      return trial
    } catch {
      await transport.shutdown()
      throw error
    }
  }
}
