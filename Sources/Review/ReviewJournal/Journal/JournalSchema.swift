/// The tables of a journal.
extension JournalRows {
  /// `NSRV` marks the file as a journal of this program.
  static let file = SQLiteFile(
    noun: "journal", mark: 0x4E53_5256, version: 5,
    schema: """
      CREATE TABLE import (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL, checksum BLOB NOT NULL);
      CREATE TABLE item (
        import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
        checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
      CREATE TABLE change (
        import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
        checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
      CREATE TABLE entry (
        import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
        checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
      CREATE TABLE summary (
        import INTEGER PRIMARY KEY REFERENCES import (row), body BLOB NOT NULL, checksum BLOB NOT NULL);
      CREATE TABLE block (
        import INTEGER NOT NULL, place INTEGER NOT NULL, body BLOB NOT NULL, checksum BLOB NOT NULL,
        PRIMARY KEY (import, place)) WITHOUT ROWID;
      CREATE TABLE trace (
        key INTEGER NOT NULL, import INTEGER NOT NULL, place INTEGER NOT NULL, file INTEGER, sheet INTEGER,
        checksum BLOB NOT NULL, PRIMARY KEY (key, import, place)) WITHOUT ROWID;
      """)
}
