import AppCatalogs
import Basics
import Testing

@Suite("Catalogues of Android, Flutter and i18next")
struct OtherCatalogTests {
  private func catalog() throws -> AppCatalog {
    try CatalogSamples.catalog(
      ["en", "pt_BR", "sr-Latn"],
      [
        ("title", ["It's %@, 100% of %ld", "É {name}", nil]), ("per.cent", ["50% off", nil, nil]),
        ("files.one", ["%d file in %@", nil, nil]), ("files.other", ["%d files in %@", nil, nil]),
        (
          "left",
          [
            "{who}: {n, plural, =0 {none} one {# file} other {# files}}", nil,
            "{n, plural, one {# fajl} few {# fajla} other {# fajlova}} {who}",
          ]
        ),
        ("hi", ["Hi ${first name}, {{count}} of %{all}", nil, nil]),
      ], descriptions: ["title": "A -- comment"])
  }

  @Test("Android has Java's conversions, quoted signs, and folders by its own rules")
  func android() throws {
    let (files, told) = CatalogSamples.files(try catalog(), .android)
    #expect(files.keys.sorted() == ["values-b+sr+Latn/strings.xml", "values-pt-rBR/strings.xml", "values/strings.xml"])
    #expect(
      files["values/strings.xml"] == """
        <?xml version="1.0" encoding="utf-8"?>
        <resources>
            <!-- A - - comment -->
            <string name="a_title">It\\'s %1$s, 100%% of %2$d</string>
            <string name="a_per_cent" formatted="false">50% off</string>
            <plurals name="a_files">
                <item quantity="one">%1$d file in %2$s</item>
                <item quantity="other">%1$d files in %2$s</item>
            </plurals>
            <plurals name="a_left">
                <item quantity="one">%1$s: %2$d file</item>
                <item quantity="other">%1$s: %2$d files</item>
            </plurals>
            <string name="a_hi" formatted="false">Hi ${first name}, {{count}} of %{all}</string>
        </resources>

        """)
    #expect(
      told == [
        "a.left (en): The text for =0 is left out: Android has no form for one number.",
        "a.left: The arguments have positions in place of names: 1 who, 2 n.",
      ])
  }

  @Test("Android has a plural in every language or in none, because it removes a resource of two kinds")
  func oneKind() throws {
    let catalog = try CatalogSamples.catalog(
      ["en", "ja", "da", "fr"],
      [
        (
          "x",
          [
            "{n, plural, one {# file} other {# files}}", "{n} ファイル",
            "{n, plural, one {a {m, plural, other {#}}} other {b}}", nil,
          ]
        ),
        ("y", ["{s, select, other {Text}}", "{n, plural, other {#}}", nil, nil]),
      ])
    let (files, told) = CatalogSamples.files(catalog, .android)
    #expect(files["values-ja/strings.xml"]?.contains("<item quantity=\"other\">%1$d ファイル</item>") == true)
    #expect(files["values-ja/strings.xml"]?.contains("<string name=\"a_y\">{n, plural, other {#}}</string>") == true)
    #expect(files["values-da/strings.xml"] == nil)
    #expect(
      told.filter { $0.contains("default language") } == [
        "a.x (da): The default language has a plural, so this text is left out.",
        "a.y (ja): The default language has no plural, so the message stays as it is.",
      ])
  }

  @Test("ARB has ICU messages, names of Dart, and placeholders with types")
  func arb() throws {
    let (files, told) = CatalogSamples.files(try catalog(), .arb)
    #expect(
      files["app_en.arb"] == """
        {
          "@@locale": "en",
          "aTitle": "It's {arg1}, 100% of {arg2}",
          "@aTitle": {
            "description": "A -- comment",
            "placeholders": {
              "arg1": {
                "type": "String"
              },
              "arg2": {
                "type": "int"
              },
              "name": {
                "type": "Object"
              }
            }
          },
          "aPerCent": "50% off",
          "aFiles": "{count, plural, one{{count} file in {arg2}} other{{count} files in {arg2}}}",
          "@aFiles": {
            "placeholders": {
              "count": {
                "type": "int"
              },
              "arg2": {
                "type": "String"
              }
            }
          },
          "aLeft": "{who}: {n, plural, =0{none} one{{n} file} other{{n} files}}",
          "@aLeft": {
            "placeholders": {
              "who": {
                "type": "Object"
              },
              "n": {
                "type": "int"
              }
            }
          },
          "aHi": "Hi {firstName}, {count} of {all}",
          "@aHi": {
            "placeholders": {
              "firstName": {
                "type": "Object"
              },
              "count": {
                "type": "Object"
              },
              "all": {
                "type": "Object"
              }
            }
          }
        }

        """)
    #expect(files["app_pt_BR.arb"] == "{\n  \"@@locale\": \"pt_BR\",\n  \"aTitle\": \"É {name}\"\n}\n")
    #expect(
      told == [
        "a.hi: The placeholder {first name} is named {firstName}, because a name of Dart cannot have all its characters."
      ])
  }

  @Test("ARB leaves out a text with a brace unless quotes are read")
  func escaping() throws {
    let catalog = try CatalogSamples.catalog(["en"], [("x", ["It's { here"]), ("y", ["it's"])])
    let (files, told) = CatalogSamples.files(catalog, .arb)
    #expect(files["app_en.arb"] == "{\n  \"@@locale\": \"en\",\n  \"aY\": \"it's\"\n}\n")
    #expect(
      told == [
        "a.x (en): Flutter has no way to read text with a brace or number sign, so the text is left out. Add --use-escaping."
      ])
    var options = CatalogOptions()
    options.usesEscaping = true
    let (escaped, nothing) = CatalogSamples.files(catalog, .arb, options)
    #expect(nothing.isEmpty)
    #expect(
      escaped["app_en.arb"]
        == "{\n  \"@@locale\": \"en\",\n  \"aX\": \"It''s '{' here\",\n  \"aY\": \"it''s\"\n}\n")
  }

  @Test("i18next has an object for each section, a key for each form, and its own placeholders")
  func i18next() throws {
    let (files, told) = CatalogSamples.files(try catalog(), .i18next)
    #expect(
      files["en/translation.json"] == """
        {
          "a": {
            "title": "It's {{arg1}}, 100% of {{arg2}}",
            "per.cent": "50% off",
            "files_one": "{{count}} file in {{arg2}}",
            "files_other": "{{count}} files in {{arg2}}",
            "left_zero": "{{who}}: none",
            "left_one": "{{who}}: {{count}} file",
            "left_other": "{{who}}: {{count}} files",
            "hi": "Hi {{first name}}, {{count}} of {{all}}"
          }
        }

        """)
    #expect(told == ["a.left: i18next calls a plural's number count, so {n} is {{count}}."])
    var options = CatalogOptions()
    options.isFlat = true
    options.keepsPlaceholders = true
    let (flat, _) = CatalogSamples.files(try catalog(), .i18next, options)
    #expect(flat["pt-BR/translation.json"] == "{\n  \"a.title\": \"É {name}\"\n}\n")
  }

  @Test("two texts with one name are told, and both are written")
  func collisions() throws {
    let catalog = try CatalogSamples.catalog(["en"], [("a.b", ["1"]), ("a_b", ["2"]), ("a-b", ["3"])])
    let (files, told) = CatalogSamples.files(catalog, .android)
    #expect(files["values/strings.xml"]?.contains("name=\"a_a_b_3\">3<") == true)
    #expect(
      told == [
        "a.a_b: Another text is named a_a_b in Android's strings.xml, so this one is named a_a_b_2.",
        "a.a-b: Another text is named a_a_b in Android's strings.xml, so this one is named a_a_b_3.",
      ])
  }
}
