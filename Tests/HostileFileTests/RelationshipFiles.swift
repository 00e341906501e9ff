/// Packages whose relationships lead elsewhere, or nowhere.
enum RelationshipFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    let normal = WorkbookFile()
    let targets = [
      "../../../../etc/passwd", "/../../etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/sheet.xml",
      "//host/sheet.xml",
      "\\\\host\\share\\sheet.xml", "C:\\sheet.xml", "C:/sheet.xml", "", ".", "..", "/", "worksheets/",
      "worksheets/none.xml",
      "workbook.xml", "%2e%2e/%2e%2e/etc/passwd", "worksheets%2Fsheet1.xml", "worksheets/sheet1.xml%00",
      "worksheets/sheet1.xml\u{202E}lmx", "data:text/xml,&lt;worksheet/&gt;",
    ]
    for target in targets {
      files.refused("a worksheet in \(target.debugDescription)", "xlsx.bad-relationship") {
        normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(sheet: target)).bytes
      }
      files.refused("a workbook in \(target.debugDescription)", "xlsx.bad-relationship") {
        let place = target == "workbook.xml" ? "xl/none.xml" : target
        return normal.with(WorkbookFile.packageRelationships, WorkbookFile.packageTargets(workbook: place)).bytes
      }
    }
    for kind in ["sharedStrings", "styles"] {
      files.refused("a part of kind \(kind) outside of the file", "xlsx.bad-relationship") {
        let more = WorkbookFile.relationship("rId5", kind, "file:///etc/passwd", " TargetMode=\"External\"")
        return normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(more: more)).bytes
      }
    }
    files.refused("a worksheet marked as outside of the file", "xlsx.bad-relationship") {
      let one = WorkbookFile.relationship("rId1", "worksheet", "worksheets/sheet1.xml", " TargetMode=\"External\"")
      return normal.with(WorkbookFile.workbookRelationships, WorkbookFile.relationships(one)).bytes
    }
    files.refused("the same id twice", "xlsx.bad-relationship") {
      let second = WorkbookFile.relationship("rId1", "worksheet", "worksheets/sheet2.xml")
      return normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(more: second)).bytes
    }
    files.refused("a sheet of an id that isn't there", "xlsx.bad-relationship", mentions: ["Sheet1"]) {
      normal.with(WorkbookFile.workbookRelationships, WorkbookFile.relationships("")).bytes
    }
    files.refused("a worksheet name that turns the line around", "xlsx.bad-relationship", mentions: ["<U+202E>"]) {
      let sheets = "<sheet name=\"\u{202E}\u{9B}2Jevil\" sheetId=\"1\" r:id=\"rId7\"/>"
      return normal.with(WorkbookFile.workbook, WorkbookFile.workbookXML(sheets: sheets)).bytes
    }
    files.refused("no relationship to a workbook", "xlsx.bad-relationship") {
      normal.with(WorkbookFile.packageRelationships, WorkbookFile.relationships("")).bytes
    }
    files.refused("a relationship without a target", "xlsx.bad-relationship") {
      normal.with(
        WorkbookFile.workbookRelationships, WorkbookFile.relationships("<Relationship Id=\"rId1\" Type=\"worksheet\"/>")
      ).bytes
    }
    files.refused("10,001 relationships", "xlsx.bad-relationship") {
      var more = ""
      for number in 0...10_000 { more += "<Relationship Id=\"x\(number)\" Type=\"t\" Target=\"t\"/>" }
      return normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(more: more)).bytes
    }
    files.kept("links and data from elsewhere that nobody follows") {
      var more = ""
      for (number, kind) in ["externalLink", "hyperlink", "image", "oleObject", "attachedTemplate"].enumerated() {
        more += WorkbookFile.relationship(
          "rId\(number + 10)", kind, "http://127.0.0.1:9/\(kind)", " TargetMode=\"External\"")
      }
      return normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(more: more)).bytes
    }
    return files.all
  }()
}
