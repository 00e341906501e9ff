import Spreadsheet
import Testing

@Suite("Changes to bytes")
struct ByteChangesTests {
  @Test("what is inserted comes before what replaces the bytes after it, in whatever order both were asked for")
  func insertionAndReplacement() {
    let bytes = Array("<target/>".utf8)
    for insertsFirst in [true, false] {
      var changes = ByteChanges()
      if insertsFirst { changes.insert(" state=\"new\"", at: 7) }
      changes.replace(7..<9, with: ">a</target>")
      if !insertsFirst { changes.insert(" state=\"new\"", at: 7) }
      let result = bytes.withUnsafeBufferPointer { changes.applied(to: $0) }
      #expect(String(decoding: result, as: UTF8.self) == "<target state=\"new\">a</target>")
    }
  }
}
