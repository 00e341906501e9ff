#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The descriptors of standard input, output and error, which any code takes to be open.
enum StandardDescriptors {
  /// Opens those that whoever started the program had closed.
  ///
  /// Else a file opened later would take their number, and what is meant for standard output or error would be written
  /// into it. They are opened for reading, so that writing to them stays the error that it is on a closed one.
  static func openClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given; a root folder without devices still is a folder.
      if open("/dev/null", O_RDONLY) < 0 { _ = open("/", O_RDONLY) }
    }
  }
}
