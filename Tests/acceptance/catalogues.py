#!/usr/bin/env python3
"""catalogues.py MODE BINARY

What `generate` writes: catalogues that ship inside apps, and typed keys."""
import collections
import glob
import itertools
import json
import os
import plistlib
import random
import re
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree

import checks
from checks import ask, same, skip, takes
from servers import Sandbox, write_texts

CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
HARD = [
    'a "quote" and an \'apostrophe\'', "two\nlines", "a\ttab and a\r\nWindows line", " spaces at both ends ", "two  spaces",
    "back\\slash \\n and \\u0041", "@at", "?question", "#sign", "100 % of 50% or 5%", "</string>", "]]>", "<b>bold</b> & <i>italic</i>", "&amp;",
    "\u2028\u2029", "\U0001F469\u200D\U0001F680 rocket", "e\u0301", "\u0008\u000c\u0001\u007f", "\u200f\u202bשלום\u202c", "/* a */ // b",
    "<!-- a --> --", "=1;", "\u00a0no break\u00a0", "\\", "'", '"', "@", "?", "$t", "¡Olé! 漢字 ไทย",
]
# What each format makes of the plurals, by the category of the form: in the default language, with N for the number.
PLURALS = {"files.one": "%d file", "files.other": "%d files", "people_one": "%2$@: %1$d person", "people_other": "%2$@: %1$d people"}
MESSAGE = {"en-GB": "{n, plural, one {# day} other {# days}} left", "ar-SA": "{n, plural, zero {ص #} one {و #} two {ث #} few {ق #} many {ك #} other {غ #}}"}
counts = collections.Counter()


def run(*command, **options):
    return subprocess.run(command, capture_output=True, **options)


def texts_of(folder):
    """The values by locale and (section, key), with missing ones left out; and the default locale."""
    values, languages = {}, checks.json_of(folder + "/languages.json")["data"]
    for locale in (entry["locale"] for entry in languages):
        resource = checks.json_of(f"{folder}/resource-{locale}.json")
        values[locale] = {(s, k): v for s, keys in resource.get("data", resource).items() if isinstance(keys, dict) for k, v in keys.items()
                          if isinstance(v, str) and v and v != "__" + k}
    return values, next((x["locale"] for x in languages if x["is_default"]), languages[0]["locale"])


def plain_keys(values):
    """The keys that are neither a form of a plural nor an ICU message in any language."""
    keys = {key for texts in values.values() for key in texts}
    forms = set()
    for section, key in keys:
        match = re.fullmatch(r"(.+)([._])(zero|one|two|few|many|other)", key, re.S | re.I)
        if match:
            forms.add((section, match[1], match[2], key))
    groups = {}
    for section, stem, mark, key in forms:
        groups.setdefault((section, stem, mark), set()).add(key)
    grouped = {(g[0], key) for g, members in groups.items() for key in members
               if len(members) > 1 and any(m.lower().endswith("other") for m in members)}
    messages = {key for texts in values.values() for key, text in texts.items()
                if re.search(r"\{\s*\w+\s*,\s*(plural|select|selectordinal|number|date|time)", text)}
    return keys - grouped - messages


def java(text):
    """A text with Java's conversions, by the rules of the article."""
    pattern = re.compile(r"%%|%(?:(\d+)\$)?([-+#0']*\d*(?:\.\d+)?)(hh|h|ll|l|q|L|z|j|t)?([@dDiuUxXoOfFeEgGaAcCsS])")
    found = [m for m in pattern.finditer(text) if m[0] != "%%"]
    if not found:
        return text
    numbers, position = {}, 0
    for match in found:
        if not match[1]:
            position += 1
        numbers[match.start()] = int(match[1] or position)
    numbered = len(found) > 1 or any(n != 1 for n in numbers.values())
    result, end = "", 0
    for match in pattern.finditer(text):
        result += text[end:match.start()].replace("%", "%%")
        end = match.end()
        if match[0] == "%%":
            result += "%%"
        else:
            kind = {"@": "s", "S": "s", "D": "d", "i": "d", "u": "d", "U": "d", "O": "o", "C": "c", "F": "f"}.get(match[4], match[4])
            result += "%" + (f"{numbers[match.start()]}$" if numbered else "") + match[2].replace("'", ",") + kind
    return result + text[end:].replace("%", "%%")


def named(text, braces):
    """A text with its placeholders between other braces; None for one that this script does not judge."""
    if re.search(r"%[-+#0'\d$.]*(hh|h|ll|l|q|L|z|j|t)?[@dDiuUxXoOfFeEgGaAcCsSpbB*]|%#@", text):
        return None
    if re.search(r"\{[^{}]*[^\x00-\x7f][^{}]*\}", text):
        return None
    pattern = re.compile(r"\{\{\s*([^\W\d][\w.\- ]*|\d+)\s*(?:[,:|][^{}]*)?\}\}|[$%]?\{\s*([^\W\d][\w.\- ]*|\d+)\s*\}")
    if any(not re.fullmatch(r"[A-Za-z]\w*", match[1] or match[2], re.A) for match in pattern.finditer(text)) or "{{{" in text:
        return None
    return pattern.sub(lambda match: braces[0] + (match[1] or match[2]) + braces[1], text)


def compare(reader, name, wanted, found, where):
    counts[reader] += 1
    same(f"{reader}: {where}: {name}", found, wanted)


def plain_texts(reader, values, keys, found, rename, change=lambda text: text):
    """Compares the plain texts of every locale with those that a reader found."""
    for locale, texts in values.items():
        for key in keys & set(texts):
            wanted = change(texts[key])
            if wanted is not None:
                compare(reader, key, wanted, found.get(locale, {}).get(rename(key)), locale)


# Readers

def read_strings(folder, values, keys, default, work):
    files = {os.path.basename(os.path.dirname(p))[:-6]: p for p in glob.glob(folder + "/*.lproj/Localizable.strings")}
    dotted = ".".join
    if shutil.which("plutil"):
        lint = run("plutil", "-lint", *files.values())
        if lint.returncode != 0:
            checks.fail("plutil -lint: " + lint.stdout.decode()[:300])
        found = {}
        for locale, path in files.items():
            converted = run("plutil", "-convert", "xml1", "-o", "-", path)
            # A property list in XML cannot hold control characters, so those are left to the other readers.
            text = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", converted.stdout)
            found[locale] = plistlib.loads(text)
        plain_texts("plutil", values, keys, found, dotted, lambda t: None if re.search(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]", t) else t)
    else:
        skip("plutil is not there")
    properties = checks.module("translate.storage.properties")
    if not properties:
        return skip("translate-toolkit is not there for .strings")
    found = {}
    for locale, path in files.items():
        store = properties.stringsutf8file.parsefile(path)
        found[locale] = {unit.name: str(unit.source) for unit in store.units if unit.name}
    # Its reader knows neither escapes of controls nor these separators.
    plain_texts("translate-toolkit .strings", values, keys, found, dotted,
                lambda t: None if re.search(r"[\x00-\x1f\x7f\u2028\u2029\\]|/\*|//", t) else t)


def read_stringsdict(folder, values, keys, default, work):
    for path in glob.glob(folder + "/*.lproj/*.stringsdict"):
        locale = os.path.basename(os.path.dirname(path))[:-6]
        lists = [("plistlib", plistlib.load(open(path, "rb")))]
        if shutil.which("plutil"):
            lists.append(("plutil .stringsdict", json.loads(run("plutil", "-convert", "json", "-o", "-", path).stdout)))
        if shutil.which("plistutil"):
            lists.append(("plistutil", plistlib.loads(run("plistutil", "-i", path, "-o", "-", "-f", "xml").stdout)))
        else:
            skip("plistutil is not there")
        for reader, found in lists:
            if values.get(locale, {}).get(("hard", "files.one")):
                entry = found["hard.files"]
                compare(reader, "files", {"NSStringLocalizedFormatKey": "%#@count@", "count": {
                    "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d", "one": "%d file", "other": "%d files"}},
                    entry, locale)
                compare(reader, "people", ("%1$#@count@", "%2$@: %1$d person"), (
                    found["hard.people"]["NSStringLocalizedFormatKey"], found["hard.people"]["count"]["one"]), locale)
            message = values.get(locale, {}).get(("hard", "days"))
            if message:
                entry = found["hard.days"]
                forms = dict(re.findall(r"(\w+) \{([^{}]*)\}", message.split("plural,")[1]))
                wanted = {c: t.replace("#", "%lld") for c, t in forms.items()}
                compare(reader, "days", wanted, {c: entry["n"][c] for c in CATEGORIES if c in entry["n"]}, locale)


def read_xcstrings(folder, values, keys, default, work):
    catalogue = checks.json_of(folder + "/Localizable.xcstrings")
    compare("json .xcstrings", "sourceLanguage", default.replace("_", "-"), catalogue["sourceLanguage"], "file")
    compare("json .xcstrings", "version", "1.0", catalogue["version"], "file")
    found = {locale: {} for locale in values}
    for name, entry in catalogue["strings"].items():
        if set(entry) - {"comment", "extractionState", "localizations"} or entry["extractionState"] != "manual":
            checks.fail(f"xcstrings: {name} has {sorted(entry)}")
        for locale, text in entry["localizations"].items():
            if set(text) == {"stringUnit"}:
                found[locale][name] = text["stringUnit"]["value"]
            elif set(text) == {"stringUnit", "substitutions"}:
                for variable in re.findall(r"%#@(\w+)@", text["stringUnit"]["value"]):
                    if "other" not in text["substitutions"][variable]["variations"]["plural"]:
                        checks.fail(f"xcstrings: {name} ({locale}): {variable} has no other")
            elif "other" not in text["variations"]["plural"]:
                checks.fail(f"xcstrings: {name} ({locale}): no other")
    plain_texts("json .xcstrings", values, keys, found, ".".join)


def android_folders(folder, default):
    for path in glob.glob(folder + "/values*/strings.xml"):
        name = os.path.basename(os.path.dirname(path))
        qualifier = name[7:]
        if not qualifier:
            yield default, path
            continue
        locale = qualifier[2:].replace("+", "-") if qualifier.startswith("b+") else qualifier.replace("-r", "-")
        parts = locale.split("-")
        yield "-".join([{"iw": "he", "in": "id", "ji": "yi"}.get(parts[0], parts[0])] + parts[1:]), path


def unquoted_android(text):
    """What an app shows of a text in a resource, by the rules of Android's documentation."""
    result, quoted, index, space = "", False, 0, False
    while index < len(text):
        letter = text[index]
        index += 1
        if letter == "\\" and index < len(text):
            letter = text[index]
            index += 1
            if letter == "u":
                letter, index = chr(int(text[index:index + 4], 16)), index + 4
            letter = {"n": "\n", "t": "\t"}.get(letter, letter)
        elif letter == '"':
            quoted = not quoted
            continue
        elif letter in " \t\n\r" and not quoted:
            space = True
            continue
        if space and result:
            result += " "
        space = False
        result += letter
    return result


def read_android(folder, values, keys, default, work):
    name = lambda key: re.sub(r"[^A-Za-z0-9_]", "_", "_".join(key))
    names = {}
    for key in keys:
        names.setdefault(name(key), []).append(key)
    keys = {members[0] for members in names.values() if len(members) == 1}
    # Widths that are arguments, and variables of a .stringsdict, stay as they are, and are not judged here.
    change = lambda text: None if "%" in text and ("*" in text or "#@" in text) else java(text)
    found, resources = {}, {}
    for locale, path in android_folders(folder, default):
        locale = next((known for known in values if known.replace("_", "-").lower() == locale.replace("_", "-").lower()), locale)
        root = xml.etree.ElementTree.parse(path).getroot()
        found[locale] = {e.get("name"): unquoted_android(e.text or "") for e in root.findall("string")}
    plain_texts("expat strings.xml", values, keys, found, name, change)
    if not shutil.which("aapt2"):
        return skip("aapt2 is not there")
    manifest = os.path.join(work, "AndroidManifest.xml")
    checks.write(manifest, '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"/>')
    compiled, linked = os.path.join(work, "compiled.zip"), os.path.join(work, "linked.apk")
    for command in (["aapt2", "compile", "--dir", folder, "-o", compiled], ["aapt2", "link", "--manifest", manifest, "-o", linked, compiled]):
        result = run(*command)
        said = [line for line in (result.stderr + result.stdout).decode().split("\n") if line and "without required default value" not in line]
        if result.returncode != 0 or said:
            checks.fail(f"{command[1]}: " + "; ".join(said)[:500])
            return
    dump = run("aapt2", "dump", "strings", linked).stdout
    # It shows a character above U+FFFF as two surrogates, each in three bytes.
    dump = dump.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16")
    pool = set(re.split(r"\nString #\d+ : ", dump))
    last = dump.rsplit("\nString #", 1)[-1].split(" : ", 1)[-1]
    pool.add(last[:-1] if last.endswith("\n") else last)
    # A text that the default language lacks is removed, and NUL ends what the dump shows.
    for locale, texts in values.items():
        for key in keys & set(texts) & set(values[default]):
            wanted = change(texts[key])
            if wanted is not None and "\0" not in wanted and "\ufffe" not in wanted:
                compare("aapt2", key, True, wanted in pool, f"{locale} {wanted!r}")


def read_arb(folder, values, keys, default, work):
    dart = lambda key: (lambda words: words[0].lower() + words[1:])("".join(
        part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", " ".join(key)) if part) or "text")
    found = {}
    for path in glob.glob(folder + "/app_*.arb"):
        content = checks.json_of(path)
        # The file of a language has the texts of one of its regions.
        locale = next((known for known in values if known.replace("-", "_") == content["@@locale"]), None)
        if locale is None:
            regions = [checks.json_of(other) for other in glob.glob(path.replace(".arb", "_*.arb"))]
            ask(f"arb: {path} is one of its regions'", {**content, "@@locale": ""} in [{**region, "@@locale": ""} for region in regions])
            continue
        found[locale] = {k: v for k, v in content.items() if not k.startswith("@")}
        for name in found[locale]:
            if not re.fullmatch(r"[a-z][A-Za-z0-9_]*", name):
                checks.fail(f"arb: {name} is not a name of Dart")
    icu = checks.module("icu")
    if not icu:
        return skip("PyICU is not there")
    names = {}
    for key in keys:
        names.setdefault(dart(key), []).append(key)
    for name, members in names.items():
        if len(members) > 1:
            continue
        for locale, texts in values.items():
            text = texts.get(members[0])
            wanted = text is not None and named(text, "{}")
            if not wanted or name not in found.get(locale, {}):
                continue
            if locale == default and text and name not in found[locale]:
                checks.fail(f"arb: {name} is missing")
            pattern = found[locale][name]
            # The reader is told each name as its own value, so that a text comes back as it was written.
            arguments = re.findall(r"\{(\w+)\}", wanted)
            try:
                message = icu.MessageFormat(icu.UnicodeString(pattern), icu.Locale(locale.replace("-", "_")))
                shown = str(message.format([icu.UnicodeString(a) for a in arguments], [icu.Formattable("{%s}" % a) for a in arguments]))
            except icu.ICUError as error:
                checks.fail(f"ICU: {name} ({locale}): {error}: {pattern!r}")
                continue
            compare("ICU", name, wanted, shown, locale)


NODE = """
const i18next = require(process.argv[1]); const fs = require('fs'); const folder = process.argv[2];
const out = {};
for (const locale of fs.readdirSync(folder)) {
  const resources = {[locale]: {translation: JSON.parse(fs.readFileSync(folder + '/' + locale + '/translation.json'))}};
  const one = i18next.createInstance();
  one.init({lng: locale, resources, fallbackLng: false, nsSeparator: false, skipOnVariables: false, interpolation: {skipOnVariables: true}, initImmediate: false});
  out[locale] = {};
  for (const [section, keys] of Object.entries(resources[locale].translation))
    if (typeof keys === 'string') out[locale][section] = one.t(section, {skipInterpolation: true});
    else for (const key of Object.keys(keys)) out[locale][section + '.' + key] = one.t(section + '.' + key, {skipInterpolation: true});
  out[locale]['=files'] = [0, 1, 2, 5].map(count => one.t('hard.files', {count}));
  out[locale]['=days'] = [0, 1, 2, 3, 11, 100].map(count => one.t('hard.days', {count}));
}
console.log(JSON.stringify(out));
"""


def read_i18next(folder, values, keys, default, work):
    node, module = shutil.which("node"), next((p for p in ("/usr/share/nodejs/i18next", os.environ.get("I18NEXT", "")) if os.path.isdir(p)), None)
    if not node or not module:
        skip("i18next is not there (Debian: node-i18next)")
        found = {}
        for path in glob.glob(folder + "/*/translation.json"):
            content = checks.json_of(path)
            found[os.path.basename(os.path.dirname(path))] = {name: text for s, x in content.items()
                                                                      for name, text in ([(s, x)] if isinstance(x, str) else ((f"{s}.{k}", v) for k, v in x.items()))}
    else:
        result = run(node, "-e", NODE, module, folder, env=dict(os.environ, NODE_PATH=os.path.dirname(module)))
        if result.returncode != 0:
            checks.fail("i18next: " + result.stderr.decode()[:500])
            return
        found = json.loads(result.stdout)
        for locale, texts in values.items():
            shown = found.get(locale.replace("_", "-"), {})
            if texts.get(("hard", "files.one")):
                compare("i18next", "files", ["0 files", "1 file", "2 files", "5 files"], shown["=files"], locale)
            if texts.get(("hard", "days")) and locale.startswith("en"):
                compare("i18next", "days", ["0 days left", "1 day left", "2 days left", "3 days left", "11 days left", "100 days left"], shown["=days"], locale)
            if texts.get(("hard", "days")) and locale.startswith("ar"):
                compare("i18next", "days", ["ص 0", "و 1", "ث 2", "ق 3", "ك 11", "غ 100"], shown["=days"], locale)
    change = lambda text: None if "$t(" in text else named(text, ("{{", "}}"))
    same = {locale: found.get(locale.replace("_", "-"), {}) for locale in values}
    plain_texts("i18next" if node and module else "json i18next", values, keys, same, ".".join, change)


def with_hard_texts(samples, into, name="hard"):
    """A copy of the sample texts with a section of hard ones."""
    shutil.copytree(samples, into)
    for path in glob.glob(into + "/resource-*.json"):
        locale = os.path.basename(path)[9:-5]
        content = checks.json_of(path)
        sections = content.setdefault("data", {}) if "data" in content else content
        hard = {f"k{number}": text for number, text in enumerate(HARD)}
        if locale == "en-GB":
            hard.update(PLURALS)
        if locale in MESSAGE:
            hard["days"] = MESSAGE[locale]
        sections[name] = hard
        checks.write(path, json.dumps(content, ensure_ascii=False))


def differences(binary, source, folder, work):
    """Changes a text, removes one and adds one on the server, and asks `diff --against`."""
    changed = os.path.join(work, "changed")
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(source, changed)
    values, default = texts_of(source)
    keys = sorted(plain_keys(values) & {key for key, text in values[default].items() if not re.search(r"[%{}]", text)})
    first, second = keys[0], keys[1]
    path = f"{changed}/resource-{default}.json"
    content = checks.json_of(path)
    sections = content.get("data", content)
    sections[first[0]][first[1]] += " changed"
    sections["fresh"] = {"one more": "New"}
    for other in values:
        if second in values[other]:
            file = f"{changed}/resource-{other}.json"
            body = content if other == default else checks.json_of(file)
            del body.get("data", body)[second[0]][second[1]]
            checks.write(file, json.dumps(body, ensure_ascii=False))
    checks.write(path, json.dumps(content, ensure_ascii=False))
    result = run(binary, "diff", "--against", folder, "--input", changed, "--json")
    kinds = sorted(d["kind"] for d in json.loads(result.stdout)["differences"])
    if result.returncode != 3 or kinds != ["extra", "missing", "stale"]:
        checks.fail(f"diff --against {os.path.basename(folder)}: {result.returncode}, {kinds}")


READERS = {"strings": read_strings, "stringsdict": read_stringsdict, "xcstrings": read_xcstrings, "android": read_android, "arb": read_arb,
           "i18next": read_i18next}


@takes("binary", input=None, only=[*READERS])
def files(options):
    """The sample texts, some that are hard to write and some plurals as each catalogue, read by programs that share nothing with it (plutil,
    plistutil, plistlib, translate-toolkit, expat, aapt2, ICU, i18next itself): every text must be the same. `--check` must find nothing to
    write, a second run must leave the files alone, `diff --against` must find nothing, and after changes exactly these. --input takes the texts
    of a folder in NStack's shape."""
    with checks.scratch() as work:
        source = options.input or work + "/texts"
        if not options.input:
            with_hard_texts(checks.ROOT + "/Sources/NStack/NStackSandbox/SampleTexts", source)
        values, default = texts_of(source)
        keys = plain_keys(values)
        for form in options.only:
            # An app has its plurals beside the other texts.
            folder = work + ("/apple" if form in ("strings", "stringsdict") else "/" + form)
            if form == "strings":
                run(options.binary, "generate", "stringsdict", "--input", source, "--output", folder)
            extra = ["--style", "use-escaping"] if form == "arb" else []
            command = [options.binary, "generate", form, "--input", source, "--output", folder] + extra
            result = run(*command, "--json")
            if not ask(f"generate {form}", result.returncode == 0, result.stderr.decode()[:300]) or not json.loads(result.stdout)["files"]:
                continue
            before = {path: os.stat(path).st_mtime_ns for path in glob.glob(folder + "/**", recursive=True)}
            again, check = run(*command), run(*command, "--check")
            same(f"generate {form}: a second run writes nothing, and --check finds nothing", (
                again.returncode, check.returncode, {path: os.stat(path).st_mtime_ns for path in glob.glob(folder + "/**", recursive=True)}), (0, 0, before))
            found = run(options.binary, "diff", "--against", folder, "--input", source, *extra)
            ask(f"diff --against {form} finds nothing", found.returncode == 0, (found.stdout + found.stderr).decode()[:300])
            READERS[form](folder, values, keys, default, work)
            if form not in ("stringsdict", "arb"):
                differences(options.binary, source, folder, work)
    listed = ", ".join(f"{count} {reader}" for reader, count in counts.items())
    return f"{sum(map(len, values.values()))} texts in {len(values)} locales read back: {listed}"


# What an app replaces or reads in a text; of an ICU message its arguments, categories and number signs.
MARKS = re.compile(r"%(?:\d+\$)?[-+#0',]*\d*(?:\.\d+)?(?:hh|h|ll|l|q|L|z|j|t)?[@dDiuUxXoOfFeEgGaAcCsSp]|\{[^{}]*\}|</?[A-Za-z][^<>]*>|&#?\w+;|https?://\w[^\s<>\"]*")
SYNTAX = re.compile(r"\{\s*\w+\s*,\s*\w+,?|\b(?:zero|one|two|few|many|other)\s*\{|[#}]|\{\w+\}")


@takes("binary", "data?", only=[*READERS])
def pseudo(options):
    """The sample texts and hard ones, or those of DATA, in each form of `preview --pseudo`: every placeholder, tag, entity, address and piece of ICU
    syntax must be there in its order, and `check` find no other fault of these than in the plain texts. `generate --pseudo` must
    write each form, and `generate` refuse a preview in one."""
    with checks.scratch() as work:
        data = options.data or work + "/texts"
        if not options.data:
            with_hard_texts(checks.ROOT + "/Samples/texts", data, "odd")
        forms, values, faults, changed = ["plain", "upper", "accents", "long", "rtl"], {}, {}, 0
        for form in forms:
            folder = f"{work}/{form}"
            with Sandbox(options.binary, data) as sandbox:
                sandbox.succeed("preview", "--output", folder, *(["--pseudo", form] if form != "plain" else []))
            with Sandbox(options.binary, folder) as served:
                found = json.loads(served.run("check", "--json").output)["checks"]
            values[form] = {(locale, *key): text for locale, texts in texts_of(folder)[0].items() for key, text in texts.items()}
            faults[form] = {one["check"]: one["found"] for one in found if re.match("printf|icu|html|placeholder", one["check"]) and one["found"]}
        messages = {key for key, text in values["plain"].items() if re.search(r"\{\s*\w+\s*,\s*(plural|select)", text)}
        for form in forms[1:]:
            same(f"{form}: the texts", values[form].keys(), values["plain"].keys())
            marks = lambda key, text: (SYNTAX if key in messages else MARKS).findall(text)
            lost = [(key, text, values[form][key]) for key, text in values["plain"].items() if marks(key, text) != marks(key, values[form][key])]
            same(f"{form}: every placeholder and tag", lost[:5], [])
            same(f"{form}: the faults that checks find", faults[form], faults["plain"])
            changed += sum(text != values[form][key] for key, text in values["plain"].items())
            for command in options.only:
                made = run(options.binary, "generate", command, "--input", f"{work}/plain", "--output", f"{work}/one", "--pseudo", form)
                ask(f"{form}: generate {command} --pseudo", made.returncode == 0, made.stderr.decode()[:300])
                made = run(options.binary, "generate", command, "--input", f"{work}/{form}", "--output", f"{work}/two")
                ask(f"{form}: generate {command} of a preview in this form", made.returncode == 64, made.stderr.decode()[:300])
        tokens = sum(len(MARKS.findall(text)) for text in values["plain"].values())
    return f"{len(values['plain'])} texts with {tokens} placeholders and tags in 4 forms, {changed} changed; faults found in the plain texts: {faults['plain'] or 'none'}"


WORDS = [
    "default", "return", "import", "continue", "open", "self", "Self", "init", "Type", "Protocol", "class", "in", "is", "as", "let", "var", "func",
    "left", "right", "set", "get", "none", "some", "any", "actor", "async", "await", "nil", "true", "super", "subscript", "deinit", "tr", "find",
    "use", "fallback", "section", "key", "textSource", "TextSource", "L10n", "Localizations", "String", "Int", "Double", "Array", "Swift",
    "Foundation", "min", "max", "abs", "description", "hash", "hashValue", "rawValue",
]
ODD = [
    "1", "404 not found", "a.b", "a-b", "a_b", "A.B", "URLTitle", "urlTitle", "\U0001F600", "e\u0301", "\u00e9", "日本語", "a\"b", "a\\(b)", "*/", "/*", "a\nb",
    "\u202e", "--", "$0", "`x`", "_", "__", "x" * 200,
]
VALUES = [
    "plain", "100%%", "100 %", "*/ end", "a\\(b)", 'say "hi"', '"""', "#\"", "two\nlines", "\u2028", "\ufdd0", "\u0000\u0007", "\u202e", "\ud83d\ude00",
    "%@", "%d", "%1$@ and %3$d", "%2$@ %1$@", "%.2f km", "{name}", "{in} {self} {1} %1$@", "{e\u0301} {\u00e9}", "{count, plural, one {# file} other {# files}}",
    "%lld %u %x %c %s %p", "%", "%%%@", "{}", "{{a}} {a} ${a} %{a}", "10%pure %@ and %@",
]
PROGRAM = """
let served = [
  "greeting": "%d %@ {name} {other} %9$@ %s %", "count": "%@ of %2$@, %.3f, %x", "half": "no placeholder", "rate": "{0} %1$d %2$d",
]
L10n.textSource.use { section, key in section == "served" ? served[key] : nil }
print(L10n.Served.greeting("Ada", name: "Bo"))
print(L10n.Served.count(3))
print(L10n.Served.half(0.5))
print(L10n.Served.rate("x", 7))
print(L10n.Served.plain)
"""
# The default texts that make the functions which the program calls.
SERVED = {"greeting": "%@ {name}", "count": "%d", "half": "%.1f", "rate": "%@ %d", "plain": "100%% sure"}

SWIFTC = ["swiftc", "-swift-version", "6", "-warnings-as-errors"]
# What the code of keys needs of TextStore.
TEXT_KEY = """
public struct TextKey: Sendable {
  public typealias LookUp = @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)?
  public init(section: String, keys: [String], lookUp: @escaping LookUp, fill: @escaping @Sendable (@escaping LookUp) -> String?) {}
}
"""


def generate(binary, source, output, *flags):
    done = run(binary, "generate", "swift", "--input", source, "--output", output, *flags)
    ask(f"generate {source} {' '.join(flags)}", done.returncode == 0, done.stderr.decode()[-300:])
    files = sorted(glob.glob(f"{output}/*.swift")) if os.path.isdir(output) else [output]
    return files, [os.stat(file).st_mtime_ns for file in files]


@takes("binary", "data*")
def keys(options):
    """Generates Swift from the sample texts, from names that are hard to spell in Swift, and from each folder DATA in NStack's shape, as enums and as
    classes, of strings and of keys, in one file and in one for each section. The compiler must take all of it in the Swift 6 mode without a warning. A program that
    looks texts up that have other placeholders than their keys promise must show each as it is expected."""
    names = WORDS + ODD
    texts = {name: {other: VALUES[index % len(VALUES)] for index, other in enumerate(names)} for name in names}
    texts.update(values={f"value {index}": value for index, value in enumerate(VALUES)}, served=SERVED)
    with checks.scratch() as work:
        hard = write_texts(f"{work}/hard", ["en"], {"en": texts})
        module = run(*SWIFTC, "-emit-module", "-module-name", "TextStore", "-parse-as-library", "-o", f"{work}/TextStore.swiftmodule",
                     checks.write(f"{work}/TextStore.swift", TEXT_KEY))
        ask("the key compiles", module.returncode == 0, module.stderr.decode()[:600])
        for source in dict.fromkeys([checks.ROOT + "/Samples/texts", hard, *map(os.path.abspath, options.data)]):
            for flags in itertools.product(("enums", "classes", "enum-keys", "class-keys"), ("", "file-per-section")):
                flags = ["--style", ",".join(filter(None, flags))]
                output = f"{work}/{os.path.basename(source)}{''.join(flags)}"
                if "file" not in flags[1]:
                    os.makedirs(output)
                    output += "/L10n.swift"
                written = generate(options.binary, source, output, *flags)
                done = run(*SWIFTC, "-typecheck", "-parse-as-library", "-I", work, *written[0])
                ask(f"{source} {' '.join(flags)} compiles", done.returncode == 0, done.stderr.decode()[:600])
                same(f"{source} {' '.join(flags)}: a second run writes nothing", generate(options.binary, source, output, *flags), written)
                generate(options.binary, source, output, *flags, "--check")
        files, _ = generate(options.binary, hard, checks.write(f"{work}/program/main.swift", PROGRAM).replace("main", "L10n"))
        done = run(*SWIFTC, "-o", f"{work}/run", f"{work}/program/main.swift", *files)
        if ask("the program compiles", done.returncode == 0, done.stderr.decode()[:600]):
            same("what the program prints", run(f"{work}/run").stdout.decode().splitlines(),
                 ["Ada %@ Bo {other} %9$@ %s %", "3 of %2$@, %.3f, %x", "no placeholder", "{0} x 7", "100%% sure"])
    return f"typed keys of {len(names) ** 2 + len(VALUES)} hard names and texts"


PLURAL_PROGRAM = """
let forms = categories.map { "\\($0) {\\($0)}" }.joined(separator: " ")
for locale in locales {
  L10n.textSource.use(locale: locale) { _, key in String(key.dropFirst(2)) + " %d" }
  print(locale, "typed", (0...200).map { L10n.S.x($0) }.joined(separator: ","))
  for kind in ["plural", "selectordinal"] {
    let text = (value: "{n, \\(kind), \\(forms)}", locale: locale)
    print(locale, kind, numbers.map { L10n.TextMessage.filled(text, ["n": .text($0)]) }.joined(separator: ","))
  }
}
final class Box: @unchecked Sendable { var texts = ["x.one": ("%d fil", "da"), "x.other": ("%d filer", "da")] }
let box = Box()
L10n.textSource.use(localized: { _, key in box.texts[key].map { (value: $0.0, locale: $0.1) } })
print([0, 1, 2, 3, 5].map { L10n.S.x($0) }.joined(separator: ","))
box.texts = ["x.one": ("%d plik", "pl"), "x.few": ("%d pliki", "pl"), "x.other": ("{count, plural, many {# plików} other {y}}", "pl")]
print([0, 1, 2, 3, 5].map { L10n.S.x($0) }.joined(separator: ","))
"""
NUMBERS = [str(number) for number in [*range(201), 1000, 1_000_000]] + ["1.0", "0.5", "1.5", "2.0", "10.00", "0.11"]


def plural_tables():
    """The rules of the product's table by kind and language, as ICU writes them."""
    tables, table = {}, None
    for line in open(f"{checks.ROOT}/Sources/Basics/Basics/Formats/plural_rules.txt", encoding="utf-8"):
        table = tables.setdefault("selectordinal" if "Ordinal" in line else "plural", {}) if re.match("# (Card|Ord)inal", line) else table
        if not line.startswith("#"):
            names, *rules = line.strip().split(";")
            spaced = [re.sub(r"(!?=|%)", r" \1 ", re.sub("[ ~]", ": ", rule)).replace("&", " and ").replace("|", " or ") for rule in rules]
            table.update(dict.fromkeys(names.split(), "; ".join(spaced)))
    return tables


@takes("binary")
def plurals(options):
    """Compiles the typed key of a plural, and asks it in every language of the table for its form of 0 to 200, and messages for 1.0 and others. ICU
    must say the same with the table's rules, and in six languages with its own. Languages with other rules in ICU's version of CLDR are named."""
    icu = checks.module("icu")
    if not icu:
        return skip("PyICU is not there")
    tables = plural_tables()
    locales = sorted(tables["plural"])

    formats = [icu.NumberFormatter.withLocale(icu.Locale("en")).precision(icu.Precision.fixedFraction(count)) for count in range(3)]

    def category(rules, number):
        return rules and rules.select(formats[len(number.partition(".")[2])].formatDoubleToValue(float(number)))

    with checks.scratch() as work:
        source = write_texts(f"{work}/texts", ["en"], {"en": {"s": {f"x.{category}": category for category in CATEGORIES}}})
        generated, _ = generate(options.binary, source, f"{work}/L10n.swift")
        lists = "".join(f"let {name} = {json.dumps(value)}\n" for name, value in (("categories", CATEGORIES), ("locales", locales), ("numbers", NUMBERS)))
        done = run(*SWIFTC, "-o", f"{work}/run", checks.write(f"{work}/main.swift", lists + PLURAL_PROGRAM), *generated)
        if not ask("the program compiles", done.returncode == 0, done.stderr.decode()[:600]):
            return None
        *lines, danish, polish = run(f"{work}/run").stdout.decode().splitlines()
    same("a text that changes", (danish, polish), ("0 filer,1 fil,2 filer,3 filer,5 filer", "0 plików,1 plik,2 pliki,3 pliki,5 plików"))
    others = set()
    for line in lines:
        locale, kind, said = line.split(" ", 2)
        table = tables["selectordinal" if kind == "selectordinal" else "plural"]
        rules = table.get(locale) and icu.PluralRules.createRules(icu.UnicodeString(table[locale]))
        said = [re.sub(" .*", "", word) for word in said.split(",")]
        numbers = NUMBERS[:201] if kind == "typed" else NUMBERS
        wanted = [(number, category(rules, number) or "other") for number in numbers]
        same(f"{locale} {kind}", set(zip(numbers, said, strict=True)) - set(wanted), set())
        if kind == "typed":
            own = icu.PluralRules.forLocale(icu.Locale(locale.replace("-", "_")))
            differing = [number for number in NUMBERS if category(own, number) != (category(rules, number) or "other")]
            others.update([locale] if differing else [])
    same("the rules are ICU's own", others & {"ar", "pl", "ru", "da", "ja", "cy"}, set())
    return f"{len(locales)} languages, {len(NUMBERS)} numbers; other rules in ICU {icu.ICU_VERSION}: {' '.join(sorted(others)) or 'none'}"


# What is between U+0001 and U+0002 is only there to read arguments, and what is past the arguments would be shown.
FORMATS_PROGRAM = """
import Foundation
struct Task: Decodable { let locale: String, text: String, numbers: [Int64?], texts: [String?] }
let tasks = try JSONDecoder().decode([Task].self, from: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let shown = tasks.map { task -> String in
  var arguments: [any CVarArg] = []
  for (number, text) in zip(task.numbers, task.texts) { arguments.append(number ?? 0 as Int64); if let text { arguments[arguments.count - 1] = text } }
  return String(format: task.text, locale: Locale(identifier: task.locale), arguments: arguments + ["PAST", "PAST", "PAST"])
}
try JSONEncoder().encode(shown).write(to: URL(filePath: CommandLine.arguments[2]))
"""
CONVERSION = re.compile(r"%(?:(\d+)\$)?(?:#@(\w+)@|(arg|lld|d|@|s)|(%))")
STRINGS = {"who": "Ada", "place": "Århus 100%@", "by": "{n} # %d"}
BITS = [
    "fil", "of", "it's", "don''t", "100%", "5 %d", "%@", "50 % off", "'{'x'}'", "«é»", "漢字", "a\nb", '"q"', "l'{n}'", "%1$@", "%%", "<b>", "&amp;",
]
STYLES = ["{when, date}", "{m, number}", "{when, time, short}", "{m, number, percent}", "{m, spellout}", "{when, date, ::yMMMd}"]
SHAPES = ["plain"] * 4 + ["keys"] * 6 + ["inside"] * 4 + ["two"] * 3 + ["offset", "ordinal", "nested", "select", "select in it", "style"]
EDGES = [0, 1, 2, 3, 5, 7, 11, 12, 21, 100, 101, 1234, 1_000_000]


class RandomText:
    """An ICU message, or a plural of printf conversions, whose parts are chosen at random; in each language with its categories."""

    def __init__(self):
        self.shape = random.choice(SHAPES)
        self.others = random.sample(list(STRINGS), random.choice([0, 0, 1, 1, 2, 3]))
        self.order = random.sample(["n", *self.others], len(self.others) + 1)
        self.is_numbered = random.random() < 0.5

    def forms(self, categories):
        """The forms of the keys of a plural."""
        forms = {}
        for category in categories:
            kept = len(self.order) if category == "other" or random.random() < 0.7 else random.randint(0, len(self.order))
            used = self.order[:kept]
            if self.is_numbered:
                used = [name for name in random.sample(self.order, len(self.order)) if category == "other" or random.random() < 0.9]
                used += ["n"] if random.random() < 0.2 else []
            words = [f"%{self.order.index(name) + 1}$"[:None if self.is_numbered else 1] + ("d" if name == "n" else "@") for name in used]
            begin = random.choice(["", "", "", "", f"{category} ", "100%% ", "%%é it's "])
            forms[category] = begin + random.choice([" af ", f" {category} "]).join(words) + random.choice([" filer", f" {category}", " %%", "."])
        return forms

    def plural(self, categories, name, depth=0):
        bits = lambda: " ".join(random.sample([*BITS, "'#'"], random.randint(0, 2)))
        chosen = [one for one in categories if one == "other" or random.random() < 0.8]
        chosen += random.sample(["=0", "=1", "=2", "=5"], random.choice([0, 0, 0, 1, 2]))
        text = f"{{{name}, {'selectordinal' if self.shape == 'ordinal' else 'plural'}, {'offset:1 ' if self.shape == 'offset' else ''}"
        for selector in chosen:
            inner = [bits(), random.choice(["#", "#", "# (#)", "", f"{{{name}}}"]), selector.strip("="), bits()]
            inner += [f"{{{other}}}" for other in self.others if self.shape == "inside" and random.random() < 0.8]
            inner += [self.plural(categories, "m", 1)] if self.shape == "nested" and not depth else []
            inner += ["{by, select, other {y}}"] if self.shape == "select in it" else []
            text += f"{selector} {{{' '.join(random.sample(inner, len(inner)))}}} "
        return text + "}"

    def message(self, categories, is_default):
        parts = [random.choice(BITS), self.plural(categories, "n"), random.choice(BITS)]
        if self.shape != "inside":
            parts += [f"{{{other}}}" for other in self.others if is_default or random.random() < 0.9]
        parts += [self.plural(categories, random.choice("nm"))] if self.shape == "two" else []
        parts += ["{n}"] if random.random() < 0.2 else []
        if self.shape == "style":
            parts.append(random.choice(STYLES))
        text = " ".join(random.sample(parts, len(parts)))
        return f"{{by, select, a {{{text}}} other {{{text}}}}}" if self.shape == "select" else text


class Language:
    def __init__(self, icu, locale):
        self.icu, self.tag = icu, locale
        self.locale = icu.Locale(locale.replace("-", "_"))
        self.rules, self.numbers = icu.PluralRules.forLocale(self.locale), icu.NumberFormat.createInstance(self.locale)
        self.categories = [one for one in CATEGORIES if one in set(map(str, self.rules.getKeywords()))]

    def chosen(self, forms, number, zero=True):
        """The form that a device shows. Apple and i18next show `zero` for 0 in any language."""
        return forms.get("zero" if number == 0 and zero and "zero" in forms else self.rules.select(number), forms["other"])

    def shown(self, message, values):
        boxed = [self.icu.Formattable(value) for value in values.values()]
        return str(self.icu.MessageFormat(self.icu.UnicodeString(message), self.locale).format([self.icu.UnicodeString(name) for name in values], boxed))

    def plain(self, value):
        return value if isinstance(value, str) else str(self.numbers.format(value))

    def printf(self, forms, order, values, zero=True, is_format=False):
        """The form of the number with its values, where %% is a sign if the text is a format."""
        positions = itertools.count(1)
        is_format = is_format or any(re.search(r"%(\d+\$)?[d@]", form) for form in forms.values())

        def replaced(match):
            if match[4]:
                return match[0][:1 if is_format else 2]
            return self.plain(values[order[int(match[1] or next(positions)) - 1]])
        return CONVERSION.sub(replaced, self.chosen(forms, values["n"], zero))


def conversions(text, start=1):
    """The position and type of each conversion, as Foundation counts them."""
    found, position = [], start
    for match in CONVERSION.finditer(text):
        if not match[4]:
            found.append((start if match[3] == "arg" else int(match[1] or position), match[2] or match[3], match))
            position += not match[1] and match[3] != "arg"
    return found


def fault(text, plurals, arguments):
    """What is wrong with the positions of a text: each must be there, be of its argument's type, and the ones before it must be read too."""
    def judged(found, outer=()):
        for position, kind, _ in found:
            if position > len(arguments):
                return "a position past the arguments"
            if (kind == "@") != isinstance(arguments[position - 1], str):
                return "a conversion of another type"
        positions = {position for position, *_ in found} | set(outer)
        return "a gap in the positions" if len(positions) != max(positions, default=0) else None
    outer = conversions(text)
    found = [judged(outer)]
    for position, name, _ in outer:
        found += [judged(conversions(form, position), {one for one, *_ in outer}) for form in plurals.get(name, {}).values()]
    signs = [text, *(form for forms in plurals.values() for form in forms.values())]
    found += ["a per cent sign"] if any("%" in CONVERSION.sub("", one) for one in signs) else []
    return next(filter(None, found), None)


def passes(text, plurals, arguments, language):
    """The formats that make up a text: what is between its plurals, and the chosen forms."""
    outer, made, end = conversions(text), [], 0
    reads = "\x01" + "".join(f"%{position}$" + ("@" if isinstance(arguments[position - 1], str) else "lld") for position, *_ in outer) + "\x02"
    for position, name, match in outer:
        made.append(text[end:match.start()])
        end = match.end()
        form = language.chosen(plurals[name], arguments[position - 1]) if name in plurals else match[0]
        for where, kind, inner in reversed(conversions(form, position)):
            form = form[:inner.start()] + f"%{where}${kind.replace('arg', 'lld')}" + form[inner.end():]
        made.append(form)
    return [one + reads for one in [*made, text[end:]]]


def apple_texts(form, folder):
    """The texts by locale and name: the text, and the forms of each of its plurals by variable."""
    found = collections.defaultdict(dict)
    for path in glob.glob(folder + "/*.lproj/*.stringsdict"):
        for name, entry in plistlib.load(open(path, "rb")).items():
            plurals = {v: {c: t for c, t in x.items() if c in CATEGORIES} for v, x in entry.items() if isinstance(x, dict)}
            found[os.path.basename(os.path.dirname(path))[:-6]][name] = entry["NSStringLocalizedFormatKey"], plurals
    forms = lambda one: {category: unit["stringUnit"]["value"] for category, unit in one["variations"]["plural"].items()}
    strings = checks.json_of(folder + "/Localizable.xcstrings")["strings"] if form == "xcstrings" else {}
    for name, locale, one in ((name, *pair) for name, entry in strings.items() for pair in entry["localizations"].items()):
        positions = {variable: x.get("argNum") for variable, x in one.get("substitutions", {}).items()}
        text = one["stringUnit"]["value"] if "stringUnit" in one else "%#@count@"
        text = CONVERSION.sub(lambda match: f"%{positions[match[2]]}$#@{match[2]}@" if positions.get(match[2]) else match[0], text)
        plurals = {variable: forms(x) for variable, x in one.get("substitutions", {}).items()}
        found[locale][name] = text, plurals or ({"count": forms(one)} if "variations" in one else {})
    return found


def plain_numbers(text):
    """A text with its numbers in digits of ASCII and without separators, which differ between versions of the CLDR."""
    text = "".join(str(unicodedata.digit(letter)) if unicodedata.category(letter) == "Nd" else letter for letter in text)
    return re.sub(r"\d{1,3}([.,\u00a0\u202f\u066c’']\d{2,3})+(?!\d)", lambda match: re.sub(r"\D", "", match[0]), text)


def other_texts(form, folder, default):
    """The texts of Android, ARB and i18next by locale and name: a text, or forms."""
    found = collections.defaultdict(dict)
    if form == "android":
        for locale, path in android_folders(folder, default):
            for entry in xml.etree.ElementTree.parse(path).getroot():
                text = {item.get("quantity"): unquoted_android(item.text or "") for item in entry} or unquoted_android(entry.text or "")
                found[locale.lower()][entry.get("name").replace("s_", "s.", 1)] = text
    for path in glob.glob(folder + "/app_*.arb"):
        content = checks.json_of(path)
        found[content["@@locale"].replace("_", "-").lower()] = {name.replace("sK", "s.k"): text for name, text in content.items() if name[0] != "@"}
    for path in glob.glob(folder + "/*/translation.json"):
        texts = found[os.path.basename(os.path.dirname(path)).lower()]
        for name, text in checks.json_of(path)["s"].items():
            stem, _, category = name.rpartition("_")
            if stem:
                texts.setdefault("s." + stem, {})[category] = text
            else:
                texts["s." + name] = text
    return found


def judge(form, text, name, made, language, found, findings, kinds, format_later):
    """Compares what a catalogue has of a text in one language with the text; `format_later` leaves that to Foundation. Says whether it is as it was."""
    source, own = made[language.tag], [one for one in findings if one["locale"] in (language.tag, None)]
    entry, what = found.get(name), f"{form} {language.tag} {name} {made[language.tag]!r}"
    is_apple = form in ("stringsdict", "xcstrings")
    if form == "arb" and text.shape == "style":
        return False
    if entry is None or text.shape != "keys" and entry in (source, (source, {})):
        kinds[f"{form}: as they are"] += 1
        told = findings if text.shape == "keys" else [one for one in own if one["code"] != "catalog.argument"]
        if len(told) != 1:
            kinds[f"{form}: FINDINGS {len(told)}"] += 1
        ask(f"{what}: one finding", len(told) == 1, told)
        return True
    lost = {int(number) for one in own for numbers in re.findall("text for ([=0-9, ]+) is left out", one["message"]) for number in re.findall(r"\d+", numbers)}
    told = [re.findall(r"\d+ (\w+)", one["message"]) for one in own if "positions in place of names" in one["message"]]
    order = text.order if text.shape == "keys" else told[0] if told else ["n"]
    numbers = sorted({next(n for n in range(1000) if language.rules.select(n) == one) for one in map(str, language.rules.getKeywords())
                      if any(language.rules.select(n) == one for n in range(1000))} | set(random.sample(EDGES, 4)))
    for number in numbers:
        values = {**STRINGS, "n": number, "m": random.choice(EDGES), "when": 0.0}
        if {number, values["m"]} & lost:
            kinds[f"{form}: numbers told to be left out"] += 1
            continue
        wanted = language.printf(source, order, values, form != "android") if text.shape == "keys" else language.shown(source, values)
        if is_apple:
            arguments = [values[one] for one in order]
            if broken := fault(*entry, arguments):
                kinds[f"{form}: WRONG {broken}"] += 1
                ask(f"{what} {entry}", False, broken)
                return False
            format_later(f"{what} {entry} {number}", wanted, language.tag, passes(*entry, arguments, language), arguments)
            continue
        if form == "arb":
            named = {**values, "count": number, **{f"arg{position}": values[one] for position, one in enumerate(order, 1)}}
            shown = language.shown(entry, named)
        elif form == "android":
            shown = language.printf(entry if isinstance(entry, dict) else {"other": entry}, order, values, False, text.shape != "keys")
        else:
            category = "zero" if number == 0 and "zero" in entry else language.rules.select(number)
            named = {**values, "count": number, **{f"arg{position}": values[one] for position, one in enumerate(order, 1)}}
            shown = re.sub(r"\{\{(\w+)\}\}", lambda match: language.plain(named[match[1]]), entry.get(category, f"no {category}"))
        kinds[f"{form}: forms"] += 1
        if plain_numbers(shown) != plain_numbers(wanted):
            kinds[f"{form}: WRONG text"] += 1
        same(f"{what} {entry} {number}", plain_numbers(shown), plain_numbers(wanted))
    return False


@takes("binary", texts="5000", seed="1")
def formats(options):
    """Random plurals and ICU messages in every language of the table, as .stringsdict and .xcstrings. The positions must be those of the arguments,
    without a gap, and what Foundation makes of each form must be what ICU makes of the message. A text that stays as it is must have one
    finding. ARB must be the same messages to ICU, and the forms of Android and i18next must show the same."""
    icu = checks.module("icu")
    if not icu:
        checks.skip_all("PyICU is not there")
    random.seed(int(options.seed))
    table, all_languages = plural_tables()["plural"], []
    # The older names of three languages are those of Android's folders.
    for locale in sorted(set(table) - {"iw", "in", "ji"}):
        language, rules = Language(icu, locale), icu.PluralRules.createRules(icu.UnicodeString(table[locale]))
        if all(language.rules.select(number) == rules.select(number) for number in [*range(201), *EDGES]):
            all_languages.append(language)
    random.shuffle(all_languages)
    tasks, waiting, kinds = [], [], collections.Counter()

    def format_later(what, wanted, locale, formats, arguments):
        numbers, strings = [[value if isinstance(value, kind) else None for value in arguments] for kind in (int, str)]
        tasks.extend({"locale": locale, "text": one, "numbers": numbers, "texts": strings} for one in formats)
        waiting.append((what, wanted, len(tasks) - len(formats), len(tasks)))

    with checks.scratch() as work:
        done = run(*SWIFTC, "-o", f"{work}/format", checks.write(f"{work}/main.swift", FORMATS_PROGRAM))
        if not ask("the program compiles", done.returncode == 0, done.stderr.decode()[:600]):
            return None
        for batch, start in enumerate(range(0, int(options.texts), 100)):
            languages = [all_languages[(batch * 4 + index) % len(all_languages)] for index in range(4)]
            texts = [RandomText() for _ in range(min(100, int(options.texts) - start))]
            made = [{one.tag: text.forms(one.categories) if text.shape == "keys" else text.message(one.categories, one is languages[0])
                     for one in languages} for text in texts]
            values = {one.tag: {"s": {}} for one in languages}
            for number, tag in itertools.product(range(len(made)), values):
                one = made[number][tag]
                values[tag]["s"].update({f"k{number}": one} if isinstance(one, str) else {f"k{number}.{category}": form for category, form in one.items()})
            source = write_texts(f"{work}/texts{batch}", list(values), values)
            for form in ("stringsdict", "xcstrings", "android", "arb", "i18next"):
                folder = f"{work}/{form}{batch}"
                style = ["--style", "use-escaping"] if form == "arb" else []
                done = run(options.binary, "generate", form, "--input", source, "--output", folder, "--json", *style)
                if not ask(f"generate {form}", done.returncode == 0, done.stderr.decode()[:300]):
                    continue
                findings = collections.defaultdict(list)
                for one in json.loads(done.stdout)["findings"]:
                    findings[one["text"]].append(one)
                read = apple_texts(form, folder) if form in ("stringsdict", "xcstrings") else other_texts(form, folder, languages[0].tag)
                found = {tag.lower(): texts for tag, texts in read.items()}
                for number, text in enumerate(texts):
                    name = f"s.k{number}"
                    if all([judge(form, text, name, made[number], one, found.get(one.tag.lower(), {}), findings[name], kinds, format_later) for one in languages]):
                        told = [one for one in findings[name] if one["code"] == "catalog.argument" and form != "arb" and text.shape != "keys"]
                        same(f"{form} {name}: nothing is told of arguments that nothing has", told, [])
        order = sorted(range(len(tasks)), key=lambda index: tasks[index]["locale"])
        checks.write(f"{work}/tasks.json", json.dumps([tasks[index] for index in order]))
        done = run(f"{work}/format", f"{work}/tasks.json", f"{work}/shown.json")
        if not ask("the program ends", done.returncode == 0, done.stderr.decode()[-600:]):
            return None
        shown = dict(zip(order, checks.json_of(f"{work}/shown.json")))
    for what, wanted, first, last in waiting:
        found = "".join(re.sub("\x01[^\x02]*\x02", "", shown[index]) for index in range(first, last))
        kinds["forms by Foundation"] += 1
        if plain_numbers(found) != plain_numbers(wanted):
            kinds["WRONG: another text"] += 1
        same(what, plain_numbers(found), plain_numbers(wanted))
    return f"{options.texts} texts in {len(all_languages)} languages: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


if __name__ == "__main__":
    checks.main(__doc__, files, pseudo, keys, plurals, formats)
