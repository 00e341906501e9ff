import Basics
package import NStackAPI

extension TextIdentity {
  /// The identity with its locale in the normalized spelling, as the key of look-ups: every spelling of a locale gives the
  /// same key.
  package var normalized: TextIdentity {
    TextIdentity(section: section, key: key, locale: LocaleName.normalized(locale))
  }
}
