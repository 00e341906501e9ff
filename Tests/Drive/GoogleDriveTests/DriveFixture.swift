import DriveStandIn
import HTTPCurl
import HTTPMessages
import Synchronization
import Testing

@testable import GoogleDrive

/// A stand-in for Google with the accounts, folders and keys that the tests use.
struct DriveFixture {
  static let robot = "robot@project.iam.gserviceaccount.com"
  static let person = "anna@example.com"
  static let colleague = "ben@example.com"
  static let stranger = "carla@elsewhere.example"

  /// The key of the service account, which takes a second to make.
  fileprivate static let key = Result { try StandInKey(email: robot, keyID: "key-1") }

  let standIn: StandInServer
  let transport: PatientTransport
  let hosts: GoogleHosts
  let clock: TestClock

  /// A file that Drive takes for a spreadsheet: it only has to begin like one.
  static func sheet(_ size: Int, _ seed: UInt8 = 1) -> [UInt8] {
    [0x50, 0x4B, 0x03, 0x04] + (4..<max(4, size)).map { UInt8(truncatingIfNeeded: $0 &* 31) &+ seed }
  }

  @TaskLocal fileprivate static var local: DriveFixture?

  /// The stand-in of the test that runs.
  static var current: DriveFixture {
    guard let local else { preconditionFailure("the suite lacks the trait .standIn") }
    return local
  }

  /// The calls of a client, whose waits take no time.
  var calls: GoogleCalls { GoogleCalls(hosts: hosts, transport: transport, clock: clock.retryClock) }

  /// The JSON of the service account's key.
  var keyFile: String { get throws { try Self.key.get().file(tokenURL: "https://oauth2.googleapis.com/token") } }

  /// A client of a person who signed in. Its uploads have small pieces.
  func client(_ email: String = person, scopes: [DriveScope] = [.all], transport: (any HTTPTransport)? = nil)
    -> DriveClient
  {
    let token = standIn.with { $0.signIn(email, clientID: DriveWorld.sampleClient.id, scopes: scopes.map(\.rawValue)) }
    var calls = calls
    if let transport { calls = GoogleCalls(hosts: hosts, transport: transport, clock: clock.retryClock) }
    return client(GivenToken(Secret(token)), calls)
  }

  /// A client of the service account. Its uploads have small pieces.
  func robot(scopes: [DriveScope] = [.all]) throws -> DriveClient {
    let key = try ServiceAccountKey(file: keyFile, hosts: hosts)
    return client(GoogleCredentials.serviceAccount(key).tokens(scopes: scopes, calls: calls), calls)
  }

  private func client(_ tokens: any TokenSource, _ calls: GoogleCalls) -> DriveClient {
    var client = DriveClient(tokens: tokens, calls: calls)
    client.uploadPiece = 256 << 10
    return client
  }

  /// Adds a Google Sheet of the person, or a file of another type.
  func addSheet(
    _ name: String, _ content: [UInt8] = sheet(100), type: String = MIMEType.sheet, folder: String? = nil,
    owner: String? = person, change: @Sendable (inout StandInFile) -> Void = { _ in }
  ) -> String {
    standIn.with { world in
      world.addFile(name, mimeType: type, owner: owner) { file in
        file.content = content
        if let folder { file.parents = [folder] }
        change(&file)
      }
    }
  }

  /// Adds a folder of the person, which is shared with others. The rights to own files cover it if the program made it.
  func addFolder(_ name: String = "Sheets", sharedWith writers: [String] = [], isOwn: Bool = false) -> String {
    standIn.with { world in
      world.addFile(name, mimeType: MIMEType.folder, owner: Self.person) { folder in
        folder.permissions = writers.map { Permission($0, .writer) }
        if isOwn { folder.clients = [DriveWorld.sampleClient.id] }
      }
    }
  }

  /// Adds a folder of a shared drive in which the accounts may write.
  func addSharedFolder(_ writers: [String]) -> String {
    standIn.with { world in
      let drive = world.addSharedDrive("Team", members: Dictionary(writers.map { ($0, .writer) }) { one, _ in one })
      return world.addFile("Shared", mimeType: MIMEType.folder, owner: nil) { $0.parents = [drive] }
    }
  }

  /// Lets requests go wrong.
  func fail(_ faults: StandInFault...) { fail(faults) }

  /// Lets requests go wrong.
  func fail(_ faults: [StandInFault]) { standIn.with { world in for fault in faults { world.add(fault) } } }

  /// What the requests so far asked for.
  var operations: [StandInOperation] { standIn.with { $0.requests.entries.map(\.operation) } }

  /// The number of requests so far that asked for something.
  func count(_ operation: StandInOperation) -> Int { standIn.with { $0.requests.count(operation) } }

  /// The requests that got no answer, and why: of use where more requests arrive than are expected.
  var failures: String { transport.failures.joined(separator: "\n") }

  /// The one file of a name; nil if there is none or more.
  func file(named name: String) -> StandInFile? {
    let files = standIn.with { $0.files(named: name) }
    return files.count == 1 ? files.first : nil
  }

  /// Whether a file has these bytes. An expectation about the bytes themselves would list each of them.
  func holds(_ id: String?, _ bytes: [UInt8]) -> Bool { standIn.with { $0.files[id ?? ""]?.content } == bytes }
}

/// Gives each test of a suite a stand-in of its own, and stops it afterwards.
struct StandInTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void)
    async throws
  {
    let standIn = try await StandInServer(.sample(key: DriveFixture.key.get()))
    let transport = try PatientTransport()
    let fixture = DriveFixture(
      standIn: standIn, transport: transport, hosts: try GoogleHosts(loopback: standIn.baseURL), clock: TestClock())
    let result = await Result { try await DriveFixture.$local.withValue(fixture, operation: body) }
    await transport.shutdown()
    await standIn.stop()
    try result.get()
  }
}

extension Trait where Self == StandInTrait { static var standIn: Self { Self() } }

/// Sends requests with more patience than a busy machine needs, so that no call is repeated for want of time. It notes what failed.
final class PatientTransport: HTTPTransport {
  private let inner: CurlTransport
  private let noted = Mutex<[String]>([])

  init() throws { inner = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600))) }

  /// The requests that got no answer, and why.
  var failures: [String] { noted.withLock { $0 } }

  func shutdown() async { await inner.shutdown() }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let request = Self.patient(request)
    do { return try await inner.send(request) } catch { throw note(error, request) }
  }

  func send(_ request: TransportRequest, passing take: @escaping @Sendable (_ piece: [UInt8]) -> Bool)
    async throws(TransportError) -> TransportResponse
  {
    let request = Self.patient(request)
    do { return try await inner.send(request, passing: take) } catch { throw note(error, request) }
  }

  private static func patient(_ request: TransportRequest) -> TransportRequest {
    var request = request
    request.timeout = .seconds(600)
    return request
  }

  private func note(_ error: TransportError, _ request: TransportRequest) -> TransportError {
    noted.withLock { $0.append("\(request.method) \(request.url): \(error)") }
    return error
  }
}

/// A clock whose waits take no time. It notes them.
final class TestClock: Sendable {
  private let state = Mutex((waits: [Duration](), passed: Duration.zero, ahead: 0.0))

  /// The waits in seconds.
  var waits: [Double] { state.withLock { $0.waits.map { $0 / .seconds(1) } } }

  func pass(_ time: Duration) { state.withLock { $0.passed += time } }

  /// Sets the calendar's time wrong by some seconds.
  func setWrong(by seconds: Double) { state.withLock { $0.ahead = seconds } }

  var retryClock: RetryClock {
    let system = RetryClock.system
    return RetryClock(
      now: { [self] in state.withLock { $0.passed } },
      calendarNow: { [self] in system.calendarNow() + state.withLock { $0.ahead } },
      sleep: { [self] time in
        state.withLock {
          $0.waits.append(time)
          $0.passed += time
        }
      }, random: { 0.5 })
  }
}

/// A target that keeps what came.
final class KeptBytes: FetchTarget {
  private let state = Mutex((bytes: [UInt8](), restarts: 0, pieces: 0))

  var restarts: Int { state.withLock { $0.restarts } }
  var pieces: Int { state.withLock { $0.pieces } }

  /// Whether exactly these bytes came.
  func holds(_ bytes: [UInt8]) -> Bool { state.withLock { $0.bytes } == bytes }

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

extension Result where Failure == any Error {
  /// What an operation came to.
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  /// The error; nil if there is none.
  var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// The error of Drive that a call throws; nil if it throws none.
func failure<Value>(_ body: () async throws -> Value) async -> DriveError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? DriveError }
}

/// The error of Drive that some code throws; nil if it throws none.
func thrown<Value>(_ body: () throws -> Value) -> DriveError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? DriveError }
}
