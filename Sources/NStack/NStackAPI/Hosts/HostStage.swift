import Basics
import HTTPMessages

/// A stage of a service, from development to production.
public enum HostStage: Hashable, Sendable, CustomStringConvertible {
  /// The stage that everybody uses.
  case production
  /// The last test before production.
  case staging
  /// The developer's own machine, or a shared one.
  case dev
  /// A preview of one change, by its name, such as `checkout-42`.
  case preview(String)

  /// The stages without a preview's name, as in rows of a ``HostTable``.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case production, staging, dev, preview }

  /// Reads a stage, such as `staging` or `preview/checkout-42`.
  ///
  /// - Throws: `api.unknown-host` if there is no such stage, or if the name of a preview cannot be part of a host.
  public init(_ text: String) throws(NStackError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    switch (Kind(rawValue: String(parts.first ?? "")), parts.count) {
    case (.production, 1): self = .production
    case (.staging, 1): self = .staging
    case (.dev, 1): self = .dev
    case (.preview, 2):
      try Self.requireName(String(parts[1]))
      self = .preview(String(parts[1]))
    case (.preview, _):
      throw .unknownHost("the stage \"\(Excerpt.visible(text))\" has no name; write it as preview/NAME")
    default:
      let near = CloseName.nearest(to: String(parts.first ?? ""), among: Kind.allCases.map(\.rawValue))
      throw .unknownHost(
        "there is no stage \"\(Excerpt.visible(text))\""
          + (near.map { "; did you mean \($0 == Kind.preview.rawValue ? "preview/NAME" : $0)?" }
            ?? "; the stages are production, staging, dev and preview/NAME"))
    }
  }

  /// The stage without the name of a preview.
  package var kind: Kind {
    switch self {
    case .production: .production
    case .staging: .staging
    case .dev: .dev
    case .preview: .preview
    }
  }

  /// The stage in the form that can be read back.
  public var description: String { if case .preview(let name) = self { "preview/\(name)" } else { kind.rawValue } }

  /// Refuses the name of a preview that cannot be part of one label of a host, as it could lead to another host.
  static func requireName(_ name: String) throws(NStackError) {
    guard isName(name[...]) else {
      throw .unknownHost(
        "\"\(Excerpt.visible(name))\" cannot name a preview; use lower-case letters, digits and single hyphens between them"
      )
    }
  }

  /// Whether a text can name a preview. Two hyphens in a row would allow the prefix of an internationalized label, `xn--`.
  static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 63 && !name.contains("--")
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
      && !name.isEmpty && name.first != "-" && name.last != "-"
  }
}

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
        ["uk": "gb", "co.uk": "gb", "com": "us"][lower]
        ?? (lower.utf8.allSatisfy { $0 < 0x80 }
          ? CloseName.nearest(to: lower, among: Self.codes.sorted(), most: 1) : nil)
      throw .unknownHost(
        "\"\(Excerpt.visible(code))\" is not the code of a country in ISO 3166-1"
          + (near.map { "; \($0) is near" } ?? ""))
    }
    self.code = lower
  }

  /// The country's top-level domain: `co.uk` for Great Britain, `com` for the United States, and the code for others.
  package var topLevelDomain: String {
    switch code {
    case "gb": "co.uk"
    case "us": "com"
    default: code
    }
  }

  /// The code.
  public var description: String { code }

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
