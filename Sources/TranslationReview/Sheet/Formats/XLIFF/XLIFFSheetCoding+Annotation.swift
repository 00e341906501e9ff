import Exchange
import Spreadsheet

extension XLIFFSheetCoding {
  /// Writes a copy in which each unit with a result has it as a note, and shows the server's contents where it was
  /// applied.
  func annotate(
    _ path: String, with results: [ExchangedResult], limits: SpreadsheetLimits, to output: any ByteOutput
  ) throws {
    let edits = results.map { result in
      var edit = XLIFFRewriter.Edit(number: result.number, remark: result.text)
      let shown = UnitTexts.shown(by: result.renewed) ?? ""
      if result.renewed.base != result.returned.base {
        if let base = result.renewed.base { edit.metadata[XLIFFRowWriter.Metadata.base] = base.text }
        edit.metadata[XLIFFRowWriter.Metadata.currentValue] = result.renewed.currentValue
        if shown != result.returned.proposal {
          var marker = InlineMarker()
          edit.target = marker.marked(shown, codesAt: [])
        }
      }
      if ReviewAction(word: result.renewed.action) == .skip {
        edit.progress = .unfinished
      } else if result.renewed.base?.suggestion != nil {
        edit.progress = .unconfirmed
      }
      return edit
    }
    try XLIFFRewriter.rewrite(path, program: Self.program, edits: edits, limits: limits, to: output)
  }
}
