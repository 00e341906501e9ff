import Basics
import HTTPMessages
import Resources

/// The outcome of a deletion, as far as the answer states it in the API's own words.
enum DeletionAnswer: Equatable {
  case deleted
  case gone
  /// Another guid made the proposal. The text is what the server says.
  case notOwner(String)

  static func read(_ response: TransportResponse, id: Int) -> DeletionAnswer? {
    guard response.webPage == nil, let shape = try? JSONAnswer.read(Shape.self, from: response.body) else { return nil }
    guard (200...299).contains(response.status) else {
      guard let words = shape.words else { return nil }
      // 445 is a status of NStack's own. A 404 may come from any server that does not know the address.
      return response.status == 445 || isGone(words) ? .gone : nil
    }
    if let words = shape.words {
      let said = self.words(of: words)
      if said.contains("deleted"), Set(said).isDisjoint(with: negations), !shape.saysFailure { return .deleted }
      if words.lowercased().contains("invalid guid") { return .notOwner(Excerpt.visible(words)) }
      return isGone(words) ? .gone : nil
    }
    // According to the published description, the answer is the proposal itself.
    return shape.isProposal(withID: id) && !shape.saysFailure ? .deleted : nil
  }

  private static func isGone(_ words: String) -> Bool {
    let words = self.words(of: words)
    if words == ["not", "found"] { return true }
    guard words.contains("entity") || words.contains("proposal") else { return false }
    return words.suffix(2) == ["not", "found"] || words.contains("gone") || words.suffix(2) == ["already", "deleted"]
  }

  private static let negations = Set(
    """
    not, no, cannot, never, unable, failed, error, invalid, could, couldn, can, wasn, nothing
    """.commaSeparated)

  private static func words(of text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

  private struct Shape: JSONShape {
    let words: String?
    let saysFailure: Bool
    /// The number of the proposal in the answer, if it has one; nil if the answer is not a proposal.
    private let proposal: Int??

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      _ = try JSONObject(node)
      saysFailure = FailureSign.find(in: node) != nil
      var parts = [node]
      if let data = node.field("data") { parts.append(data) }
      if let error = node.field("error") { parts.append(error) }
      words = parts.lazy.compactMap { $0.field("message")?.string }.first
      proposal = parts.lazy.compactMap(Self.id).first
    }

    func isProposal(withID id: Int) -> Bool { proposal.map { $0 == nil || $0 == id } ?? false }

    private static func id(of node: JSONNode) -> Int?? {
      let names: [StaticString] = ["section", "key", "locale", "value"]
      guard names.allSatisfy({ node.field($0)?.string != nil }) else { return nil }
      return .some(node.field("id")?.looseInteger)
    }
  }
}
