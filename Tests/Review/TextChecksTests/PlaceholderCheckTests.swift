import Testing

@testable import TextChecks

private let lost = "The source text has this placeholder, and the proposal does not. Write it where the value belongs."

private func write(_ token: String) -> String {
  "The source text does not have this placeholder. Write \(token), exactly as it has it."
}

private let lostSign =
  "The source text has this sign beside a value, and the proposal does not. Check that it is meant."

private func remove(_ known: String) -> String {
  "The source text does not have this placeholder. It has \(known). Remove it."
}

struct PlaceholderCheckTests {
  @Test(
    arguments: CheckCase.all([
      "placeholder.name": [
        ["Trusted by {vendor}", "Af {Vendor}", "{vendor}: \(lost)", "{Vendor}: \(write("{vendor}"))"],
        ["{a} and {b}", "{b} og {a}"], ["{a}", "{a} {a}"], ["{a}", "{a} {c}", "{c}: \(remove("{a}"))"],
        ["Hello", "Hej {navn}"], CheckCase("{count} day", "en dag", key: "d.one", otherForm: "{count} days"),
        CheckCase("{count} day", "en dag", key: "d.one", isOtherFormUnknown: true),
        CheckCase("{count} day", "en dag", key: "d.one", "{count}: \(lost)"),
        CheckCase("Hello {name}", "Hej", key: "title_one", "{name}: \(lost)"),
        CheckCase("Hello {name}", "Hej", key: "title_one", isOtherFormUnknown: true, "{name}: \(lost)"),
        CheckCase(
          "{user} wrote {count} reply", "Et svar", key: "reply.one", otherForm: "{user} wrote {count} replies",
          "{user}: \(lost)"),
        CheckCase(
          "{user} wrote a reply", "{user}: {count} svar", key: "reply.one", otherForm: "{user} wrote {count} replies"),
        CheckCase(
          "{user} wrote %d reply", "Et svar", key: "reply.one", otherForm: "{user} wrote %d replies", "{user}: \(lost)"),
        CheckCase("{count} days", "dage", key: "d.other", "{count}: \(lost)"),
        CheckCase("{user}", "{пользователь}", locale: "ru", "{user}: \(lost)", "{пользователь}: \(write("{user}"))"),
        ["A { name } b", "A {name} b"], ["{count} files", "{count, plural, one {# fil} other {# filer}}"],
        [
          "{count} files", "{antal, plural, one {# fil} other {# filer}}", "{count}: \(lost)",
          "{antal}: \(write("{count}"))",
        ],
        [
          "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}", "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}{x}",
          "{x}: \(remove("{a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}, {i}, {j}, …"))",
        ], ["{count, plural, one {x} other {y}}", "{x}"], ["{{name}} ${x} %{y}", "hej"], ["{ }", "hej"], ["{a", "hej"],
      ], "placeholder.index": [CheckCase("{0} day", "en dag", key: "d.one", otherForm: "{0} days")],
    ])) func `names between braces`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "placeholder.sign": [
        ["{percent}% done", "{percent} færdig", "%: \(lostSign)"], ["{{n}} %.", "{{n}}.", "%: \(lostSign)"],
        ["%{n}% done", "%{n} færdig", "%: \(lostSign)"], ["{n}%-{m}%", "{n}-{m}", "%: \(lostSign)"],
        CheckCase("{n}%", "{n}", key: "share.one", otherForm: "{n}%", "%: \(lostSign)"),
        ["Only €{price}", "Kun {price}", "€: \(lostSign)"],
        ["{a}\u{202F}£, {b}$", "{a}, {b}", "$: \(lostSign)", "£: \(lostSign)"],
        CheckCase("{percent}% done", "%{percent} tamam", locale: "tr"),
        CheckCase("{percent}% done", "اكتمل {percent}٪", locale: "ar"),
        CheckCase("{percent}% done", "{percent}％ 完了", locale: "ja"), ["{percent}% done", "{percent} pct. færdig"],
        CheckCase("{percent}% done", "{percent} Prozent", locale: "de"), ["%{n}% done", "%{n} % færdig"],
        ["Only €{price}", "Kun {price} euro"], ["${price}", "{price}"], ["{a} $t(b)", "{a}"], ["{a} %{b}", "{a} {b}"],
        ["{a} %d, {b} %1$@", "{a} {b}"], ["20% {n}", "{n}"], ["{n}\n% of all", "{n}"], [nil, "{n}"],
      ]
    ])) func `signs of values between braces`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "placeholder.mustache": [
        ["{{name}}", "{{navn}}", "{{name}}: \(lost)", "{{navn}}: \(write("{{name}}"))"],
        ["{{count, number}}", "{{ count }}"], ["{{name}}", "{name}", "{{name}}: \(lost)"],
      ],
      "placeholder.index": [
        ["{0} of {1}", "{1} af", "{0}: \(lost)"], ["{0} files", "{0, plural, one {# fil} other {# filer}}"],
        ["{0:N2}", "{0}"], ["{}", "x", "{}: \(lost)"],
      ], "placeholder.template": [["${x}", "$x", "${x}: \(lost)"]],
      "placeholder.ruby": [["%{x} left", "{x} igen", "%{x}: \(lost)"]],
      "placeholder.variable": [
        ["%#@files@", "%#@filer@", "%#@files@: \(lost)", "%#@filer@: \(write("%#@files@"))"], ["%1$#@a@", "%1$#@a@ x"],
      ],
    ])) func `the other syntaxes`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "placeholder.python": [
        ["Hi %(name)s", "Hej med dig", "%(name)s: \(lost)"],
        ["%(n)d", "%(n)s", "%(n)d: \(lost)", "%(n)s: \(write("%(n)d"))"], ["%(a.b)s %(x)05.2f", "%(x)05.2f %(a.b)s"],
        ["%%(a)s", "x"],
      ],
      "placeholder.percent": [
        ["Hi %name%", "Hej med dig", "%name%: \(lost)"],
        ["Hi %sitename%", "Hej %Sitename%", "%sitename%: \(lost)", "%Sitename%: \(write("%sitename%"))"],
        ["%d% and %ld%, 5%to%", "x"],
      ], "placeholder.hash": [["Hi ##NAME##", "Hej med dig", "##NAME##: \(lost)"], ["## Title ##, #1 # ##", "x"]],
      "placeholder.nesting": [
        ["Hi $t(common.name)", "Hej med dig", "$t(common.name): \(lost)"], ["$t(a:b, {\"n\": {{n}} })", "x $t(a:b)"],
        ["$t(ab)", "$t(abc)", "$t(ab): \(lost)", "$t(abc): \(write("$t(ab)"))"],
      ],
      "placeholder.colon": [
        ["Hi :name", "Hej med dig", ":name: \(lost)"], ["Hi :name, :Name", "hej:NAME"],
        ["Hi :name", "Hej :names", ":name: \(lost)", ":names: \(write(":name"))"],
        ["At 12:30, a:b http://x @:a.b :smile: :D ::a", "x"],
      ],
      "placeholder.bracket": [
        ["Hi [name]", "Hej med dig", "[name]: \(lost)"], ["[a](b) [x] a[index] [0] [two words] ![alt] [[name]]", "x"],
      ], "placeholder.custom": [["Hi [[name]]", "Hej"]],
    ])) func `names between other marks`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    "a sign beside a brace is a sign if the source text uses it as one",
    arguments: [
      ("{percent}% off", "%{percent} rabat"), ("{n}%, {m}%", "%{n} ve %{m}"), ("Only {price} $", "Nur ${price}"),
      ("${price}", "{price} $"), ("${price}", "{price}\u{A0}$"), ("${price}", "US$ {price}"),
      ("${price} of ${total}", "{price} $ af {total} $"), ("${price}", "${price}"), ("${{price}}", "{{price}} $"),
    ]) func signs(source: String, proposal: String)
  {
    let text = CheckedText(proposal, source: source, locale: "tr")
    #expect(StandardChecks.all.filter { $0.id.hasPrefix("placeholder.") }.flatMap { $0.findings(text) } == [])
  }

  @Test(
    arguments: CheckCase.all([
      "placeholder.ruby": [["%{n} left", "{n} % igen", "%{n}: \(lost)"]],
      "placeholder.template": [
        ["Hi ${name}", "Hej $ {name}", "${name}: \(lost)"], ["Hi ${name}", "Hej {name}", "${name}: \(lost)"],
      ],
      "placeholder.name": [
        ["{n} left", "%{n}", "{n}: \(lost)"], ["{n} of %{m}", "%{n} af %{m}", "{n}: \(lost)"],
        ["{n}% off", "%{m}", "{n}: \(lost)", "{m}: \(write("{n}"))"],
      ],
    ])) func `a sign that is none in the source text`(example: CheckCase) throws
  { try example.verify() }

  @Test func `a project names its own placeholders`() throws {
    var settings = CheckSettings()
    try settings.addPlaceholder(#"\[\[.+?\]\]"#)
    try settings.addPlaceholder("__[A-Z]+__")
    func findings(_ source: String, _ proposal: String) -> [String] {
      settings.findings(in: CheckedText(proposal, source: source, locale: "da")).map(\.sentence)
    }
    #expect(findings("Hi [[name]], __ID__ too", "Hej __ID__ med [[name]]") == [])
    #expect(
      findings("Hi [[first name]] there", "Hej med dig dér") == ["placeholder.custom (\"[[first name]]\"): \(lost)"])
    #expect(
      findings("Go to __ID__ now", "Gå til __NR__ nu") == [
        "placeholder.custom (\"__ID__\"): \(lost)", "placeholder.custom (\"__NR__\"): \(write("__ID__"))",
      ])
    try settings.set("warning", for: "placeholder.custom")
    #expect(settings.checks.first { $0.id == "placeholder.custom" }?.severity == .warning)
    #expect(throws: CheckSettings.Refusal.self) { try settings.addPlaceholder("[") }
    #expect(throws: CheckSettings.Refusal.self) { try settings.addPlaceholder("x*") }
  }

  @Test func `a text of nothing but marks is read in one pass`() {
    for mark in ["%(", "%a", "##", "$t(", "$t(aa", ":", ":a", "[", "[a", "%", "%aa%"] {
      let text = String(repeating: mark, count: 20_000)
      for family in NamedPlaceholder.allCases { #expect(family.all(in: ScannedText(text)).count <= 20_000) }
    }
  }
}
