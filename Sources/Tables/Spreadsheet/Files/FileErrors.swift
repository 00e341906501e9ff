import Basics

extension SpreadsheetError {
  static func writing(_ number: Int32, to file: String) -> SpreadsheetError {
    let cause = String(cString: strerror(number))
    let folder = FilePlace.folder(of: file)
    var status = stat()
    let isLost = [ENOENT, ENOTDIR].contains(number)
    let (code, message, hint): (Code, String, String?) =
      switch number {
      case ENOSPC, EDQUOT: (.ioNoSpace, "there is no space left.", "Free some space, or write somewhere else.")
      case EPIPE: (.ioClosed, "the program that read the output has closed it.", nil)
      case _ where isLost && (stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR):
        (.ioWrite, "the folder \(folder) does not exist.", "Create it, or write into another folder.")
      default:
        (.ioWrite, "the output can't be written: \(cause).", "Check the rights to the folder, or write into another.")
      }
    return SpreadsheetError(code, message, hint: hint, place: Place(file: file), cause: cause)
  }
}

/// The function of the system, which a method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}

/// System calls that continue after interruptions and partial results.
enum CheckedCall {
  /// Reads exactly `count` bytes, and continues after interruptions and short reads. Returns the error number; zero if the file
  /// ends earlier. Nil if all was read.
  static func read(_ count: Int, of descriptor: Int32, at offset: Int, into start: UnsafeMutableRawPointer) -> Int32? {
    var done = 0
    while done < count {
      let got = pread(descriptor, start + done, count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return got < 0 ? errno : 0 }
      done += got
    }
    return nil
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, file: String) throws(SpreadsheetError) {
    guard var next = bytes.baseAddress else { return }
    var left = bytes.count
    while left > 0 {
      let written = systemWrite(descriptor, next, left)
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          // A pipe that was set to non-blocking: wait until it accepts bytes again.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&waiting, 1, -1)
          continue
        }
        throw .writing(errno, to: file)
      }
      // A device that accepts nothing and reports no error would keep this loop running forever.
      if written == 0 { throw .writing(ENOSPC, to: file) }
      next += written
      left -= written
    }
  }
}
