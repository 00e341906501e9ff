/// Lists on the command line and in settings files, written with commas.
enum CommaList {
  /// The values of several lists, without the spaces around them.
  static func values(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
  }
}
