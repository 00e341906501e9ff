import NStackAPI
import TextStore

/// A part of a screen that shows one text: a label, a button, a field.
@MainActor final class Part: TextComponent {
  private(set) var value: String?
  private(set) var isHighlighted = false
  var isShown = true

  init(_ key: TextKey, of session: TextSession) { value = session.show(key, in: self) }

  func textDidChange(_ text: TextIdentity, to value: String?) { self.value = value }

  func highlight(_ isOn: Bool) { isHighlighted = isOn }
}

/// A screen of an app. Its parts may live while it cannot be seen.
@MainActor final class Screen {
  let parts: [Part]
  private let session: TextSession

  init(_ session: TextSession, _ keys: [TextKey]) {
    self.session = session
    parts = keys.map { Part($0, of: session) }
  }

  func show(_ isShown: Bool) {
    for part in parts { part.isShown = isShown }
    session.components.refreshShown()
  }

  /// Three screens with twenty parts.
  static func all(_ session: TextSession) -> [Screen] {
    typealias Products = L10n.Products
    typealias Basket = L10n.Basket
    typealias Account = L10n.Account
    return [
      Screen(
        session,
        [
          Products.title, Products.sourdough, Products.ryeBread, Products.cinnamonRoll, Products.cardamomBun,
          Products.soldOut, Products.ingredients, Products.allergens,
        ]),
      Screen(
        session,
        [Basket.title, Basket.empty, Basket.total("12,50"), Basket.checkout("12,50"), Basket.remove, Basket.note]),
      Screen(
        session,
        [
          Account.signIn, Account.signOut, Account.phone, Account.newsletter, Account.deleteAccount,
          Account.deleteWarning,
        ]),
    ]
  }
}
