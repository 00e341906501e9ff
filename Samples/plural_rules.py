"""Writes Sources/Basics/Basics/Formats/plural_rules.txt: which plural category the numbers of a language have.

The rules are those of the Unicode Common Locale Data Repository, as the Python package `babel` has them (Unicode License v3,
https://www.unicode.org/license.txt). The file says the version.

Run it as: python3 Samples/plural_rules.py Sources/Basics/Basics/Formats/plural_rules.txt
"""

import re
import sys

from babel import Locale, core, localedata

CATEGORIES = ["zero", "one", "two", "few", "many"]
# The numbers that texts are about every day: not millions.
EVERYDAY = range(1001)
# Old codes of languages, and codes without texts in the repository.
OTHERS = {"ro": ["mo"], "sr": ["sh"], "ar": ["ars"], "he": ["iw"], "id": ["in"], "jv": ["jw"], "yi": ["ji"], "fil": ["tl"]}

HEAD = """\
# The plural rules of the Unicode CLDR {version}, as Samples/plural_rules.py writes them.
# Copyright © 1991-2026 Unicode, Inc. Unicode License v3 (https://www.unicode.org/license.txt).
# A line for each set of rules: the languages, then each category with its condition; all other numbers have the category
# other. A tilde is before the condition that no whole number up to 1000 meets. % is the remainder; & is and; | is or.
"""


def condition(rule):
    rule = re.sub(r"\s+mod\s+", "%", rule)
    rule = re.sub(r"\s+not in\s+", "!=", rule)
    rule = re.sub(r"\s+in\s+", "=", rule)
    rule = rule.replace(" and ", "&").replace(" or ", "|")
    assert re.fullmatch(r"[nivwftce](%\d+)?!?=\d[\d.,]*([&|][nivwftce](%\d+)?!?=\d[\d.,]*)*", rule), rule
    return rule


def rules(name, kind):
    """The rules of a locale as they are written; None if the repository has none for it."""
    if kind not in localedata.load(name, merge_inherited=False):
        return None
    rule = getattr(Locale.parse(name), kind)
    met = {rule(number) for number in EVERYDAY}
    return ";".join(f"{c}{' ' if c in met else '~'}{condition(rule.rules[c])}" for c in CATEGORIES if c in rule.rules)


def table(kind):
    names = sorted(localedata.locale_identifiers())
    found = {name: rules(name, kind) for name in names if "_" not in name}
    # A region has rules of its own where they are not those of its language.
    found.update({"pt-pt": rules("pt_PT", kind)} if rules("pt_PT", kind) not in (None, found["pt"]) else {})
    groups = {}
    for name, text in found.items():
        if text is not None:
            groups.setdefault(text, []).extend([name, *OTHERS.get(name, [])])
    return "".join(f"{' '.join(sorted(languages))};{text}".rstrip(";") + "\n" for text, languages in groups.items())


with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(HEAD.format(version=core.get_cldr_version()))
    file.write("# Cardinal numbers\n" + table("plural_form") + "# Ordinal numbers\n" + table("ordinal_form"))
