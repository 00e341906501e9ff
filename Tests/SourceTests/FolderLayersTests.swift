import Foundation
import Testing

/// The folders of each target form layers: none uses the types of a folder that uses its own.
struct FolderLayersTests {
  @Test(arguments: SwiftSource.targets) func `no two folders use each other's types, directly or through others`(
    target: String
  ) throws { #expect(FolderLayers(try SwiftSource.all(in: SwiftSource.folder(of: target))).circularUses.isEmpty) }

  @Test func `a target imports targets of its own storey and of those below it`() throws {
    let storeys = SwiftSource.storeys
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: SwiftSource.package.path + "/Sources").filter {
        !$0.hasPrefix(".")
      }.sorted() == storeys.map(\.name).sorted())
    var imports = 0
    for (index, storey) in storeys.enumerated() {
      let above = Set(storeys[..<index].flatMap(\.targets))
      for target in storey.targets {
        for source in try SwiftSource.all(in: SwiftSource.folder(of: target)) {
          let imported = source.code.matches(of: /(?m)^ *(?:(?:public|package|@[a-z_]+(?:\([a-z]+\))?) )*import (\w+)/)
            .map { String($0.1) }
          imports += imported.count
          #expect(above.intersection(imported).sorted() == [], "\(target)/\(source.path)")
        }
      }
    }
    #expect(imports > 1_000)
  }

  @Test(arguments: ["XLSX/", "ZIP/"]) func `neither do the folders in a folder`(folder: String) throws {
    #expect(FolderLayers(try SwiftSource.all(in: "Sources/Tables/Spreadsheet"), below: folder).circularUses.isEmpty)
  }

  @Test func `a circle is found, through a third folder too, and named with its types`() {
    let layers = FolderLayers([
      SwiftSource(path: "Top.swift", text: "struct Top {\n  let left: Left\n}"),
      SwiftSource(path: "A/Left.swift", text: "public struct Left {\n  let right: Right?\n}"),
      SwiftSource(path: "B/Right.swift", text: "enum Right {\n  case other(Other)\n}"),
      SwiftSource(path: "C/Other.swift", text: "final class Other {\n  func left() -> [Left] { [] }\n}"),
    ])
    #expect(layers.circularUses == ["A uses Right of B", "B uses Other of C", "C uses Left of A"])
  }
}
