import Basics
import Foundation
import Synchronization

/// A server on loopback that answers each connection from a script, byte by byte as it is told, and then closes it.
final class LoopbackServer: Sendable {
  /// One step of what a connection gets once its request is read.
  enum Step: Sendable {
    case send(String)
    case sendBytes([UInt8])
    case wait(milliseconds: UInt32)
    /// Breaks the connection with a reset instead of closing it.
    case reset
  }

  let port: Int
  private let listener: Int32
  private let readsRequests: Bool
  private let isStopped = Mutex(false)
  private let received = Mutex<[String]>([])

  /// Listens on a free port. A connection beyond the script gets its last entry again.
  ///
  /// - Parameter readsRequests: Whether a request is read before it is answered.
  init(_ script: [[Step]], readsRequests: Bool = true) throws {
    // The program under test may close a connection while this writes to it.
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard bound else { throw Failure(errno: errno) }
    self.listener = listener
    self.readsRequests = readsRequests
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in serve(script) }
  }

  struct Failure: Error { let errno: Int32 }

  /// The requests, head and body, as they came.
  var requests: [String] { received.withLock { $0 } }

  /// Closes the port, once. The thread that accepts closes the file: from then on its number may be somebody else's.
  func stop() {
    isStopped.withLock { isStopped in
      if !isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
      isStopped = true
    }
  }

  private func serve(_ script: [[Step]]) {
    var index = 0
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        close(listener)
        return
      }
      let steps = script[min(index, script.count - 1)]
      index += 1
      Thread.detachNewThread { [self] in answer(connection, steps) }
    }
  }

  private func answer(_ connection: Int32, _ steps: [Step]) {
    if readsRequests {
      let request = Self.readRequest(connection)
      received.withLock { $0.append(request) }
    }
    for step in steps {
      switch step {
      case .send(let text): Self.write(Array(text.utf8), connection)
      case .sendBytes(let bytes): Self.write(bytes, connection)
      case .wait(let milliseconds): usleep(milliseconds * 1000)
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
      }
    }
    close(connection)
  }

  private static func readRequest(_ connection: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk[..<count])
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      let head = text[..<end.lowerBound].lowercased()
      let declared = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
      let length = declared.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
      if text[end.upperBound...].utf8.count >= length { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8], _ connection: Int32) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return }
      offset += count
    }
  }
}
