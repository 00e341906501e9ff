#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's resolver of host names.
enum HostNames {
  /// The numeric addresses of a name, by the system's resolver, which may take seconds; empty if it has none.
  static func addresses(of name: String) -> [String] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let isNamed =
        getnameinfo(
          entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      if isNamed {
        addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      next = entry.ai_next
    }
    return addresses
  }
}
