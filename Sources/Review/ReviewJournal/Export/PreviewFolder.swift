import Basics
import NStackAPI
import Resources
import Spreadsheet
import TextStore
import TranslationReview

struct PreviewFolder {
  /// The path; the folder need not exist.
  let path: String

  var list: String { "\(path)/\(ResourceFolder.list)" }

  func texts(inLocale locale: String) -> String { "\(path)/\(ResourceFolder.name(ofLocale: locale))" }

  /// Refuses to replace files that no preview wrote, before the first file is written.
  func refuseReplacingOthers(_ files: [String]) throws {
    // A sandbox keeps its proposals in this file of its folder; a preview would mix them with its own.
    let proposals = "\(path)/proposals.json"
    if PlainFile.exists(proposals) {
      throw ImportError(
        .notAPreview,
        "\(proposals) says that \(path) is a folder of texts for a sandbox, so no preview is written there.",
        hint: "Choose another folder.")
    }
    for file in files {
      guard let bytes = try PlainFile.bytes(at: file), !Self.isServed(bytes) else { continue }
      throw ImportError(
        .notAPreview, "\(file) exists and is not a file of a preview, so it is not replaced.",
        hint: "Choose another folder.")
    }
  }

  /// The files of an earlier preview that are for other locales, according to that preview's list.
  func others(than locales: [String]) throws -> [String] {
    guard let bytes = try PlainFile.bytes(at: list),
      let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return [] }
    let written = Set(locales.map(ExactText.init))
    return (json["data"]?.elements ?? []).compactMap { language in
      guard let locale = language["locale"]?.string, PathComponent(exactly: locale) != nil,
        !written.contains(ExactText(locale))
      else { return nil }
      let file = texts(inLocale: locale)
      return PlainFile.exists(file) ? file : nil
    }
  }

  /// Whether a file has the form of NStack's answers: an object with `data`.
  private static func isServed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONReader.SyntaxError) {
        var json = try JSONReader(buffer)
        guard try json.peek() == .object else { return false }
        var hasData = false
        try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
          hasData = hasData || name == "data"
          try json.skipValue()
        }
        return hasData
      } catch { return false }
    }
  }
}

/// The pending proposals that a preview chooses from: those of the server, and the changes of returned sheets as if
/// they were sent. Proposals for texts that no longer exist are left out, because NStack does not serve such texts.
struct PreviewedProposals {
  private let catalog: Catalog
  private var pending: [TextIdentity: [Proposal]]
  /// The number of the next change. NStack's own numbers are positive, so changes that were not sent get negative ones.
  private var number = -1

  init(of catalog: Catalog) {
    self.catalog = catalog
    pending = catalog.proposals
  }

  mutating func apply(_ plan: Changeset) {
    for change in plan.changes {
      let text = catalog.canonical(change.text)
      switch change.operation {
      case .propose(let value):
        // NStack keeps one proposal for each text and guid.
        pending[text]?.removeAll(where: \.canDelete)
        pending[text, default: []].append(Proposal(id: number, text: text, value: value, canDelete: true))
        number -= 1
      case .delete(let id, _): pending[text]?.removeAll { $0.id == id }
      }
    }
  }

  /// The proposals to show, by locale, each in the order of sections and keys.
  func values(_ choice: ProposalChoice) -> [String: [Proposal]] {
    var values: [String: [Proposal]] = [:]
    for (text, proposals) in pending {
      guard let shown = choice.shown(of: ProposalChoice.sorted(proposals)) else { continue }
      values[text.locale, default: []].append(Proposal(id: shown.id, text: text, value: shown.value, canDelete: false))
    }
    return values.mapValues { proposals in
      proposals.sorted { left, right in
        let sections = (ExactText(left.text.section), ExactText(right.text.section))
        return (sections.0, ExactText(left.text.key)) < (sections.1, ExactText(right.text.key))
      }
    }
  }
}
