import Basics

/// Finds out whether memory is missing, for errors of other libraries that do not say so.
package enum Memory {
  /// Whether the system can provide a number of bytes now. The bytes are released again at once.
  package static func gives(_ count: Int) -> Bool {
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, count)
    return true
  }
}
