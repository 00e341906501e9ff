extension JournalRows {
  /// `NSRV` marks the file as a journal of this program.
  static let file = SQLiteFile(
    noun: "journal", applicationID: 0x4E53_5256, version: 7,
    schema: """
      CREATE TABLE import (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL, blocks INTEGER NOT NULL,
        isOver INTEGER NOT NULL, proof BLOB NOT NULL);
      CREATE TABLE block (
        import INTEGER NOT NULL REFERENCES import (row) ON DELETE CASCADE, place INTEGER NOT NULL, kind TEXT NOT NULL,
        size INTEGER NOT NULL, body BLOB NOT NULL, proof BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
      CREATE TABLE action (
        key INTEGER NOT NULL, import INTEGER NOT NULL, place INTEGER NOT NULL, file INTEGER, sheet INTEGER,
        proof BLOB NOT NULL, PRIMARY KEY (key, import, place)) WITHOUT ROWID;
      """)
}
