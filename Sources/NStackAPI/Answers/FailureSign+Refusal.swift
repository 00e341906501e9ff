import Basics
import Resources

extension FailureSign {
  /// Refuses an answer that says that the call failed.
  static func refuse(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    guard let name = find(in: node) else { return }
    throw JSONAnswer.Mismatch(.sense("\"\(name)\" says that the call failed"))
  }
}
