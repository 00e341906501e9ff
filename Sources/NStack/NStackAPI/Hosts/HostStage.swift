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

  /// Creates a country from its code or its top-level domain, such as `gb` or `co.uk`, in any case.
  ///
  /// - Throws: `api.unknown-host` if no country has the code. The message names the nearest.
  public init(_ code: String) throws(NStackError) {
    let lower = code.lowercased()
    let code = Self.domains.first { $0.value == lower }?.key ?? lower
    guard Self.locales[code] != nil else {
      let isPlain = code.utf8.allSatisfy { $0 < 0x80 }
      let near =
        ["uk": "gb"][code] ?? (isPlain ? CloseName.nearest(to: code, among: Self.locales.keys.sorted(), most: 1) : nil)
      throw .unknownHost(
        "\"\(Excerpt.visible(code))\" is not the code of a country in ISO 3166-1"
          + (near.map { "; \($0) is near" } ?? ""))
    }
    self.code = code
  }

  /// The country's top-level domain: `co.uk` for Great Britain, `com` for the United States, and the code for others.
  public var topLevelDomain: String { Self.domains[code] ?? code }

  /// The locale of the language that most of the country's texts are in, such as `it-IT`. A country may have others.
  public var locale: String { Self.locales[code] ?? code }

  /// The code.
  public var description: String { code }

  private static let domains = ["gb": "co.uk", "us": "com"]

  /// Source: ISO 3166-1, as tzdata's `iso3166.tab` lists it, with the likely languages of the Unicode CLDR.
  private static let locales = Dictionary(
    """
    ca-AD ar-AE fa-AF en-AG en-AI sq-AL hy-AM pt-AO en-AQ es-AR sm-AS de-AT en-AU nl-AW sv-AX az-AZ bs-BA en-BB bn-BD
    nl-BE fr-BF bg-BG ar-BH rn-BI fr-BJ fr-BL en-BM ms-BN es-BO pap-BQ pt-BR en-BS dz-BT en-BV en-BW be-BY en-BZ en-CA
    ms-CC sw-CD fr-CF fr-CG de-CH fr-CI en-CK es-CL fr-CM zh-CN es-CO es-CR es-CU pt-CV pap-CW en-CX el-CY cs-CZ de-DE
    aa-DJ da-DK en-DM es-DO ar-DZ es-EC et-EE ar-EG ar-EH ti-ER es-ES am-ET fi-FI en-FJ en-FK en-FM fo-FO fr-FR fr-GA
    en-GB en-GD ka-GE fr-GF en-GG ak-GH en-GI kl-GL en-GM fr-GN fr-GP es-GQ el-GR en-GS es-GT en-GU pt-GW en-GY zh-HK
    en-HM es-HN hr-HR ht-HT hu-HU id-ID en-IE he-IL en-IM hi-IN en-IO ar-IQ fa-IR is-IS it-IT en-JE en-JM ar-JO ja-JP
    sw-KE ky-KG km-KH en-KI ar-KM en-KN ko-KP ko-KR ar-KW en-KY ru-KZ lo-LA ar-LB en-LC de-LI si-LK en-LR st-LS lt-LT
    fr-LU lv-LV ar-LY ar-MA fr-MC ro-MD sr-ME fr-MF mg-MG en-MH mk-MK bm-ML my-MM mn-MN zh-MO en-MP fr-MQ ar-MR en-MS
    mt-MT mfe-MU dv-MV en-MW es-MX ms-MY pt-MZ af-NA fr-NC ha-NE en-NF en-NG es-NI nl-NL nb-NO ne-NP en-NR en-NU en-NZ
    ar-OM es-PA es-PE fr-PF tpi-PG fil-PH ur-PK pl-PL fr-PM en-PN es-PR ar-PS pt-PT pau-PW gn-PY ar-QA fr-RE ro-RO sr-RS
    ru-RU rw-RW ar-SA en-SB fr-SC ar-SD sv-SE en-SG en-SH sl-SI nb-SJ sk-SK kri-SL it-SM fr-SN so-SO nl-SR ar-SS pt-ST
    es-SV en-SX ar-SY en-SZ en-TC fr-TD fr-TF fr-TG th-TH tg-TJ tkl-TK pt-TL tk-TM ar-TN to-TO tr-TR en-TT tvl-TV zh-TW
    sw-TZ uk-UA sw-UG en-UM en-US es-UY uz-UZ it-VA en-VC es-VE en-VG en-VI vi-VN bi-VU fr-WF sm-WS ar-YE fr-YT en-ZA
    bem-ZM sn-ZW
    """.split(whereSeparator: \.isWhitespace).map { ($0.suffix(2).lowercased(), String($0)) },
    uniquingKeysWith: { first, _ in first })
}
