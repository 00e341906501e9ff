#!/usr/bin/env python3
"""speed_rows.py KEYS LOCALES FOLDER

Makes the texts of a product in NStack's shape: KEYS texts in each of LOCALES (1 to 100) locales, and a proposal for one of twenty.

The rows that the scripts about speed measure with are made here too: a review sheet of six columns or more, the same everywhere (seeded).
Python's standard library only."""
import csv
import json
import os
import random
import sys

HEADER = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
SECTIONS = ["account", "basket", "default", "errors", "help", "legal", "onboarding", "push", "search", "settings"]
LOCALES = ["cs-CZ", "da-DK", "de-DE", "el-GR", "en-GB", "fi-FI", "he-IL", "ja-JP", "ko-KR", "pt-BR"]
# Mostly Latin, with the scripts, marks and placeholders that texts of apps have.
WORDS = """open close your order was sent to the shop we could not find that page check connection and try once more change photo
upload %@ %d of {count} items hello {name} tap here for <b>more</b> sign out choose another card delete this address never mind
turn reminders on off Größe ändern déjà réservé niño mañana så længe Привет друзья Ελληνικά χρήστης 保存 取消 写真を選ぶ 设置 语言
알림 설정 עברית שלום العربية إعدادات R&amp;D "quoted" it's 🙂 🚚""".split()
LENGTHS = [1, 2, 3, 5, 8, 12, 20, 30]


# What the columns after the sixth hold: other texts, short words that repeat, numbers, and nothing.
MORE = ["Base", "Status", "Note", "Length", "Context", "Reviewer", "Result", "Link", "Base locale"]


def text(chance):
    return " ".join(chance.choices(WORDS, k=chance.choice(LENGTHS)))


def rows(count, columns=6):
    """The header and `count` rows. Every 50th text has two lines, every 20th row a proposal."""
    chance = random.Random(11)
    yield HEADER + MORE[:columns - 6]
    for number in range(count):
        key = number // len(LOCALES)
        current = text(chance)
        if number % 50 == 0:
            current += "\n" + current
        proposal = current + "!" if number % 20 == 0 else ""
        deletable = ("yes" if number % 40 == 0 else "no") if proposal else ""
        row = [SECTIONS[key % 10], f"screen{key // 10}.{SECTIONS[key // 7 % 10]}Title", LOCALES[number % 10], current, proposal,
               deletable]
        if columns > 6:
            row += [text(chance), ("open", "done", "pending")[number % 3], "", str(len(current)), f"screen {key // 10}",
                    f"agency {number % 20}", "", f"https://example.com/texts/{key}", "en-GB"][:columns - 6]
        yield row


def write(counts, folder, columns=6):
    """Writes `rows-COUNT.csv`, and `rows-COUNT.us` for programs that should not be timed on CSV (0x1F between cells, 0x1E behind rows)."""
    files = [(count, open(f"{folder}/rows-{count}.csv", "w", newline="", encoding="utf-8"),
              open(f"{folder}/rows-{count}.us", "w", newline="", encoding="utf-8")) for count in sorted(counts)]
    for number, row in enumerate(rows(max(counts), columns)):
        line = "\x1f".join(row) + "\x1e"
        for count, table, plain in files:
            if number <= count:
                csv.writer(table).writerow(row)
                plain.write(line)
    for _, table, plain in files:
        table.close()
        plain.close()


def write_product(keys, locales, folder):
    """Writes `languages.json`, `proposals.json` and `resource-LOCALE.json` for each locale: 200 texts in a section."""
    chance = random.Random(12)
    os.makedirs(folder, exist_ok=True)

    def write(name, data):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump({"data": data}, file, ensure_ascii=False)

    names = [f"{language}-{region}" for region in ("DE", "FR", "GB", "JP", "US") for language in
             ("ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "zh")]
    names = names[:locales]
    places = [(f"section{key // 200}", f"screen{key // 10 % 20}.text{key % 10}") for key in range(keys)]
    write("languages.json", [
        {"id": number, "name": name, "locale": name, "direction": "RML" if name[:2] in ("ar", "he") else "LRM",
         "is_default": number == 1, "is_best_fit": number == 1} for number, name in enumerate(names, 1)])
    proposals = []
    for name in names:
        sections = {}
        for number, (section, key) in enumerate(places):
            value = sections.setdefault(section, {})[key] = text(chance)
            if number % 20 == 7:
                proposals.append({"id": len(proposals) + 1, "application_id": 1, "key": key, "section": section, "locale": name,
                                  "value": value + "!", "can_delete": number % 40 == 7})
        write(f"resource-{name}.json", sections)
    write("proposals.json", proposals)


if __name__ == "__main__":
    if len(sys.argv) != 4 or not all(argument.isdecimal() for argument in sys.argv[1:3]) or not 0 < int(sys.argv[2]) <= 100:
        sys.exit(__doc__)
    write_product(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
