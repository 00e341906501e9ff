import CryptoExtras
import DriveStandIn
import Foundation
import HTTPMessages
import Synchronization

@testable import GoogleDrive

/// A stand-in with the accounts, folders and keys that the tests use.
struct DriveFixture {
  static let robot = "robot@project.iam.gserviceaccount.com"
  static let person = "reviewer@example.com"

  /// A key of a service account, which takes a second to make.
  static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

  let standIn: DriveStandIn
  let transport: AsyncHTTPClientTransport
  let hosts: GoogleHosts
  let clock: TestClock

  /// A file that Drive takes for a spreadsheet: it only has to begin like one.
  static func sheet(_ size: Int, _ seed: UInt8 = 1) -> [UInt8] {
    [0x50, 0x4B, 0x03, 0x04] + (4..<max(4, size)).map { UInt8(truncatingIfNeeded: $0 &* 31) &+ seed }
  }

  /// Calls `body` with a stand-in, and stops it.
  static func with(_ body: (DriveFixture) async throws -> Void) async throws {
    let standIn = try await DriveStandIn()
    let transport = try AsyncHTTPClientTransport()
    let fixture = DriveFixture(
      standIn: standIn, transport: transport, hosts: try GoogleHosts(loopback: standIn.url), clock: TestClock())
    standIn.with { $0.addServiceAccount(robot, publicKey: key?.publicKey.pemRepresentation ?? "") }
    let result: Result<Void, any Error>
    do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
    await transport.shutdown()
    await standIn.stop()
    try result.get()
  }

  /// The calls of a client, whose waits take no time.
  var calls: GoogleCalls { GoogleCalls(hosts: hosts, transport: transport, clock: clock.retryClock) }

  /// The JSON of the service account's key.
  var keyFile: String {
    let file: [String: String] = [
      "type": "service_account", "client_email": Self.robot, "private_key_id": "key-1",
      "private_key": Self.key?.pkcs8PEMRepresentation ?? "", "token_uri": "https://oauth2.googleapis.com/token",
    ]
    return String(decoding: (try? JSONEncoder().encode(file)) ?? Data(), as: UTF8.self)
  }

  /// A client of a person who signed in.
  func client(
    scopes: [DriveScope] = [.all], transport: (any HTTPTransport)? = nil
  ) -> DriveClient {
    let token = standIn.with { $0.giveToken(to: Self.person, scopes: scopes.map(\.rawValue)) }
    var calls = calls
    if let transport { calls = GoogleCalls(hosts: hosts, transport: transport, clock: clock.retryClock) }
    return DriveClient(tokens: GivenToken(Secret(token)), calls: calls)
  }

  /// A client of the service account.
  func robot(scopes: [DriveScope] = [.all]) throws -> DriveClient {
    let key = try ServiceAccountKey(file: keyFile, hosts: hosts)
    return DriveClient(tokens: GoogleCredentials.serviceAccount(key).tokens(scopes: scopes, calls: calls), calls: calls)
  }

  /// Adds a Google Sheet of the person.
  func addSheet(_ name: String, _ content: [UInt8] = sheet(100), folder: String? = nil) -> String {
    standIn.with {
      $0.add(
        StandInFile(name, type: StandInFile.sheet, folder: folder, owner: Self.person, content: Data(content)))
    }
  }

  /// Adds a folder of the person.
  func addFolder(_ name: String = "Sheets") -> String {
    standIn.with { $0.add(StandInFile(name, type: StandInFile.folderType, owner: Self.person)) }
  }

  /// Adds a folder of a shared drive in which the accounts may write.
  func addSharedFolder(_ writers: Set<String>) -> String {
    standIn.with {
      var folder = StandInFile("Shared", type: StandInFile.folderType)
      folder.sharedDrive = "drive1"
      folder.writers = writers
      return $0.add(folder)
    }
  }

  /// The paths of the requests so far, as `METHOD /path`.
  var requests: [String] { standIn.with { $0.requests } }
}

/// A clock whose waits take no time. It notes them.
final class TestClock: Sendable {
  private let state = Mutex((waits: [Duration](), passed: Duration.zero))

  /// The waits in seconds.
  var waits: [Double] { state.withLock { $0.waits.map { $0 / .seconds(1) } } }

  /// Lets time pass.
  func pass(_ time: Duration) {
    state.withLock { $0.passed += time }
  }

  var retryClock: RetryClock {
    let system = RetryClock.system
    return RetryClock(
      now: { [self] in state.withLock { $0.passed } }, calendarNow: system.calendarNow,
      sleep: { [self] time in
        state.withLock {
          $0.waits.append(time)
          $0.passed += time
        }
      },
      random: { 0.5 })
  }
}

/// A target that keeps what came.
final class KeptBytes: FetchTarget {
  private let state = Mutex((bytes: [UInt8](), restarts: 0, pieces: 0))

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var restarts: Int { state.withLock { $0.restarts } }
  var pieces: Int { state.withLock { $0.pieces } }

  func restart() {
    state.withLock {
      $0.bytes = []
      $0.restarts += 1
    }
  }

  func write(_ bytes: [UInt8]) {
    state.withLock {
      $0.bytes += bytes
      $0.pieces += 1
    }
  }
}

/// The error of Drive that a call throws; nil if it throws none.
func failure<Value>(_ body: () async throws -> Value) async -> DriveError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? DriveError
  }
}
