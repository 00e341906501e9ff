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
  @Test(arguments: [
    CheckCase(
      "placeholder.name", "Trusted by {vendor}", "Af {Vendor}", "{vendor}: \(lost)", "{Vendor}: \(write("{vendor}"))"),
    CheckCase("placeholder.name", "{a} and {b}", "{b} og {a}"), CheckCase("placeholder.name", "{a}", "{a} {a}"),
    CheckCase("placeholder.name", "{a}", "{a} {c}", "{c}: \(remove("{a}"))"),
    CheckCase("placeholder.name", "Hello", "Hej {navn}"),
    CheckCase("placeholder.name", "{count} day", "en dag", key: "d.one", otherForm: "{count} days"),
    CheckCase("placeholder.name", "{count} day", "en dag", key: "d.one", isOtherFormUnknown: true),
    CheckCase("placeholder.name", "{count} day", "en dag", key: "d.one", "{count}: \(lost)"),
    CheckCase("placeholder.name", "Hello {name}", "Hej", key: "title_one", "{name}: \(lost)"),
    CheckCase("placeholder.name", "Hello {name}", "Hej", key: "title_one", isOtherFormUnknown: true, "{name}: \(lost)"),
    CheckCase(
      "placeholder.name", "{user} wrote {count} reply", "Et svar", key: "reply.one",
      otherForm: "{user} wrote {count} replies", "{user}: \(lost)"),
    CheckCase(
      "placeholder.name", "{user} wrote a reply", "{user}: {count} svar", key: "reply.one",
      otherForm: "{user} wrote {count} replies"),
    CheckCase(
      "placeholder.name", "{user} wrote %d reply", "Et svar", key: "reply.one", otherForm: "{user} wrote %d replies",
      "{user}: \(lost)"), CheckCase("placeholder.index", "{0} day", "en dag", key: "d.one", otherForm: "{0} days"),
    CheckCase("placeholder.name", "{count} days", "dage", key: "d.other", "{count}: \(lost)"),
    CheckCase(
      "placeholder.name", "{user}", "{пользователь}", locale: "ru", "{user}: \(lost)",
      "{пользователь}: \(write("{user}"))"), CheckCase("placeholder.name", "A { name } b", "A {name} b"),
    CheckCase("placeholder.name", "{count} files", "{count, plural, one {# fil} other {# filer}}"),
    CheckCase(
      "placeholder.name", "{count} files", "{antal, plural, one {# fil} other {# filer}}", "{count}: \(lost)",
      "{antal}: \(write("{count}"))"),
    CheckCase(
      "placeholder.name", "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}", "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}{x}",
      "{x}: \(remove("{a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}, {i}, {j}, …"))"),
    CheckCase("placeholder.name", "{count, plural, one {x} other {y}}", "{x}"),
    CheckCase("placeholder.name", "{{name}} ${x} %{y}", "hej"), CheckCase("placeholder.name", "{ }", "hej"),
    CheckCase("placeholder.name", "{a", "hej"),
  ]) func `names between braces`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("placeholder.sign", "{percent}% done", "{percent} færdig", "%: \(lostSign)"),
    CheckCase("placeholder.sign", "{{n}} %.", "{{n}}.", "%: \(lostSign)"),
    CheckCase("placeholder.sign", "%{n}% done", "%{n} færdig", "%: \(lostSign)"),
    CheckCase("placeholder.sign", "{n}%-{m}%", "{n}-{m}", "%: \(lostSign)"),
    CheckCase("placeholder.sign", "{n}%", "{n}", key: "share.one", otherForm: "{n}%", "%: \(lostSign)"),
    CheckCase("placeholder.sign", "Only €{price}", "Kun {price}", "€: \(lostSign)"),
    CheckCase("placeholder.sign", "{a}\u{202F}£, {b}$", "{a}, {b}", "$: \(lostSign)", "£: \(lostSign)"),
    CheckCase("placeholder.sign", "{percent}% done", "%{percent} tamam", locale: "tr"),
    CheckCase("placeholder.sign", "{percent}% done", "اكتمل {percent}٪", locale: "ar"),
    CheckCase("placeholder.sign", "{percent}% done", "{percent}％ 完了", locale: "ja"),
    CheckCase("placeholder.sign", "{percent}% done", "{percent} pct. færdig"),
    CheckCase("placeholder.sign", "{percent}% done", "{percent} Prozent", locale: "de"),
    CheckCase("placeholder.sign", "%{n}% done", "%{n} % færdig"),
    CheckCase("placeholder.sign", "Only €{price}", "Kun {price} euro"),
    CheckCase("placeholder.sign", "${price}", "{price}"), CheckCase("placeholder.sign", "{a} $t(b)", "{a}"),
    CheckCase("placeholder.sign", "{a} %{b}", "{a} {b}"), CheckCase("placeholder.sign", "{a} %d, {b} %1$@", "{a} {b}"),
    CheckCase("placeholder.sign", "20% {n}", "{n}"), CheckCase("placeholder.sign", "{n}\n% of all", "{n}"),
    CheckCase("placeholder.sign", nil, "{n}"),
  ]) func `signs of values between braces`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("placeholder.mustache", "{{name}}", "{{navn}}", "{{name}}: \(lost)", "{{navn}}: \(write("{{name}}"))"),
    CheckCase("placeholder.mustache", "{{count, number}}", "{{ count }}"),
    CheckCase("placeholder.mustache", "{{name}}", "{name}", "{{name}}: \(lost)"),
    CheckCase("placeholder.index", "{0} of {1}", "{1} af", "{0}: \(lost)"),
    CheckCase("placeholder.index", "{0} files", "{0, plural, one {# fil} other {# filer}}"),
    CheckCase("placeholder.index", "{0:N2}", "{0}"), CheckCase("placeholder.index", "{}", "x", "{}: \(lost)"),
    CheckCase("placeholder.template", "${x}", "$x", "${x}: \(lost)"),
    CheckCase("placeholder.ruby", "%{x} left", "{x} igen", "%{x}: \(lost)"),
    CheckCase(
      "placeholder.variable", "%#@files@", "%#@filer@", "%#@files@: \(lost)", "%#@filer@: \(write("%#@files@"))"),
    CheckCase("placeholder.variable", "%1$#@a@", "%1$#@a@ x"),
  ]) func `the other syntaxes`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("placeholder.python", "Hi %(name)s", "Hej med dig", "%(name)s: \(lost)"),
    CheckCase("placeholder.python", "%(n)d", "%(n)s", "%(n)d: \(lost)", "%(n)s: \(write("%(n)d"))"),
    CheckCase("placeholder.python", "%(a.b)s %(x)05.2f", "%(x)05.2f %(a.b)s"),
    CheckCase("placeholder.python", "%%(a)s", "x"),
    CheckCase("placeholder.percent", "Hi %name%", "Hej med dig", "%name%: \(lost)"),
    CheckCase(
      "placeholder.percent", "Hi %sitename%", "Hej %Sitename%", "%sitename%: \(lost)",
      "%Sitename%: \(write("%sitename%"))"), CheckCase("placeholder.percent", "%d% and %ld%, 5%to%", "x"),
    CheckCase("placeholder.hash", "Hi ##NAME##", "Hej med dig", "##NAME##: \(lost)"),
    CheckCase("placeholder.hash", "## Title ##, #1 # ##", "x"),
    CheckCase("placeholder.nesting", "Hi $t(common.name)", "Hej med dig", "$t(common.name): \(lost)"),
    CheckCase("placeholder.nesting", "$t(a:b, {\"n\": {{n}} })", "x $t(a:b)"),
    CheckCase("placeholder.nesting", "$t(ab)", "$t(abc)", "$t(ab): \(lost)", "$t(abc): \(write("$t(ab)"))"),
    CheckCase("placeholder.colon", "Hi :name", "Hej med dig", ":name: \(lost)"),
    CheckCase("placeholder.colon", "Hi :name, :Name", "hej:NAME"),
    CheckCase("placeholder.colon", "Hi :name", "Hej :names", ":name: \(lost)", ":names: \(write(":name"))"),
    CheckCase("placeholder.colon", "At 12:30, a:b http://x @:a.b :smile: :D ::a", "x"),
    CheckCase("placeholder.bracket", "Hi [name]", "Hej med dig", "[name]: \(lost)"),
    CheckCase("placeholder.bracket", "[a](b) [x] a[index] [0] [two words] ![alt] [[name]]", "x"),
    CheckCase("placeholder.custom", "Hi [[name]]", "Hej"),
  ]) func `names between other marks`(example: CheckCase) throws { try example.verify() }

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

  @Test(arguments: [
    CheckCase("placeholder.ruby", "%{n} left", "{n} % igen", "%{n}: \(lost)"),
    CheckCase("placeholder.template", "Hi ${name}", "Hej $ {name}", "${name}: \(lost)"),
    CheckCase("placeholder.template", "Hi ${name}", "Hej {name}", "${name}: \(lost)"),
    CheckCase("placeholder.name", "{n} left", "%{n}", "{n}: \(lost)"),
    CheckCase("placeholder.name", "{n} of %{m}", "%{n} af %{m}", "{n}: \(lost)"),
    CheckCase("placeholder.name", "{n}% off", "%{m}", "{n}: \(lost)", "{m}: \(write("{n}"))"),
  ]) func `a sign that is none in the source text`(example: CheckCase) throws { try example.verify() }

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
