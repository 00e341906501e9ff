import DriveStandIn

/// Runs a test with a stand-in for Google, whose address the variables have.
func withDrive(key: StandInKey? = nil, _ body: (_ place: Workplace, _ drive: StandInServer) async throws -> Void)
  async throws
{
  let drive = try await StandInServer(.sample(key: key))
  try await closing({ await drive.stop() }) {
    try await body(Workplace(variables: ["NSTACK_GOOGLE_HOST": drive.baseURL]), drive)
  }
}

/// Runs a test with the sandbox and a stand-in for Google, in which Anna has a folder and is signed in.
func withSandboxAndDrive(
  scopes: [String] = ["https://www.googleapis.com/auth/drive"], key: StandInKey? = nil,
  _ body: (_ place: Workplace, _ drive: StandInServer, _ folder: String) async throws -> Void
) async throws {
  try await withDrive(key: key) { google, drive in
    let (token, folder) = drive.with { world in
      (
        world.signIn(DriveWorld.person, clientID: DriveWorld.sampleClient.id, scopes: scopes),
        world.addFile("Spring texts", mimeType: MIMEType.folder, owner: DriveWorld.person)
      )
    }
    try await withSandbox { place, _ in
      var place = place
      place.variables.merge(google.variables) { $1 }
      place.variables["GOOGLE_OAUTH_ACCESS_TOKEN"] = token
      try await body(place, drive, folder)
    }
  }
}

extension DriveWorld { static let person = "anna@example.com" }
