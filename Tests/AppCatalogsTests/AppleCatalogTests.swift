import AppCatalogs
import Basics
import Testing

@Suite("Apple's catalogues")
struct AppleCatalogTests {
  private func catalog() throws -> AppCatalog {
    try CatalogSamples.catalog(
      ["en", "da_DK"],
      [
        ("title", ["Say \"hi\"\n{name}", "Sig \"hej\"\n{name}"]), ("files.one", ["%d file", "%d fil"]),
        ("files.other", ["%d files", "%d filer"]), ("in.one", ["%d file in %@, 100%", nil]),
        ("in.other", ["%d files in %@, 100%", nil]),
        (
          "left",
          [
            "{who} has {n, plural, =0 {none} one {# file} other {# files}} left",
            "{n, plural, other {# filer}} til {who}",
          ]
        ),
        ("rest", ["__rest", "Resten"]),
      ], descriptions: ["title": "A */ comment"])
  }

  @Test(".strings has the plain texts of each language, and tells of the plurals")
  func strings() throws {
    let (files, told) = CatalogSamples.files(try catalog(), .strings)
    #expect(
      files == [
        "en.lproj/Localizable.strings": "/* A * / comment */\n\"a.title\" = \"Say \\\"hi\\\"\\n{name}\";\n",
        "da-DK.lproj/Localizable.strings":
          "/* A * / comment */\n\"a.title\" = \"Sig \\\"hej\\\"\\n{name}\";\n\n\"a.rest\" = \"Resten\";\n",
      ])
    #expect(
      told.filter { $0.contains("stringsdict") } == [
        "a.files: A .strings file holds no plurals; `generate stringsdict` writes this one.",
        "a.in: A .strings file holds no plurals; `generate stringsdict` writes this one.",
        "a.left: A .strings file holds no plurals; `generate stringsdict` writes this one.",
      ])
  }

  @Test(".stringsdict has the plurals with positions where there are several arguments")
  func stringsdict() throws {
    let (files, told) = CatalogSamples.files(try catalog(), .stringsdict)
    let danish = try #require(files["da-DK.lproj/Localizable.stringsdict"])
    #expect(
      danish == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a.files</key>
        \t<dict>
        \t\t<key>NSStringLocalizedFormatKey</key>
        \t\t<string>%#@count@</string>
        \t\t<key>count</key>
        \t\t<dict>
        \t\t\t<key>NSStringFormatSpecTypeKey</key>
        \t\t\t<string>NSStringPluralRuleType</string>
        \t\t\t<key>NSStringFormatValueTypeKey</key>
        \t\t\t<string>d</string>
        \t\t\t<key>one</key>
        \t\t\t<string>%d fil</string>
        \t\t\t<key>other</key>
        \t\t\t<string>%d filer</string>
        \t\t</dict>
        \t</dict>
        \t<key>a.left</key>
        \t<dict>
        \t\t<key>NSStringLocalizedFormatKey</key>
        \t\t<string>%2$#@n@ til %1$@</string>
        \t\t<key>n</key>
        \t\t<dict>
        \t\t\t<key>NSStringFormatSpecTypeKey</key>
        \t\t\t<string>NSStringPluralRuleType</string>
        \t\t\t<key>NSStringFormatValueTypeKey</key>
        \t\t\t<string>lld</string>
        \t\t\t<key>other</key>
        \t\t\t<string>%2$lld filer</string>
        \t\t</dict>
        \t</dict>
        </dict>
        </plist>

        """)
    let english = try #require(files["en.lproj/Localizable.stringsdict"])
    #expect(english.contains("<string>%1$#@count@</string>"))
    #expect(english.contains("<string>%1$d files in %2$@, 100%%</string>"))
    #expect(english.contains("<key>zero</key>\n\t\t\t<string>none</string>"))
    #expect(told == ["a.left: The arguments have positions in place of names: 1 who, 2 n."])
  }

  @Test(".xcstrings is written as Xcode does, with variations and substitutions")
  func xcstrings() throws {
    let catalog = try CatalogSamples.catalog(
      ["en", "da"],
      [
        ("title", ["Title", "Titel"]), ("files.one", ["%d file", nil]), ("files.other", ["%d files", nil]),
        ("in.one", ["%2$@: %1$d file", nil]), ("in.other", ["%2$@: %1$d files", nil]),
      ], descriptions: ["title": "Headline"])
    let (files, told) = CatalogSamples.files(catalog, .xcstrings)
    #expect(told.isEmpty)
    #expect(
      files["Localizable.xcstrings"] == """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "a.files" : {
              "extractionState" : "manual",
              "localizations" : {
                "en" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%d file"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%d files"
                        }
                      }
                    }
                  }
                }
              }
            },
            "a.in" : {
              "extractionState" : "manual",
              "localizations" : {
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "%#@count@"
                  },
                  "substitutions" : {
                    "count" : {
                      "argNum" : 1,
                      "formatSpecifier" : "d",
                      "variations" : {
                        "plural" : {
                          "one" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%2$@: %arg file"
                            }
                          },
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%2$@: %arg files"
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "a.title" : {
              "comment" : "Headline",
              "extractionState" : "manual",
              "localizations" : {
                "da" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Titel"
                  }
                },
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Title"
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }

        """)
  }

  @Test("a plural whose only argument is an object stays in its forms, because no number selects one")
  func objects() throws {
    let catalog = try CatalogSamples.catalog(
      ["en"], [("users_one", ["%@ user"]), ("users_other", ["%@ users"])])
    let (files, told) = CatalogSamples.files(catalog, .strings)
    #expect(
      files["en.lproj/Localizable.strings"]
        == "\"a.users_one\" = \"%@ user\";\n\n\"a.users_other\" = \"%@ users\";\n")
    #expect(
      told == [
        "a.users (en): No argument is a number, which a plural of Apple needs, so each form stays a text of its own."
      ])
  }
}
