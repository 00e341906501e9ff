#!/usr/bin/env python3
"""damages.py MODE BINARY

What is planned from a damaged sheet or file: the right plan (just what the person asked for, as far as the sheet still says it), a refusal,
a warning, or silence - an edit that is neither planned nor refused nor mentioned, or a call that no person wrote and that nothing is said
about. There must be no silence and no death, and where the damage is none - rows sorted, columns moved with their cells, other line ends -
nothing but the right plan."""
import collections
import concurrent.futures
import email.charset
import email.mime.message
import email.mime.multipart
import email.mime.nonmultipart
import email.mime.text
import fnmatch
import gzip
import json
import os
import re
import tempfile
import unicodedata

import checks
from checks import ask, takes
from damaged_cells import Damages
from servers import Sandbox, language, proposal, write_texts
from tracked_cells import Call, Exported

LANGUAGES = [(11, "English (UK)", "en-GB"), (6, "Danish (Denmark)", "da-DK"), (7, "German (Germany)", "de-DE")]
TEXTS = {
    ("general", "ok"): ("OK", "OK", "OK"),
    ("general", "cancel"): ("Cancel", "Annuller", "Abbrechen"),
    ("general", "close"): ("Close", "Luk", "Schließen"),
    ("dialog", "ok"): ("OK", "OK", "OK"),
    ("dialog", "cancel"): ("Cancel", "Annuller", "Abbrechen"),
    ("dialog", "sum"): ("=SUM of all", "=SUM af alle", None),
    ("start", "hello"): ("Hello, {name}!", "Hej {name}!\nGodt at se dig.", None),
    ("start", "pin"): ("007", "007", "007"),
    ("start", "offer"): ("-10% today", "-10% i dag", "-10% heute"),
    ("start", "open"): ("'=Open' is the word", None, "'=Offen' ist das Wort"),
}
PROPOSALS = [
    ("general", "close", "da-DK", "Luk vinduet", True), ("start", "offer", "da-DK", "=10% rabat i dag", True),
    ("general", "cancel", "de-DE", "Verwerfen", True), ("general", "close", "de-DE", "Zumachen", True),
    ("dialog", "cancel", "en-GB", "Dismiss", True), ("general", "close", "de-DE", "Zu", False),
    ("general", "ok", "de-DE", "In Ordnung", False), ("start", "hello", "da-DK", "Velkommen, {name}!", False),
    ("start", "pin", "de-DE", "7", False),
]
# One new proposal for a missing text, one changed, one withdrawn.
EDITS = {
    ("dialog", "sum", "de-DE", ""): {"Proposal": "=Summe aller"},
    ("general", "close", "da-DK", "Luk vinduet"): {"Proposal": "Luk nu"},
    ("general", "cancel", "de-DE", "Verwerfen"): {"Action": "delete"},
}
# What a planned row says that has nothing to do with damage.
ORDINARY = re.compile("^Another user's proposal |^It replaces the proposal")
ORDINARY_BY_HAND = re.compile(ORDINARY.pattern + "|^The row has no base")
ENDINGS = ("right", "refused", "warned", "silent", "died")


class Diff(checks.Program):
    """The program beside a sandbox with these texts, which plans sheets, two at a time."""

    def convert(self, data, from_suffix, to_suffix, worksheet=None):
        """The bytes that the program's own convert makes of a file."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            source, out = checks.write(folder + "/in" + from_suffix, data), folder + "/out" + to_suffix
            self.run("convert", source, out, *(["--worksheet", worksheet] if worksheet else []))
            return checks.read(out)

    def each(self, tried, cases):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return list(pool.map(tried, enumerate(cases)))


def serving(options, mode):
    """Runs a mode beside a sandbox with the texts above."""
    texts = {locale: collections.defaultdict(dict) for _, _, locale in LANGUAGES}
    for (section, key), values in TEXTS.items():
        for (_, _, locale), value in zip(LANGUAGES, values):
            if value is not None:
                texts[locale][section][key] = value
    proposals = [proposal(101 + index, text, value, own) for index, (*text, value, own) in enumerate(PROPOSALS)]
    languages = [language(number, locale, name, locale == LANGUAGES[0][2]) for number, name, locale in LANGUAGES]
    with checks.scratch() as folder:
        write_texts(folder + "/texts", languages, texts, proposals)
        with Sandbox(options.binary, folder + "/texts") as sandbox:
            return mode(options, Diff(options.binary, folder, sandbox))




class Answer:
    """What diff said of one sheet."""

    def __init__(self, run, by_hand):
        self.status, self.plan, self.error = run.returncode, {}, None
        self.by_hand, self.ordinary = by_hand, ORDINARY_BY_HAND if by_hand else ORDINARY
        try:
            self.plan = json.loads(run.stdout)
            self.error = self.plan.get("error", {}).get("code")
        except ValueError:
            pass
        self.died = run.returncode < 0 or not self.plan or (run.returncode == 0 and self.error is not None)
        self.rows = self.plan.get("items", [])
        changes = self.plan.get("changes", [])
        self.calls = {Call(c["operation"], c["section"], c["key"], c["locale"], c["value"]): [self.rows[row] for row in c["items"]] for c in changes}
        grave = [d for d in self.plan.get("diagnostics", []) if d["severity"] != "info"]
        # What concerns a worksheet or the file, and what concerns a row.
        self.general = [d for d in grave if d.get("row") is None or d["code"].startswith("sheet.")]
        self.located = {((d.get("worksheet") or ""), d["row"]) for d in grave if d.get("row") is not None}

    @staticmethod
    def location(row):
        return (row["worksheet"] or "", row["row"])

    def speaks(self, row):
        """Whether something is said of a row, besides that it is planned."""
        return (row["verdict"] not in ("propose", "delete") or any(not self.ordinary.search(note) for note in row["notes"])
                or self.location(row) in self.located)

    def reports_unexpected(self, call):
        return bool(self.general) or all(self.speaks(row) for row in self.calls[call])

    def reports_beside_unexpected(self, call, written):
        """Whether rows beside one are refused that holds what a person wrote, which a program cannot tell from what the person wrote there."""
        return not self.by_hand and call.value in written and (bool(self.located) or any(self.speaks(row) for row in self.rows))

    def reports_lost(self, edit):
        text = (edit.call.section, edit.call.key, edit.call.locale)
        # That a value is pending already says nothing of an action beside it.
        dumb = ("already-proposed", "same-as-current") if edit.call.operation != "propose" else ()
        # A row whose text the server does not know is counted, which is all that can be said of one without a Base and a proposal.
        if self.by_hand and any(d["code"] == "row.gone-unedited" for d in self.plan.get("diagnostics", [])):
            return True
        return bool(self.general) or bool(edit.rows & self.located) or any(
            self.speaks(row) for row in self.rows
            if row["verdict"] not in dumb
            and ((row["section"], row["key"], row["locale"]) == text or self.location(row) in edit.rows
                 or edit.call.operation == "propose" and row["proposal"] == edit.call.value))


Ending = collections.namedtuple("Ending", "kind why exact looks", defaults=["", True, False])


def ending(answer, damaged, exported):
    """How a damaged sheet ended."""
    if answer.died:
        return Ending("died", f"ended with {answer.status}")
    edits, looks = damaged.edits, False
    if damaged.book is not None:
        honest = exported.honest(damaged.book)
        written = exported.edits(damaged.book)
        looks = honest is not None and {edit.call for edit in honest} != {edit.call for edit in written}
        edits = written if honest is None else honest
    wanted = {edit.call: edit for edit in edits}
    if answer.error:
        return Ending("refused", answer.error, False, looks)
    unexpected = [call for call in answer.calls if call not in wanted]
    lost = [edit for call, edit in wanted.items() if call not in answer.calls]
    values = {edit.call.value for edit in edits}
    exact = not unexpected and not lost
    silent = [f"nobody wrote {call}" for call in unexpected if not answer.reports_unexpected(call) and not answer.reports_beside_unexpected(call, values)]
    # What a person wrote may have moved to a planned row that says so.
    silent += [f"nothing is said of {edit.call}" for edit in lost if not answer.reports_lost(edit)
               and not any(call.value == edit.call.value for call in unexpected if call.operation == edit.call.operation)]
    says = answer.general or answer.located or any(answer.speaks(row) for row in answer.rows)
    if damaged.warns and not says:
        silent.append("it is not said that the file was cut off")
    if silent:
        return Ending("silent", "; ".join(silent), exact, looks)
    if exact:
        return Ending("right", "", True, looks)
    return Ending("warned" if unexpected else "refused", "", False, looks)


def all_sheets(program, seed):
    """Every case, with its name and the sheet that it was made of."""
    for layout in ("rows", "locales", "columns"):
        for form in ("xlsx", "csv"):
            path = f"{program.folder}/{layout}.{form}"
            program.run("export", path, "--layout", layout)
            exported = Exported(path)
            variants = {"edited": EDITS, "untouched": {}, **({"by-hand": EDITS} if layout == "rows" else {})}
            for variant, edits in variants.items():
                # Every cell of one layout, some of those of the others; without an edit, a part of each shows whether anything is planned.
                density = {"edited": 1, "untouched": 0.15, "by-hand": 0.3}[variant] * (1 if path.endswith("rows.xlsx") else 0.2)
                sheet = Exported(path, True) if variant == "by-hand" else exported
                by_kind = collections.defaultdict(list)
                for case in Damages(sheet, sheet.edited(edits), seed, density, program.convert, variant == "by-hand"):
                    by_kind[case.kind].append(case)
                for cases in by_kind.values():
                    step = 3 if variant == "untouched" and len(cases) > 40 else 1
                    for case in cases[::step]:
                        yield f"{layout}.{form}/{variant}/{case.kind.replace(' ', '-').replace(',', '')}/{case.name}", case, sheet


@takes("binary", every=1, seed=1, only=None, keep=None)
def sheets(options):
    """Review sheets whose cells, columns, headers, rows or bytes were damaged, in some 20,000 ways, in three layouts, XLSX and CSV, with three
    edits of a reviewer and without. --every N takes each Nth case of a kind, --only PATTERN shows what diff says of single cases, and
    --keep FOLDER leaves the sheets.

    What cannot be told, and counts as what it looks like:
      - a cell that a person wrote and that is gone, or a row: the person's own taking back;
      - a sheet in which only reviewers' cells differ from the export, each empty or holding what a person wrote: `delete` that a shift moved
        to the next row is a `delete` typed there, and in a sheet made by hand any proposal is one that was typed;
      - a CSV file cut off between two records, or after the Base of one: rows that were deleted."""
    return serving(options, damaged_sheets)


def damaged_sheets(options, program):
    cases, by_kind = list(all_sheets(program, options.seed)), collections.defaultdict(list)
    for case in cases:
        by_kind[case[1].kind].append(case)
    chosen = [case for of in by_kind.values() for case in of[options.seed % min(options.every, len(of))::options.every]]
    if options.only:
        chosen = [case for case in cases if fnmatch.fnmatchcase(case[0], options.only)]

    def tried(numbered):
        number, (name, case, exported) = numbered
        damaged = case.make()
        file = re.sub("[^A-Za-z0-9._-]", "_", name) if options.keep else f"case-{number}"
        path = checks.write(f"{options.keep or program.folder}/{file}{damaged.suffix}", damaged.data)
        answer = Answer(program.run("diff", path, "--json", status=None), exported.by_hand)
        if not options.keep:
            os.remove(path)
        return name, case, ending(answer, damaged, exported), answer

    endings = program.each(tried, chosen)
    for name, _, end, answer in endings if options.only else ():
        print(f"{name}: {end.kind} {end.why}\n{json.dumps(answer.plan, ensure_ascii=False, indent=1)}")
    print("| Damage | Sheets | Right plan | Refused | Warned | Silent | Died |\n|---|" + "---:|" * 6)
    for kind in [*dict.fromkeys(case.kind for _, case, _, _ in endings), None]:
        mine = [end.kind for _, case, end, _ in endings if kind in (None, case.kind)]
        print(f"| {kind or 'all'} | {len(mine)} | " + " | ".join(str(mine.count(one)) for one in ENDINGS) + " |")
    for name, case, end, _ in endings:
        ask(name, end.kind not in ("silent", "died") and (end.kind == "right" or not case.exact), f"{end.kind} {end.why}")
    ask("there are cases", endings)
    counts = collections.Counter(end.kind for _, _, end, _ in endings)
    return (f"{len(endings)} of {len(cases)} damaged sheets: {counts['right']} planned right ({sum(end.looks for _, _, end, _ in endings)} of all "
            f"cannot be told from honest ones), {counts['refused']} refused, {counts['warned']} warned of, {counts['silent']} silent")


FORMS = {"xlf": [], "2.1.xlf": ["--xliff-version", "2.1"], "po": []}
LETTERS = {"æ": "ae", "ø": "o", "å": "a", "ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "Æ": "Ae", "Ø": "O", "Å": "A", "đ": "d", "ł": "l"}
PLAIN = {0x2018: "'", 0x2019: "'", 0x201C: "'", 0x201D: "'", 0x2026: "...", 0x2013: "-", 0x2014: "-"}


def mojibake(text):
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


def without_accents(text):
    text = "".join(LETTERS.get(letter, letter) for letter in text)
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def lossy(encoding, how="replace"):
    return lambda text: text.encode(encoding, how).decode(encoding)


ENCODINGS = {
    "? as in windows-1252": lossy("cp1252"), "? as in ISO-8859-1": lossy("latin-1"), "? as in windows-1251": lossy("cp1251"),
    "? as in ASCII": lossy("ascii"), "left out": lossy("ascii", "ignore"), "entities": lossy("ascii", "xmlcharrefreplace"),
    "U+FFFD": lambda text: "".join(c if c < "\x80" else "\ufffd" for c in text), "mojibake": mojibake,
    "mojibake twice": lambda text: mojibake(mojibake(text)), "mojibake of ISO-8859-1": lambda text: text.encode().decode("latin-1"),
    "NFD": lambda text: unicodedata.normalize("NFD", text), "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "ae for æ, no accents": without_accents, "plain quotes": lambda text: text.translate(PLAIN),
}


class File:
    """An exported file in pieces: what is before the units, the units, and what is after them."""

    def __init__(self, text, form):
        self.form = form
        if form == "po":
            self.head, *self.units = text.rstrip("\n").split("\n\n")
            self.head, self.tail = self.head + "\n", "\n"
        else:
            tag = "trans-unit" if form == "xlf" else "unit"
            found = list(re.finditer(f"<{tag} .*?</{tag}>\n?", text, re.S))
            self.units = [match.group() for match in found]
            self.head, self.tail = text[:found[0].start()], text[found[-1].end():]
        self.name = r'msgctxt "(.*)"' if form == "po" else r'resname="(.*?)"' if form == "xlf" else r' name="(.*?)"'
        self.base = r"(v1\.[a-z0-9.:_-]+)"
        self.text = r'(?m)^msgstr "(.*)"$' if form == "po" else r"<target[^>]*>(.*?)</target>|(?=</segment>)"
        self.source = r'(?m)^msgid "(.*)"$' if form == "po" else r"<source>(.*?)</source>"

    def joined(self, units):
        return "\n".join([self.head, *("\n" + unit for unit in units)]).replace("\n\n\n", "\n\n") + self.tail if self.form == "po" \
            else self.head + "".join(units) + self.tail

    def edited(self, units, name, text):
        """The units with a text written into one."""
        def edit(unit):
            if re.search(self.name, unit).group(1) != name:
                return unit
            if self.form == "po":
                return re.sub(r'(?ms)^msgstr ".*\Z', f'msgstr "{text}"', unit)
            new = f'<target state="final">{text}</target>' if self.form == "xlf" else f"<target>{text}</target>"
            if "<target" in unit:
                return re.sub(r"<target.*?</target>|<target[^>]*/>", lambda _: new, unit, flags=re.S)
            return re.sub("</source>", "</source>" + new, unit, count=1)
        return [edit(unit) for unit in units]


def exchanged(units, first, pattern):
    """The units with the values of two neighbours exchanged."""
    left, right = (re.search(pattern, unit) for unit in units[first:first + 2])
    if not left or not right or left.group(1) is None or right.group(1) is None:
        return None
    result = list(units)
    for index, own, other in ((first, left, right), (first + 1, right, left)):
        unit = units[index]
        result[index] = unit[:own.start(1)] + other.group(1) + unit[own.end(1):]
    return result


def damaged_files(file, units, other):
    """Name and text of each damaged file, and whether the damage is none."""
    def with_unit(index, unit):
        return file.joined(units[:index] + [unit] + units[index + 1:])

    foreign = {re.search(other.name, unit).group(1): unit for unit in other.units}
    ident = r' id="(.*?)"'
    metadata = r"(?m)^#\. nstack_review.*\n" if file.form == "po" else r"<context-group.*?</context-group>|<mda:metadata.*?</mda:metadata>"
    yield "as it is", file.joined(units), True
    yield "turned round", file.joined(units[::-1]), True
    yield "all metadata removed", file.joined([re.sub(metadata, "", unit, flags=re.S) for unit in units]), False
    for index, unit in enumerate(units):
        name = re.search(file.name, unit).group(1)
        bare = re.sub(metadata, "", unit, flags=re.S)
        yield f"unit {index} deleted", file.joined(units[:index] + units[index + 1:]), False
        yield f"unit {index} doubled", file.joined(units[:index] + [unit] + units[index:]), False
        yield f"unit {index} without its metadata", with_unit(index, bare), False
        yield f"unit {index} renamed", with_unit(index, unit.replace(name, name + "x")), False
        yield f"source {index} changed", with_unit(index, re.sub(file.source, lambda m: m.group().replace(m.group(1), m.group(1) + " Not meant"),
                                                                unit, count=1)), False
        yield f"metadata {index} changed", with_unit(index, re.sub(file.base, "v1.aaaaaaaaaa.bbbbbbbbbb.cccccccccc.dddddddddd...eeeeeeeeee", unit)), False
        if name in foreign:
            theirs = foreign[name]
            yield f"unit {index} of another locale", with_unit(index, theirs), False
            yield f"unit {index} of another locale, without metadata", with_unit(index, re.sub(metadata, "", theirs, flags=re.S)), False
        for what, pattern in (("name", file.name), ("metadata", file.base), ("id", ident)):
            swap = exchanged(units, index, pattern) if index + 1 < len(units) else None
            if swap:
                # Tools number ids anew; the metadata says which text it is.
                yield f"{what} of {index} and the next swapped", file.joined(swap), what == "id"
        if file.form == "po":
            yield f"unit {index} obsolete", with_unit(index, "\n".join(line if line.startswith("#") else "#~ " + line for line in unit.split("\n"))), False
        else:
            yield f"unit {index} not to be translated", with_unit(index, re.sub(ident, lambda m: m.group() + ' translate="no"', unit, count=1)), False
            if "</target>" in unit:
                yield f"unit {index} with two targets", with_unit(index, unit.replace("</target>", "</target><target>Not meant</target>", 1)), False
    whole = file.joined(units)
    for index in range(len(units)):
        yield f"cut after unit {index}", file.joined(units[:index]), False
    for index in range(len(file.head), len(whole), 97):
        yield f"cut at {index}", whole[:index], False
    for field in ("target-language", "trgLang", "original", "Language: ", "X-NStack-Locale: "):
        for locale in ("de-DE", "sv"):
            changed = re.sub(f'({field}=?"?)[A-Za-z_-]+', lambda m: m.group(1) + locale, whole, count=1)
            if changed != whole:
                yield f"{field} {locale}", changed, False
    for name, change in ENCODINGS.items():
        yield f"encoding: {name}", change(whole), False


UNIT_EDITS = {"dialog.sum": "Summe aller", "general.close": "Dicht"}


@takes("binary", every=1)
def units(options):
    """Reviews as XLIFF 1.2, XLIFF 2.1 and PO: units deleted, doubled, moved, pasted from another locale's file, names, ids and metadata
    swapped, changed or removed, sources changed, files cut off, headers changed, other encodings; with two edits of a translator and without."""
    return serving(options, damaged_units)


def damaged_units(options, program):
    cases = []
    for form, flags in FORMS.items():
        files = []
        for locale in ("de-DE", "da-DK"):
            program.run("export", f"{locale}.{form}", "--locale", locale, *flags)
            files.append(File(checks.read(f"{program.folder}/{locale}.{form}").decode(), form))
        for edits in ({}, UNIT_EDITS):
            edited = files[0].units
            for name, text in edits.items():
                edited = files[0].edited(edited, name, text)
            cases += [(form, edits, *case) for case in damaged_files(files[0], edited, files[1])]
    cases = cases[::options.every]

    def tried(numbered):
        number, (form, edits, name, text, is_none) = numbered
        path = checks.write(f"{program.folder}/case-{number}.{form.split('.')[-1]}", text)
        answer = Answer(program.run("diff", path, "--json", status=None), False)
        os.remove(path)
        return f"{form}, {'edited' if edits else 'untouched'}: {name}", edits, is_none, answer

    ends = collections.Counter()
    for title, edits, is_none, answer in program.each(tried, cases):
        planned = {f"{call.section}.{call.key}": call.value for call in answer.calls}
        unexpected = {key: value for key, value in planned.items() if edits.get(key) != value}
        says = answer.status != 0 or answer.general or answer.located or any(row["verdict"] != "propose" for row in answer.rows)
        # What comes after a cut, or was in a unit that was deleted, nobody handed in.
        lost = [key for key in edits if key not in planned and not ("cut" in title or "deleted" in title)]
        ask(title, not answer.died and not unexpected and (says or not lost and "cut" not in title) and not (is_none and lost),
            f"ended with {answer.status}, nobody wrote {unexpected}, lost are {lost}")
        ends["refused" if answer.status else "warned of" if says else "planned right"] += 1
    return f"{len(cases)} damaged files of units: {', '.join(f'{number} {end}' for end, number in ends.items())}"


DATA = re.compile(r'(<script type="application/json" id="nstack-review-data">)(.*?)(</script>)', re.S)
REVIEWERS = {"Proposal", "Action", "Note"}


def page_with(page, data, ascii=True):
    """The page with other data, written as an export writes them, or with letters as an editor does."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=ascii)
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return DATA.sub(lambda found: found[1] + text + found[3], page)


def mailed(page, encoding, kind="mixed", charset_name="utf-8", attached=None):
    """A mail with the page, or with a kind of related an archive of it as browsers save one. `attached` is another mail in it."""
    part = email.mime.nonmultipart.MIMENonMultipart("text", "html", name="review.html")
    charset = email.charset.Charset(charset_name)
    charset.body_encoding = encoding
    part.set_payload(page, charset)
    mail = email.mime.multipart.MIMEMultipart(kind)
    mail["From"], mail["Subject"] = "Anna <anna@example.com>", "Review"
    mail.attach(email.mime.text.MIMEText("Here it is, <b>done</b>."))
    mail.attach(email.mime.message.MIMEMessage(email.message_from_bytes(attached)) if attached else part)
    return mail.as_bytes()


def on_screen(page):
    """What a page has after its data once its script ran: texts as text, and in attributes with signs of markup."""
    return page.replace("</body>", '<header class="bar"><h1>Review</h1></header><main><div role="row" aria-label="Select <b>x</b> &amp; -->">'
                        "&lt;script&gt;&nbsp;Zumachen</div></main></body>")


def saved_by_browsers(page):
    """Name and bytes of pages as browsers save them: the marks of Chromium and Firefox, taken from what they wrote."""
    shown, charset = on_screen(page), '<meta charset="utf-8">\n'
    typed = '<meta http-equiv="{}" content="text/html; charset=UTF-8">\n'
    yield "saved complete by Chromium", re.sub(r'(<html[^>]*>)\n<head>\n', lambda found: "<!-- saved from url=(0034)file:///tmp/review.html#locale=de-DE -->\n"
                                               + found[1] + "<head>" + typed.format("Content-Type"), shown, count=1).replace(charset, "", 1).encode()
    yield "saved complete by Firefox", re.sub(r'(<html[^>]*>)\n<head>\n', lambda found: found[1][:-1] + ' dir="ltr"><head>\n' + typed.format("content-type"),
                                              shown, count=1).encode()
    yield "a selection that was copied", (re.search("<style.*?</style>", page, re.S)[0] + DATA.search(page)[0] + "<p>x</p>").encode()


def damaged_pages(page):
    """Name and bytes of each page, and whether the damage is none, or the code with which it must be refused."""
    data, whole, tag = json.loads(DATA.search(page)[2]), page.encode(), DATA.search(page)[1]
    start, end = DATA.search(page).span(2)
    escaped = DATA.sub(lambda found: found[1] + found[2].replace('"', "&quot;") + found[3], page)
    for name, changed in {
            "as it is": whole, "byte order mark": b"\xef\xbb\xbf" + whole, "CR LF": page.replace("\n", "\r\n").encode(),
            "UTF-16": page.encode("utf-16"), "UTF-16 without a mark": page.encode("utf-16-be"), "windows-1252": whole + "<!-- æ -->".encode("cp1252"),
            "other quotes": page.replace(tag, "<SCRIPT id='nstack-review-data' type='application/json'>").encode(),
            "no quotes": page.replace(tag, "<script async id=nstack-review-data>").encode(), "entities": escaped.encode(),
            "a comment": b"<!-- saved from url=(0014)about:internet -->\r\n" + whole, "one line": page.replace("\n", " ").encode(),
            "written by another program": page_with(page, data).encode(), "indented": DATA.sub(
                lambda found: found[1] + json.dumps(data, indent=2).replace("<", "\\u003c") + found[3], page).encode(),
            "base64": mailed(page, email.charset.BASE64), "quoted-printable": mailed(page, email.charset.QP),
            "MHTML": mailed(page, email.charset.QP, "related"), "a page in a mail in a mail": mailed(page, None, attached=mailed(page, email.charset.BASE64)),
            "mailed in windows-1252": mailed(page, email.charset.QP, charset_name="windows-1252"),
            "mailed in UTF-16": mailed(page, email.charset.BASE64, charset_name="utf-16"),
            "mailed with a long field": mailed(page, email.charset.QP).replace(b"Encoding: quoted", b"Encoding:\r\n quoted"),
            "typed over": page_with(page, data, ascii=False).encode(), "typed over, in UTF-16": page_with(page, data, ascii=False).encode("utf-16"),
            "re-indented": re.sub("(?m)^", "\t", page).encode(), "spaces at the ends": page.replace("\n", "  \n").encode(),
            **dict(saved_by_browsers(page))}.items():
        yield name, changed, True
    bare = on_screen(re.sub("(?s)<(script|style).*?</\\1>", "", page))
    for name, changed, code in (
            ("an archive without scripts", mailed(bare, email.charset.QP, "related"), "html.no-data"), ("scripts left out", bare.encode(), "html.no-data"),
            ("wrapped at 80", re.sub("(.{80})", "\\1\n", page).encode(), "html.broken-data"), ("UTF-7", page.encode("utf-7"), None),
            ("UTF-7, but for signs", page.replace("\\u", "+AFw-u").encode(), "html.broken-data"),
            ("typed over, in windows-1252", page_with(page, data, ascii=False).encode("cp1252"), "html.broken-data"),
            ("compressed", gzip.compress(whole, mtime=0), "file.unsupported-format"), ("printed", b"%PDF-1.7\n" + whole, "file.unsupported-format"),
            ("two in one", whole + page_with(page, {**data, "rows": data["rows"][1:]}).encode(), "html.two-reviews")):
        yield name, changed, code or False
    for name, change in ENCODINGS.items():
        yield f"encoding: {name}", change(page).encode(), True
    # What is before the data is the same in every page, and long.
    for index in [*range(0, start - 400, 4096), *range(start - 400, end, 61)]:
        yield f"cut at {index}", whole[:index], False
        yield f"{61} bytes gone at {index}", whole[:index] + whole[index + 61:], False
    for index in range(start, end, 7):
        flipped = bytearray(whole)
        flipped[index] ^= 1 << index % 7
        yield f"byte {index} changed", bytes(flipped), False
    rows, columns = data["rows"], data["columns"]
    for index in range(len(rows)):
        yield f"row {index} deleted", page_with(page, {**data, "rows": rows[:index] + rows[index + 1:]}).encode(), False
        yield f"row {index} doubled", page_with(page, {**data, "rows": rows[:index] + rows[index:index + 1] + rows[index:]}).encode(), False
        yield f"row {index} without a cell", page_with(page, {**data, "rows": rows[:index] + [rows[index][1:]] + rows[index + 1:]}).encode(), False
    for name in data:
        yield f"{name} gone", page_with(page, {key: value for key, value in data.items() if key != name}).encode(), name not in ("format", "version", "columns", "rows")
        yield f"{name} twice", page.replace('"saved":null', f'"saved":null,{json.dumps(name)}:null').encode(), False
    for position, column in enumerate(columns):
        others = [cells[:position] + cells[position + 1:] for cells in [columns, *rows]]
        yield f"column {column} gone", page_with(page, {**data, "columns": others[0], "rows": others[1:]}).encode(), False


@takes("binary", every=1)
def pages(options):
    """Reviews as web pages: as browsers, editors and mail programs leave them, which must plan what was written, and cut off, with bytes changed
    or gone, and with rows, columns and members gone or doubled. A change of a reviewer's cell alone is an edit and no damage."""
    return serving(options, damaged_web_pages)


def damaged_web_pages(options, program):
    program.run("export", "review.html", "--locale", "de-DE")
    page = checks.read(f"{program.folder}/review.html").decode()
    data = json.loads(DATA.search(page)[2])
    at = {column: data["columns"].index(column) for column in data["columns"]}
    edited = json.loads(json.dumps(data))
    for cells in edited["rows"]:
        text = UNIT_EDITS.get(f"{cells[at['Section']]}.{cells[at['Key']]}")
        if text and cells[at["Proposal"]] in ("", "Zumachen"):
            cells[at["Proposal"]] = text

    def guarded(source):
        """What is not the reviewers' in the data that can be read; None where there are none."""
        try:
            found = json.loads(DATA.search(source.decode())[2])
            return [{name: text for name, text in zip(found["columns"], cells) if name not in REVIEWERS} for cells in found["rows"]]
        except (TypeError, ValueError, KeyError):
            return None
    untouched = guarded(page.encode())
    # All whole and all named pages with edits, and each so many of the others: each is half a megabyte.
    cases = [(edits, *case) for edits, source in (({}, data), (UNIT_EDITS, edited))
             for number, case in enumerate(damaged_pages(page_with(page, source))) if edits and case[2] or number % options.every == 0]
    cases = [case for case in cases if not (case[1].startswith("byte") and guarded(case[2]) == untouched)]

    def tried(numbered):
        number, (edits, name, bytes_, is_none) = numbered
        path = checks.write(f"{program.folder}/case-{number}.html", bytes_)
        answer = Answer(program.run("diff", path, "--json", status=None), False)
        os.remove(path)
        return f"{'edited' if edits else 'untouched'}: {name}", edits, is_none, answer

    ends = collections.Counter()
    for title, edits, is_none, answer in program.each(tried, cases):
        planned = {f"{call.section}.{call.key}": call.value for call in answer.calls}
        unexpected = {call for call in answer.calls if edits.get(f"{call.section}.{call.key}") != call.value and not answer.reports_unexpected(call)}
        says = answer.status != 0 or answer.general or answer.located or any(row["verdict"] != "propose" for row in answer.rows)
        lost = [key for key in edits if key not in planned and "deleted" not in title and "column Proposal" not in title]
        ask(title, not answer.died and not unexpected and (says or not lost)
            and (answer.error == is_none if isinstance(is_none, str) else not (is_none and (lost or answer.error))),
            f"ended with {answer.status} {answer.error}, nobody wrote {unexpected}, lost are {lost}")
        ends["refused" if answer.status else "warned of" if says else "planned right"] += 1
    return f"{len(cases)} pages: {', '.join(f'{number} {end}' for end, number in ends.items())}"


if __name__ == "__main__":
    checks.main(__doc__, sheets, units, pages)
