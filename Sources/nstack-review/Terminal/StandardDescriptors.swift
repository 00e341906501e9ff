#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The descriptors of standard input, output and error, which all code expects to be open.
enum StandardDescriptors {
  /// Opens those that the parent process closed.
  ///
  /// Otherwise a file that is opened later would get their number, and output would be written into it. They are opened
  /// for reading, so that writing to them is still an error.
  static func openClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The system gives the lowest free number. The root folder exists even without devices.
      if open("/dev/null", O_RDONLY) < 0 { _ = open("/", O_RDONLY) }
    }
  }
}
