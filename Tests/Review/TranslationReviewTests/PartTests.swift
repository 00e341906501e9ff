import NStackAPI
import ProgramRuns
import ReviewFixtures
import Testing

@testable import TranslationReview

struct PartTests {
  private static let names = (0..<48).map { (section: "part\($0 % 6)", key: "key\($0 % 8)\($0 / 24)") }

  private static var catalog: Catalog {
    let proposals = names.indices.filter { $0 % 4 == 0 }.map { index in
      Proposal(
        id: index + 1, text: TextIdentity(section: names[index].section, key: names[index].key, locale: "da-DK"),
        value: "Forslag \(index)", canDelete: index % 8 == 0)
    }
    return Fixture.catalog(
      english: names.enumerated().map { ($1.section, $1.key, "Text %d number \($0)") },
      danish: names.enumerated().map { ($1.section, $1.key, "Tekst %d nummer \($0)") }, proposals: proposals)
  }

  /// A sheet with edits of every kind: to send, to delete, to sign off, faulty and damaged.
  private static func sheet(_ catalog: Catalog, _ numbers: inout SeededNumbers) throws -> ReturnedSheet {
    let edited = EditedSheet(catalog: catalog)
    return try edited.read { tables in
      for row in tables[0].cells.indices.dropFirst() {
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0...2: try tables[0].set("Ny %d tekst \(row)", in: "Proposal", row: row)
        case 3: try tables[0].set("Ny %@ tekst \(row)", in: "Proposal", row: row)
        case 4: try tables[0].set("delete", in: "Action", row: row)
        case 5: try tables[0].set("ok", in: "Action", row: row)
        case 6: try tables[0].set("Rettet %d her", in: "Current value", row: row)
        case 7: try tables[0].set("", in: "Proposal", row: row)
        default: break
        }
      }
    }
  }

  private static let selections = [(["da"], []), ([], ["da-DK"])].flatMap { locales, exceptions in
    [[], ["part1", "part5"], ["part[0-2]"], ["*3"]].flatMap { sections in
      [[], ["key1*"], ["*0"], ["key[3-6]?"]].map { keys in
        var selection = ReviewSelection()
        selection.takesLanguages = true
        (selection.locales, selection.exceptions) = (locales, exceptions)
        (selection.sections, selection.keys) = (sections, keys)
        return selection
      }
    }
  }

  @Test func `the plan of a part is the plan of the whole sheet with the other rows skipped`() throws {
    let catalog = Self.catalog
    var numbers = SeededNumbers(seed: 34)
    let checked = PlanningOptions()
    var skipped = 0
    var verdicts: Set<Verdict> = []
    for _ in 0..<10 {
      let sheet = try Self.sheet(catalog, &numbers)
      let whole = Fixture.plan(sheet, against: catalog, options: checked)
      verdicts.formUnion(whole.counts.keys)
      for selection in Self.selections {
        var options = checked
        options.selection = selection
        let part = Fixture.plan(sheet, against: catalog, options: options)
        #expect(part.items.map(\.row.place) == whole.items.map(\.row.place))
        for (item, expected) in zip(part.items, whole.items) {
          guard selection.includes(item.row.text) else {
            #expect(item.verdict == .skipped && item.message.hasSuffix(" was not chosen, so nothing is sent for it."))
            skipped += 1
            continue
          }
          #expect(item.verdict == expected.verdict && item.message == expected.message && item.notes == expected.notes)
          #expect(item.findings == expected.findings && item.signOff == expected.signOff)
        }
        #expect(part.changes == whole.changes.filter { selection.includes($0.text) })
        #expect(part.rowCount == whole.rowCount && part.notes.map(\.note) == whole.notes.map(\.note))
      }
    }
    #expect(skipped > 1_000)
    #expect(verdicts.isSuperset(of: [.propose, .delete, .reviewed, .refusedByCheck, .readOnlyEdit]))
  }
}
