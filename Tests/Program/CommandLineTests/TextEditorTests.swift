import Testing

@testable import nstack_review

struct TextEditorTests {
  @Test func `the text is in the file, without the line feed at its end`() {
    #expect(TextEditor.edit("Linje 1\nLinje 2", with: "sed -i s/Linje/Line/") == .edited("Line 1\nLine 2"))
  }

  @Test func `an editor that changes nothing leaves the text alone`() {
    #expect(TextEditor.edit("Hej", with: "true") == .unchanged)
  }

  @Test func `an editor that fails, or removes the file, is told`() {
    #expect(TextEditor.edit("Hej", with: "false") == .failed("the editor (false) ended with 1"))
    #expect(TextEditor.edit("Hej", with: "rm") == .failed("the editor removed the file"))
  }
}
