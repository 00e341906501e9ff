#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program that the tests run: the one that was built with them, or the one that `NSTACK_REVIEW` names.
package enum ProgramUnderTest {
  /// The path of the program, links in it followed.
  package static let path: String = {
    let path = getenv("NSTACK_REVIEW").map { String(cString: $0) } ?? "\(productFolder)/nstack-review"
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }()

  /// Whether it was built to be fast.
  package static var isOptimised: Bool { !path.contains("/debug/") }

  package static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// The folder of what was built, which holds the tests too.
  private static var productFolder: String {
    var path = CommandLine.arguments[0]
    #if canImport(Darwin)
      if let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest/") }),
        let end = bundle.firstRange(of: ".xctest/")
      {
        path = String(bundle[..<end.lowerBound])
      }
    #endif
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
