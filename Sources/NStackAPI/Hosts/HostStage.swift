import Basics
import HTTPMessages

/// A stage of a service, from development to production.
public enum HostStage: Hashable, Sendable, CustomStringConvertible {
  /// What everybody uses.
  case production
  /// The last test before production.
  case staging
  /// The developer's own machine, or one for all developers.
  case dev
  /// One change that is tried on its own, by its name, such as `checkout-42`.
  case preview(String)

  /// The stages without the name of a preview, which a row of a ``HostTable`` is for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case production, staging, dev, preview
  }

  /// Reads a stage, as `staging` or `preview/checkout-42`.
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
  public var kind: Kind {
    switch self {
    case .production: .production
    case .staging: .staging
    case .dev: .dev
    case .preview: .preview
    }
  }

  /// The stage as it is read.
  public var description: String {
    if case .preview(let name) = self { "preview/\(name)" } else { kind.rawValue }
  }

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
