import Synchronization

/// The one world of a server, which requests change one after the other.
final class SharedWorld: Sendable {
  private let world: Mutex<DriveWorld>

  init(_ world: sending DriveWorld) {
    self.world = Mutex(world)
  }

  func with<Value: Sendable>(_ body: (inout DriveWorld) throws -> sending Value) rethrows -> sending Value {
    try world.withLock { try body(&$0) }
  }
}
