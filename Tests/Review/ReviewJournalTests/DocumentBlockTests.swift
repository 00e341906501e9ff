import Testing

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct DocumentBlockTests {
  private static let documents = [
    #"{"a":"x","b":1,"c":[1,2.50,-3],"d":null,"e":true}"#, #"{"a":"\"q\" \\ \u0001","b":-0.000125}"#,
    #"{"a":"","b":1e400,"c":123456789012345678901234567890,"d":-0,"e":0.10,"f":00}"#, "{}",
    #"{"time":1763792823.123456}"#, #"{"time":1763792823.2}"#, #"{"time":-1.5,"low":999999999999999999}"#,
    #"{"blåbær":"æøå 👩‍🚀","n":{"a":"x"}}"#,
  ]
  private static let lists = [data(documents), [], data(documents.reversed())]

  private static func data(_ texts: [String]) -> [Data] { texts.map { Data($0.utf8) } }

  @Test func `every document comes back, list by list`() throws {
    for lists in [Self.lists, [[], [], []], [[]], Self.documents.map { Self.data([$0, $0]) }] {
      #expect(try DocumentBlock.lists(in: DocumentBlock.bytes(of: lists)) == lists)
    }
  }

  @Test func `documents of one kind take a few bytes each`() throws {
    let documents = (0..<1000).map { number in
      Data(
        #"{"kind":"intent","time":\#(1_763_792_823 + Double(number) / 64),"change":\#(number),"attempt":1,"timeout":60}"#
          .utf8)
    }
    #expect(try DocumentBlock.bytes(of: [documents]).count < 16_000)
  }

  @Test func `cut off it is refused, and changed anywhere it is refused, or gives other documents, and never traps`()
    throws
  {
    let block = try DocumentBlock.bytes(of: Self.lists)
    for end in block.indices {
      #expect(throws: (any Error).self) { try DocumentBlock.lists(in: block[..<end]) }
      for bit in 0..<8 {
        var copy = block
        copy[end] ^= 1 << UInt8(bit)
        _ = try? DocumentBlock.lists(in: copy)
      }
    }
  }

  @Test(arguments: ["", "{\n}", "\n"]) func `what is not one line is refused`(document: String) {
    #expect(throws: DocumentBlock.Malformed.self) { try DocumentBlock.bytes(of: [Self.data(["{}", document])]) }
  }

  @Test func `a size that no stream of zlib has is refused before there is room for it`() throws {
    var block = try DocumentBlock.bytes(of: Self.lists)
    for size: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0, 0, 0, 0, 0x80]] {
      block.replaceSubrange(1..<9, with: size)
      #expect(throws: DocumentBlock.Malformed.self) { try DocumentBlock.lists(in: block) }
    }
  }
}
