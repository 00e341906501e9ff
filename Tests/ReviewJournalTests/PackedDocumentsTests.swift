import Testing

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Documents in little room")
struct PackedDocumentsTests {
  private static let hard = [
    #"{"a":"x","b":1,"c":[1,2.50,-3],"d":null,"e":true}"#, #"{"a":"\"q\" \\ \u0001","b":-0.000125}"#,
    #"{"a":"","b":1e400,"c":123456789012345678901234567890,"d":-0,"e":0.10,"f":00}"#, "{}", "", "[", "\"", "\"\\",
    "\u{1}\u{2}\u{3}", "{\"\u{1}\":\"\u{2}\"}", #"{"time":1763792823.123456}"#, #"{"time":1763792823.2}"#,
    #"{"time":9223372036854775807,"low":-999999999999999999}"#, #"{"time":-1.5,"low":999999999999999999}"#,
    #"{"blåbær":"æøå 👩‍🚀","n":{"a":"x"}}"#, "no JSON at all: 12:34, \"k\" :1",
  ]

  private static func data(_ texts: [String]) -> [Data] { texts.map { Data($0.utf8) } }

  @Test("every byte comes back, list by list, whatever the documents hold")
  func roundTrip() throws {
    let raw = Data([0xFF, 0, 1, 0x22, 0xC3])
    for lists in [
      [], [[]], [Self.data(Self.hard)], [Self.data(Self.hard), [], Self.data(Self.hard.reversed()) + [raw, Data()]],
      Self.hard.map { Self.data([$0, $0]) },
    ] {
      #expect(try PackedDocuments.unpack(PackedDocuments.pack(lists)) == lists)
    }
  }

  @Test("documents of one kind take a few bytes each")
  func size() throws {
    let documents = (0..<1000).map { number in
      Data(
        #"{"kind":"intent","time":\#(1_763_792_823 + Double(number) / 64),"change":\#(number),"attempt":1,"timeout":60}"#
          .utf8)
    }
    let packed = PackedDocuments.pack([documents])
    #expect(packed.count < 16_000)
    #expect(try PackedDocuments.unpack(packed) == [documents])
  }

  @Test("a number is written as it was read, or is none")
  func numbers() {
    for text in ["0", "-1", "10", "0.5", "-0.05", "1763792823.123456", "999999999999999999"] {
      #expect(PackedNumber(Array(text.utf8)[...])?.text == text)
    }
    for text in ["-0", "00", "1.", ".5", "1e3", "-", "", "1.2.3", "9999999999999999999", "-0.0"] {
      #expect(PackedNumber(Array(text.utf8)[...]) == nil, "\(text)")
    }
  }

  @Test("cut off or changed anywhere it is refused, or gives other documents, and never traps")
  func damaged() {
    let packed = PackedDocuments.pack([Self.data(Self.hard), Self.data(Self.hard)])
    for end in packed.indices {
      #expect(throws: (any Error).self) { try PackedDocuments.unpack(packed[..<end]) }
      for bit in 0..<8 {
        var copy = packed
        copy[end] ^= 1 << UInt8(bit)
        _ = try? PackedDocuments.unpack(copy)
      }
    }
  }
}
