import TranslationReview
import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

struct ProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "proposals", "List, add or delete proposals without a sheet.",
    examples: [
      "proposals list --mine --locale da-DK", "proposals add account newsletter da-DK 'Send mig nyheder'",
      "proposals delete --same-as-current --dry-run",
    ],
    subcommands: [ProposalsListCommand.self, AddCommand.self, ProposalsDeleteCommand.self])

  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "add", "Propose a value for one text.",
      discussion: """
        The value is checked as one in a sheet is: warnings are printed, and an error refuses it, with exit code 3.
        """,
      examples: [
        "proposals add account newsletter da-DK 'Send mig nyheder'",
        "proposals add start offer en-GB -- '-10% on rye bread'",
      ])

    @Argument(help: "The section.", completion: .sections) var section: String
    @Argument(help: "The key.") var key: String
    @Argument(help: "The locale.", completion: .locales) var locale: String
    @Argument(help: "The value to propose.") var value: String
    @Flag(help: "Send a value that a check refuses, except for what is never meant.")
    var force = false
    @OptionGroup(title: "Connection") var connection: ConnectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      guard !value.allSatisfy(\.isWhitespace) else {
        throw Failure.usage(
          .emptyValue, "an empty text cannot be proposed.",
          hint: "To withdraw a proposal, use `nstack-review proposals delete ID`.")
      }
      let checks = try ProposalChecks(SettingsFile.checkSettings(), overridesErrors: force)
      try await Connection.withProfile(connection, output) { profile in
        let text = TextIdentity(section: section, key: key, locale: locale)
        var profile = profile
        profile.allowsEmpty = true
        let catalog = try await profile.readCatalog(TerminalDialog(output))
        let verdict = checks.verdict(on: value, for: text, in: catalog)
        if let refusal = verdict.refusal {
          throw Failure.findings(
            "Checks refuse the value, and nothing was sent. \(refusal)",
            hint: force ? nil : "To send it all the same, add --force.")
        }
        output.warn(verdict.warnings)
        let proposal = try await propose(text, profile.client, catalog)
        let isPrinted = output.printSent(
          proposal.json.with(["warnings": verdict.warnings]),
          summary: "the text was proposed as proposal \(proposal.id)",
          lines: { ["proposal \(proposal.id): \(ProposalText.oneLine(proposal.value))"] })
        if !isPrinted { throw ExitStatus.partial.error }
      }
    }

    /// Proposes the value. If the server refuses it because it does not have the text, the error names the nearest one.
    private func propose(_ text: TextIdentity, _ client: NStackClient, _ catalog: Catalog) async throws -> Proposal {
      do throws(NStackError) {
        return try await client.propose(value, for: text)
      } catch {
        guard [.notFound, .rejected].contains(error.code), let fault = catalog.fault(of: text)
        else { throw error }
        throw Failure.usage(.unknownText, fault)
      }
    }
  }
}

enum ProposalText {
  static func line(_ proposal: Proposal) -> String {
    let name = "\(Visible.text(proposal.text.section))/\(Visible.text(proposal.text.key))"
    let mark = proposal.canDelete ? "deletable" : "-"
    return "\(proposal.id)  \(name)  \(Visible.text(proposal.text.locale))  \(mark)  \(oneLine(proposal.value))"
  }

  static func oneLine(_ value: String) -> String {
    Visible.text(value, limit: 200)
  }
}
