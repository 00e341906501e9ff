// Separate from the error, which is also part of generated code.
extension ICUSyntaxError {
  /// The fault and what to do.
  package var reason: Reason { Reason("check.icu.\(fault)", word) + Self.reason(ofQuoted: quoted) }

  /// What to do about an apostrophe that quotes a sign; nil if there is none.
  package static func reason(ofQuoted sign: String?) -> Reason { sign.map { Reason("check.icu.quoted", $0) } ?? .none }
}
