import Crypto
import Foundation

/// Everything that the stand-in knows: accounts, programs, files, shared drives, tokens and upload sessions.
package struct DriveWorld: Sendable {
  package var settings = StandInSettings()
  package internal(set) var accounts: [String: Account] = [:]
  package internal(set) var clients: [String: StandInClient] = [:]
  package internal(set) var files: [String: StandInFile] = [:]
  package internal(set) var drives: [String: SharedDrive] = [:]
  package var requests = RequestLog()
  /// The URL of the server, without a trailing slash.
  package internal(set) var baseURL = ""
  var faults = FaultPlan()
  var tokens = TokenStore()
  var sessions: [String: UploadSession] = [:]
  var pages: [String: ListPage] = [:]
  var generatedIDs: Set<String> = []
  var downloads: [String: DownloadOperation] = [:]
  /// What a Google Sheet's bytes become when they are exported.
  var resave: (@Sendable ([UInt8]) throws -> [UInt8])?
  private var number = 0
  private var lastTime = DriveTime(milliseconds: 0)

  package init() {}

  /// The next id or token; the same in every run.
  mutating func nextID(_ kind: String, length: Int = 33) -> String {
    number += 1
    let digest = SHA512.hash(data: Data("\(kind) \(number)".utf8))
    let text = Data(digest).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return String(("1" + text).prefix(length))
  }

  /// The server's time in seconds since 1970.
  var seconds: Int { Int(Date().timeIntervalSince1970) + settings.clockSkew }

  /// The server's time, later with every call.
  mutating func now() -> DriveTime {
    let time = DriveTime(milliseconds: Int(Date().timeIntervalSince1970 * 1000) + settings.clockSkew * 1000)
    lastTime = max(time, DriveTime(milliseconds: lastTime.milliseconds + 1))
    return lastTime
  }

  /// The id of the folder "My Drive" of an account.
  package static func root(of email: String) -> String {
    let digest = SHA256.hash(data: Data("root \(email)".utf8))
    return "0A" + Data(digest).base64EncodedString().filter { $0.isLetter || $0.isNumber }.prefix(17)
  }

  /// The id under which an account appears in permissions.
  static func permissionID(of email: String) -> String {
    String(SHA256.hash(data: Data(email.utf8)).prefix(8).reduce(UInt64(1)) { $0 << 7 ^ UInt64($1) })
  }
}
