import GoogleDrive
import Testing

@Suite("Addresses in Drive") struct DriveAddressTests {
  @Test(
    "are ids, folders, names in folders, and addresses from the browser",
    arguments: [
      "drive:1aB_-9": DriveAddress.item("1aB_-9"), "drive:0Folder/": .folder("0Folder"),
      "drive:0Folder/review.xlsx": .named("review.xlsx", folder: "0Folder"), "DRIVE:abc": .item("abc"),
      "drive:f/a/b.xlsx": .named("a/b.xlsx", folder: "f"),
      "https://docs.google.com/spreadsheets/d/1aB_-9/edit#gid=0": .item("1aB_-9"),
      "https://docs.google.com/spreadsheets/u/1/d/1aB/edit?usp=sharing": .item("1aB"),
      "https://drive.google.com/file/d/1aB/view?usp=drive_link": .item("1aB"),
      "https://drive.google.com/open?id=1aB&x=1": .item("1aB"), "docs.google.com/spreadsheets/d/1aB/edit": .item("1aB"),
      "http://docs.google.com/spreadsheets/d/1aB": .item("1aB"), "drive:Spring texts/": .folder("Spring texts"),
      "https://drive.google.com/drive/u/0/folders/0F?resourcekey=0-x_1": .folder("0F", key: "0-x_1"),
      "https://docs.google.com/spreadsheets/d/1aB/edit?usp=sharing&resourcekey=0-x#gid=0": .item("1aB", key: "0-x"),
      "https://drive.google.com/open?resourcekey=0-x&id=1aB": .item("1aB", key: "0-x"),
      "https://docs.google.com/spreadsheets/d/1aB?resourcekey=a,b/c": .item("1aB"),
    ]) func read(text: String, address: DriveAddress) throws
  {
    #expect(DriveAddress.isMeant(text))
    #expect(try DriveAddress(text) == address)
  }

  @Test(arguments: [
    "drive:", "drive:a b", "drive:../etc/passwd", "drive:/x", "drive:%2e%2e", "drive:a?b",
    "https://docs.google.com/spreadsheets/", "https://drive.google.com/drive/my-drive",
    "https://drive.google.com/open?id=../x", "https://docs.google.com/spreadsheets/d/e/2PACX-1abc/pubhtml",
  ]) func `that are none are refused`(text: String) {
    let error = thrown { try DriveAddress(text) }
    #expect(error?.code == .address)
  }

  @Test(arguments: ["review.xlsx", "./drive", "https://example.com/d/1", "drive/docs.google.com/d/1"])
  func `are not paths of files, or pages of others`(text: String) { #expect(!DriveAddress.isMeant(text)) }
}

@Suite("Names that come from Drive") struct DriveNameTests {
  @Test(
    "become names of files",
    arguments: [
      "review": "review.xlsx", "review.xlsx": "review.xlsx", "Review.XLSX": "Review.xlsx",
      "../../etc/passwd": "_.._etc_passwd.xlsx", "..": "sheet.xlsx", "": "sheet.xlsx", "a/b\\c:d": "a_b_c_d.xlsx",
      ".hidden": "hidden.xlsx", "-rf": "rf.xlsx", "a\u{0}b\nc\u{1B}[2Jd": "a_b_c_[2Jd.xlsx",
      "a\u{202E}fdp.xlsx": "a_fdp.xlsx", "Übersicht 中文 🍞": "Übersicht 中文 🍞.xlsx", "ends. ": "ends.xlsx",
    ]) func cleaned(name: String, expected: String)
  { #expect(DriveName.file(name, ending: ".xlsx") == expected) }

  @Test func `are no longer than a file system takes, and not cut within a character`() {
    let name = DriveName.file(String(repeating: "🍞", count: 200), ending: ".xlsx")
    #expect(name.utf8.count == 205)
    #expect(name.hasSuffix("🍞.xlsx"))
  }
}
