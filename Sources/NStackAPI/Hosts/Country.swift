import Basics
import HTTPMessages

/// A country, by its code of two letters in ISO 3166-1.
public struct Country: Hashable, Sendable, CustomStringConvertible {
  /// The code in lower case, such as `gb`.
  public let code: String

  /// Creates a country from its code, in any case.
  ///
  /// - Throws: `api.unknown-host` if no country has the code. The message names the nearest.
  public init(_ code: String) throws(NStackError) {
    let lower = code.lowercased()
    guard Self.codes.contains(lower) else {
      let near =
        Self(topLevelDomain: code)?.code
        ?? (lower.utf8.allSatisfy { $0 < 0x80 }
          ? CloseName.nearest(to: lower, among: Self.codes.sorted(), most: 1) : nil)
      throw .unknownHost(
        "\"\(Excerpt.visible(code))\" is not the code of a country in ISO 3166-1"
          + (near.map { "; \($0) is near" } ?? ""))
    }
    self.code = lower
  }

  /// Creates a country from its top-level domain, as `de`, `co.uk` or `com`; nil if that is not one country's.
  ///
  /// `uk` is Great Britain, and `com` is the United States. Any other domain is read as a country's code.
  public init?(topLevelDomain: String) {
    let labels = topLevelDomain.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count == 1 || (labels.count == 2 && Self.secondLevels.contains(labels[0]))
    else {
      return nil
    }
    let code =
      switch (last, labels.count) {
      case ("uk", _): "gb"
      case ("com", 1): "us"
      default: String(last)
      }
    guard Self.codes.contains(code) else { return nil }
    self.code = code
  }

  /// The top-level domain under which the country's hosts are: `co.uk` for Great Britain, `com` for the United States, and the
  /// code for others.
  public var topLevelDomain: String {
    switch code {
    case "gb": "co.uk"
    case "us": "com"
    default: code
    }
  }

  /// The code.
  public var description: String { code }

  /// What stands before a country's domain in the names of companies and institutions.
  private static let secondLevels: Set<Substring> = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "ne", "net", "or", "org",
  ]

  /// Source: ISO 3166-1, as tzdata's `iso3166.tab` lists it.
  private static let codes = Set(
    """
    ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by
    bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk
    fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir
    is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk
    ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm
    pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf
    tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
