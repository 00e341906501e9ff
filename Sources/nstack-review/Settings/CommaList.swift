/// Lists on the command line and in settings files, written with commas.
enum CommaList {
  /// The values of several lists, without the spaces around them.
  static func values(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.compactMap { part in
      guard let first = part.firstIndex(where: { $0 != " " }), let last = part.lastIndex(where: { $0 != " " }) else {
        return nil
      }
      return String(part[first...last])
    }
  }
}
