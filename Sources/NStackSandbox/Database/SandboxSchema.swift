import GRDB

/// The tables of a sandbox's database.
enum SandboxSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
          CREATE TABLE language (
            id INTEGER PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, locale TEXT NOT NULL UNIQUE,
            direction TEXT NOT NULL, is_default INTEGER NOT NULL);
          CREATE TABLE resource (
            id INTEGER PRIMARY KEY, language_id INTEGER NOT NULL UNIQUE REFERENCES language (id),
            last_updated_at INTEGER NOT NULL, published BLOB NOT NULL, newest BLOB);
          CREATE TABLE text (
            section TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (section, key)) WITHOUT ROWID;
          CREATE TABLE proposal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, section TEXT NOT NULL, key TEXT NOT NULL, locale TEXT NOT NULL,
            value BLOB NOT NULL, guid TEXT NOT NULL, is_accepted INTEGER NOT NULL DEFAULT 0);
          CREATE INDEX proposal_text ON proposal (section, key, locale, guid);
          """)
    }
    migrator.registerMigration("2") { database in
      // Until here a database held one platform.
      let platform = try SandboxDatabase.setting("platform", database) { "mobile" }
      try database.execute(
        sql: """
          CREATE TABLE new_language (
            platform TEXT NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL,
            locale TEXT NOT NULL, direction TEXT NOT NULL, is_default INTEGER NOT NULL,
            PRIMARY KEY (platform, id), UNIQUE (platform, locale));
          CREATE TABLE new_resource (
            id INTEGER PRIMARY KEY, platform TEXT NOT NULL, language_id INTEGER NOT NULL,
            last_updated_at INTEGER NOT NULL, published BLOB NOT NULL, newest BLOB,
            UNIQUE (platform, language_id));
          CREATE TABLE new_text (
            platform TEXT NOT NULL, section TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (platform, section, key)
            ) WITHOUT ROWID;
          ALTER TABLE proposal ADD COLUMN platform TEXT NOT NULL DEFAULT '';
          """)
      try database.execute(
        sql: """
          INSERT INTO new_language SELECT :platform, id, place, name, locale, direction, is_default FROM language;
          INSERT INTO new_resource SELECT id, :platform, language_id, last_updated_at, published, newest FROM resource;
          INSERT INTO new_text SELECT :platform, section, key FROM text;
          UPDATE proposal SET platform = :platform;
          """, arguments: ["platform": platform])
      try database.execute(
        sql: """
          DROP TABLE text; DROP TABLE resource; DROP TABLE language;
          ALTER TABLE new_language RENAME TO language;
          ALTER TABLE new_resource RENAME TO resource;
          ALTER TABLE new_text RENAME TO text;
          """)
    }
    return migrator
  }
}
