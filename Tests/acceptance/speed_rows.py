"""The rows that speed.py measures with: a review sheet of six columns, the same everywhere (seeded). Python's standard library only."""
import csv
import random

HEADER = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
SECTIONS = ["account", "basket", "default", "errors", "help", "legal", "onboarding", "push", "search", "settings"]
LOCALES = ["cs-CZ", "da-DK", "de-DE", "el-GR", "en-GB", "fi-FI", "he-IL", "ja-JP", "ko-KR", "pt-BR"]
# Mostly Latin, with the scripts, marks and placeholders that texts of apps have.
WORDS = """open close your order was sent to the shop we could not find that page check connection and try once more change photo
upload %@ %d of {count} items hello {name} tap here for <b>more</b> sign out choose another card delete this address never mind
turn reminders on off Größe ändern déjà réservé niño mañana så længe Привет друзья Ελληνικά χρήστης 保存 取消 写真を選ぶ 设置 语言
알림 설정 עברית שלום العربية إعدادات R&amp;D "quoted" it's 🙂 🚚""".split()
LENGTHS = [1, 2, 3, 5, 8, 12, 20, 30]


def rows(count):
    """The header and `count` rows. Every 50th text has two lines, every 20th row a proposal."""
    chance = random.Random(11)
    yield HEADER
    for number in range(count):
        key = number // len(LOCALES)
        current = " ".join(chance.choices(WORDS, k=chance.choice(LENGTHS)))
        if number % 50 == 0:
            current += "\n" + current
        proposal = current + "!" if number % 20 == 0 else ""
        deletable = ("yes" if number % 40 == 0 else "no") if proposal else ""
        yield [SECTIONS[key % 10], f"screen{key // 10}.{SECTIONS[key // 7 % 10]}Title", LOCALES[number % 10], current, proposal,
               deletable]


def write(counts, folder):
    """Writes `rows-COUNT.csv`, and `rows-COUNT.us` for programs that should not be timed on CSV (0x1F between cells, 0x1E behind rows)."""
    files = [(count, open(f"{folder}/rows-{count}.csv", "w", newline="", encoding="utf-8"),
              open(f"{folder}/rows-{count}.us", "w", newline="", encoding="utf-8")) for count in sorted(counts)]
    for number, row in enumerate(rows(max(counts))):
        line = "\x1f".join(row) + "\x1e"
        for count, table, plain in files:
            if number <= count:
                csv.writer(table).writerow(row)
                plain.write(line)
    for _, table, plain in files:
        table.close()
        plain.close()
