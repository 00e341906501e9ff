import ReviewJournal
import Spreadsheet
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's browser.
///
/// Other users of the machine can read the arguments of every program, so the address with its token goes into a file
/// that the user alone can read, and the browser opens the file.
struct Browser: Sendable {
  private let path: String
  private let title: String
  /// The files that are there.
  private static let all = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - folder: A folder that the user alone can read.
  ///   - name: What is opened, for the name of the file.
  ///   - title: What is opened, for people.
  init(folder: String, name: String = "open-review", title: String = "Open the review") {
    path = "\(folder)/\(name).html"
    self.title = title
  }

  /// Opens an address. A browser that cannot be opened is not an error, because the address is printed.
  func open(_ address: String) {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>\(title)</title>"
      + "<meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><a href=\"\(address)\">\(title)</a>\n"
    Self.all.withLock { _ = $0.insert(path) }
    guard (try? PlainFile.writeSecret(page, to: path)) != nil else { return }
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    Self.start(program, AbsolutePath.of(path))
  }

  /// Removes the file, whose address was used or serves no page any more.
  func forget() {
    PlainFile.remove(path)
    Self.all.withLock { _ = $0.remove(path) }
  }

  /// Removes all files, before the program ends.
  static func forgetAll() {
    for path in all.withLock({ $0 }) { PlainFile.remove(path) }
  }

  private static func start(_ program: String, _ argument: String) {
    // Its messages must not appear among those of the review.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, program, &actions, nil, arguments, environ) == 0 else { return }
    // The program that opens a browser may run as long as the browser does.
    _ = WorkerThread { [child] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
  }
}
