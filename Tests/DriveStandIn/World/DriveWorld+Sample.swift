/// A world to begin with.
extension DriveWorld {
  package static let sampleClient = StandInClient(
    id: "stand-in.apps.googleusercontent.com", secret: "not-a-secret", name: "nstack-review")

  /// Two people of one company, somebody from outside, a service account, and a program to sign in with.
  ///
  /// - Parameter key: The key of the service account; nil for none.
  package static func sample(key: StandInKey? = nil) -> DriveWorld {
    var world = DriveWorld()
    world.add(Account(email: "anna@example.com", name: "Anna Andersen"))
    world.add(Account(email: "ben@example.com", name: "Ben Bruun"))
    world.add(Account(email: "carla@elsewhere.example", name: "Carla Christensen"))
    if let key {
      world.add(Account(email: key.email, name: key.email, publicKey: key.publicKey, keyID: key.keyID))
    }
    world.add(sampleClient)
    return world
  }
}
