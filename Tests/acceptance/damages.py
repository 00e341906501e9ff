"""Every way in which damaged_sheets.py damages the cells of a sheet. Python's standard library only."""
import functools
import random
import re

from file_damages import Case, Damaged, FileDamages, plain_workbook
from tracked_cells import BLANK, Cell, csv_bytes

TRANSLATED = {"Section": "Abschnitt", "Key": "Schlüssel", "Locale": "Sprachregion", "Current value": "Aktueller Wert", "Proposal": "Vorschlag",
              "Deletable": "Löschbar", "Action": "Aktion", "Note": "Notiz", "Proposal ID": "Vorschlagsnummer",
              "Exported proposal": "Exportierter Vorschlag", "Base": "Basis", "Status": "Zustand", "Placeholder 1": "Platzhalter 1"}
RENAMED = {"colon": lambda name: name + ":", "zero-width space": lambda name: name + "\u200b", "no-break space": lambda name: "\u00a0" + name,
           "soft hyphen": lambda name: name[:2] + "\u00ad" + name[2:], "letter lost": lambda name: name[:2] + name[3:],
           "letters swapped": lambda name: name[0] + name[2] + name[1] + name[3:], "capitals": str.upper, "star": lambda name: "* " + name,
           "remark": lambda name: name + " (please fill in)", "own words": lambda name: "My column", "one letter": lambda name: name[0],
           "quotes": lambda name: f"\u201c{name}\u201d", "underscore": lambda name: name.replace(" ", "_") + "_"}
REPLACED = [("OK", "Okay"), ("Luk", "Lukke"), ("e", "3"), ("a", "\u0430"), (" ", "\u00a0"), (".", ","), ("'", "\u2019"), ("%", " percent"),
            ("v1.", "v2."), ("-", "\u2013"), ("1", "I"), ("yes", "ja"), ("no", "nej"), ("delete", "remove"), ("da-DK", "da"), ("general", "common"),
            ("!", "!!"), ("=", ""), ("{name}", "{navn}"), ("Annuller", "Fortryd"), ("Verwerfen", "Abbruch"), ("O", "0"), ("n", ""), ("i dag", "nu")]
# The damages that show in a sheet made by hand: nothing in it says that a value wandered to another row, or that rows above the header are
# more than a title.
BY_HAND = ("cell deleted, row shifted left", "cell inserted, row shifted right", "every header translated", "one header translated",
           "header renamed", "header cleared", "header written over another", "header pushed down", "header deleted", "header cleared whole",
           "row written over the header")


class Damages:
    """The cases of one sheet: `exported` as the program wrote it, `book` with what the person did in it."""

    def __init__(self, exported, book, seed, density, convert, by_hand=False):
        self.exported, self.book, self.density, self.convert = exported, book, density, convert
        self.by_hand, self.suffix = by_hand, ".csv" if exported.is_csv else ".xlsx"
        self.chance = random.Random(seed)

    def finished(self, book):
        if self.exported.is_csv:
            data = csv_bytes(book.tables[0][1])
        else:
            data = plain_workbook(book.tables[0][1], name=book.tables[0][0]) if self.by_hand else self.exported.workbook(book)
        return Damaged(data, self.suffix, book)

    def case(self, kind, name, change, exact=False):
        """A case in which `change` is made in a copy of the book."""
        def make():
            book = self.book.copy()
            return self.finished(change(book) or book)
        return Case(kind, name, make, exact)

    def some(self, values, share=1.0):
        """A part of many cases, the same for the same seed."""
        values = list(values)
        count = max(1, round(len(values) * self.density * share))
        return [values[index] for index in sorted(self.chance.sample(range(len(values)), count))] if count < len(values) else values

    def __iter__(self):
        if self.by_hand:
            for part in (self.cells, self.headers, self.header_places):
                yield from (case._replace(exact=False) for case in part() if case.kind in BY_HAND)
            return
        for part in (self.cells, self.columns, self.headers, self.header_places, self.rows, self.replacements):
            yield from part()
        yield from FileDamages(self.exported, self.book, self.density, self.convert)

    # One cell.

    def cells(self):
        places = [(table, row, column) for table, (_, rows) in enumerate(self.book.tables) for row in range(1, len(rows))
                  for column in range(len(rows[0]))]

        def deleted(rows, row, column):
            rows[row][column] = BLANK

        def deleted_left(rows, row, column):
            rows[row] = rows[row][:column] + rows[row][column + 1:] + [BLANK]

        def deleted_up(rows, row, column):
            for number in range(row, len(rows)):
                rows[number][column] = rows[number + 1][column] if number + 1 < len(rows) else BLANK

        def inserted_right(rows, row, column):
            rows[row] = rows[row][:column] + [BLANK] + rows[row][column:]

        def inserted_down(rows, row, column):
            rows.append([BLANK] * len(rows[0]))
            for number in range(len(rows) - 1, row, -1):
                rows[number][column] = rows[number - 1][column]
            rows[row][column] = BLANK

        def filled_down(rows, row, column):
            rows[min(row + 1, len(rows) - 1)][column] = rows[row][column]

        def filled_right(rows, row, column):
            if column:
                rows[row][column] = rows[row][column - 1]

        for kind, change in (("cell deleted", deleted), ("cell deleted, row shifted left", deleted_left),
                             ("cell deleted, column shifted up", deleted_up), ("cell inserted, row shifted right", inserted_right),
                             ("cell inserted, column shifted down", inserted_down), ("cell filled down", filled_down),
                             ("cell filled from the left", filled_right)):
            for table, row, column in self.some(places):
                yield self.case(kind, f"{table}-{row + 1}-{column + 1}",
                                lambda book, change=change, table=table, row=row, column=column: change(book.tables[table][1], row, column))

    # Columns.

    def columns(self):
        for table, (_, rows) in enumerate(self.book.tables):
            width = len(rows[0])
            hidden = self.exported.hidden_columns()[table]
            visible = [column for column in range(width) if column not in hidden]

            def sorted_alone(book, column, table, reverse):
                rows = book.tables[table][1]
                # A spreadsheet program puts empty cells last, whichever way it sorts.
                cells = sorted((row[column] for row in rows[1:] if row[column].text), key=lambda cell: cell.text, reverse=reverse)
                for row, cell in zip(rows[1:], cells + [BLANK] * len(rows)):
                    row[column] = cell

            def sorted_whole(book, column, table, reverse, moving=None):
                rows = book.tables[table][1]
                order = sorted((row for row in rows[1:] if row[column].text), key=lambda row: row[column].text, reverse=reverse)
                order += [row for row in rows[1:] if not row[column].text]
                rows[1:] = [[(source if moving is None or place in moving else kept)[place] for place in range(len(rows[0]))]
                            for kept, source in zip(rows[1:], order)]

            def filled(book, column, table):
                rows = book.tables[table][1]
                for row in rows[2:]:
                    row[column] = rows[1][column]

            def cleared(book, column, table):
                for row in book.tables[table][1][1:]:
                    row[column] = BLANK

            def deleted(book, column, table):
                for row in book.tables[table][1]:
                    del row[column]

            def inserted(book, column, table):
                for row in book.tables[table][1]:
                    row.insert(column, BLANK)

            def moved(book, column, table, to):
                for row in book.tables[table][1]:
                    row.insert(to, row.pop(column))

            def header_moved(book, column, table):
                rows = book.tables[table][1]
                rows[0].append(rows[0][column])
                rows[0][column] = BLANK

            for column in range(width):
                place = f"{table}-{column + 1}"
                bound = functools.partial(self.column_case, column=column, table=table)
                for way, reverse in (("up", False), ("down", True)):
                    yield bound("column sorted alone", f"{place}-{way}", sorted_alone, reverse=reverse)
                    yield bound("rows sorted by a column", f"{place}-{way}", sorted_whole, exact=True, reverse=reverse)
                    if column in visible:
                        yield bound("visible columns sorted, hidden left", f"{place}-{way}", sorted_whole, reverse=reverse, moving=visible)
                yield bound("column filled down", place, filled)
                yield bound("column cleared", place, cleared)
                yield bound("column deleted", place, deleted)
                yield bound("blank column inserted", place, inserted, exact=True)
                yield bound("column moved with its cells", place + "-first", moved, exact=True, to=0)
                yield bound("column moved with its cells", place + "-last", moved, exact=True, to=width - 1)
                yield bound("header moved without its cells", place, header_moved)
            pairs = [(left, right) for left in range(width) for right in range(left + 1, width)]

            def headers_swapped(book, table, left, right):
                row = book.tables[table][1][0]
                row[left], row[right] = row[right], row[left]

            def columns_swapped(book, table, left, right):
                for row in book.tables[table][1]:
                    row[left], row[right] = row[right], row[left]

            for left, right in self.some(pairs, min(1, 200 / len(pairs))):
                name = f"{table}-{left + 1}-{right + 1}"
                yield self.case("two headers swapped", name,
                                lambda book, table=table, left=left, right=right: headers_swapped(book, table, left, right))
                yield self.case("two columns swapped with their cells", name, lambda book, table=table, left=left, right=right:
                                columns_swapped(book, table, left, right), exact=True)

    def column_case(self, kind, name, change, column, table, exact=False, **more):
        return self.case(kind, name, lambda book: change(book, column=column, table=table, **more), exact)

    # Headers.

    def headers(self):
        def renamed(book, table, column, change):
            row = book.tables[table][1][0]
            suffix = re.search(r" \[.*\]$", row[column].text)
            suffix = suffix[0] if suffix else ""
            row[column] = Cell(change(row[column].text.removesuffix(suffix)) + suffix, row[column].origin)

        def translated(book, column=None):
            for table, (_, rows) in enumerate(book.tables):
                for place in range(len(rows[0])) if column is None else [column]:
                    if place < len(rows[0]):
                        renamed(book, table, place, lambda name: TRANSLATED.get(name, name + "e"))

        yield self.case("every header translated", "all", translated)
        for table, (_, rows) in enumerate(self.book.tables):
            for column in range(len(rows[0])):
                yield self.case("one header translated", f"{table}-{column + 1}", lambda book, table=table, column=column: renamed(
                    book, table, column, lambda name: TRANSLATED.get(name, name + "e")))
                yield self.case("header cleared", f"{table}-{column + 1}",
                                lambda book, table=table, column=column: book.tables[table][1][0].__setitem__(column, BLANK))
            for column, name in self.some([(column, name) for column in range(len(rows[0])) for name in RENAMED], 2):
                yield self.case("header renamed", f"{table}-{column + 1}-{name.replace(' ', '-')}", lambda book, table=table, column=column,
                                change=RENAMED[name]: renamed(book, table, column, change))
            for left, right in self.some([(a, b) for a in range(len(rows[0])) for b in range(len(rows[0])) if a != b],
                                         min(1, 80 / len(rows[0]) ** 2)):
                yield self.case("header written over another", f"{table}-{left + 1}-{right + 1}",
                                lambda book, table=table, left=left, right=right: book.tables[table][1][0].__setitem__(right, book.tables[table][1][0][left]))

    def header_places(self):
        tables = range(len(self.book.tables))
        for table in tables:
            rows = self.book.tables[table][1]
            for count in (1, 5, 19, 20, 25, 60):
                for what in ("blank", "titled"):
                    # Up to 20 rows above the header are looked through.
                    yield self.case("header pushed down", f"{table}-{count}-{what}", lambda book, table=table, count=count, what=what:
                                    book.tables[table][1].__setitem__(slice(0, 0), [
                                        [Cell(f"My list, line {line + 1}" if what == "titled" else "")] for line in range(count)]),
                                    exact=count < 20)
            yield self.case("header deleted", f"{table}", lambda book, table=table: book.tables[table][1].__delitem__(0))
            yield self.case("header cleared whole", f"{table}",
                            lambda book, table=table: book.tables[table][1].__setitem__(0, [BLANK] * len(book.tables[table][1][0])))
            for column in range(len(rows[0])):
                for reverse in (False, True):
                    yield self.case("header sorted into the rows", f"{table}-{column + 1}-{'down' if reverse else 'up'}",
                                    lambda book, table=table, column=column, reverse=reverse: book.tables[table][1].sort(
                                        key=lambda row: row[column].text, reverse=reverse))
            for row in range(1, len(rows)):
                yield self.case("row moved above the header", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].insert(0, book.tables[table][1].pop(row)))
                yield self.case("header moved below rows", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].insert(row, book.tables[table][1].pop(0)))
                yield self.case("row written over the header", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].__setitem__(0, list(book.tables[table][1][row])))
        if len(tables) > 1:
            yield self.case("header deleted", "all", lambda book: [table[1].__delitem__(0) for table in book.tables] and None)

    # Rows.

    def rows(self):
        for table, (name, rows) in enumerate(self.book.tables):
            for row in range(1, len(rows)):
                yield self.case("row deleted", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].__delitem__(row), exact=True)
                yield self.case("row doubled", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].append(list(book.tables[table][1][row])), exact=True)
                yield self.case("row written over the next", f"{table}-{row + 1}", lambda book, table=table, row=row, last=len(rows) - 1:
                                book.tables[table][1].__setitem__(min(row + 1, last), list(book.tables[table][1][row])))
                yield self.case("blank row inserted", f"{table}-{row + 1}", lambda book, table=table, row=row:
                                book.tables[table][1].insert(row, []), exact=True)
            if self.exported.is_csv:
                continue
            typed = [number for number, row in enumerate(rows) if any(cell.writer == "person" for cell in row)]
            groups = {"edited": typed, "first": list(range(1, 6)), "last": list(range(len(rows) - 5, len(rows))), "all": list(range(1, len(rows)))}
            for (what, numbers) in groups.items():
                for to in ("Sheet2", "Sheet2-30", "About", "with-header"):
                    def cut(book, table=table, numbers=numbers, to=to):
                        rows = book.tables[table][1]
                        taken = [rows[number] for number in numbers if 0 < number < len(rows)]
                        book.tables[table][1] = [row for row in rows if not any(row is other for other in taken)]
                        if to == "with-header":
                            taken = [list(rows[0])] + taken
                        if to == "Sheet2-30":
                            taken = [[] for _ in range(29)] + taken
                        book.tables.append(["About" if to == "About" else "Sheet2", taken])
                    yield self.case("rows cut to another worksheet", f"{table}-{what}-{to}", cut, exact=to == "with-header")

    # Replacements.

    def replacements(self):
        own = sorted({cell.text for _, _, _, cell in self.book.cells() if cell.origin and self.exported.kind(cell.origin) == "Proposal"
                      and cell.text and cell.origin[1] > 0})
        for number, (old, new) in enumerate(REPLACED + [(text, text + " 2") for text in own]):
            for where in ("everywhere", "visible", "proposals"):
                def replace(book, old=old, new=new, where=where):
                    for table, (_, rows) in enumerate(book.tables):
                        hidden = self.exported.hidden_columns()[table]
                        for row in rows[1:]:
                            for column, cell in enumerate(row):
                                kind = self.exported.kind((table, 0, column))
                                if old in cell.text and (where == "everywhere" or (column not in hidden if where == "visible" else
                                                                                   kind == "Proposal")):
                                    row[column] = Cell(cell.text.replace(old, new), cell.origin, "person")
                yield self.case("replaced " + ("in " * (where == "proposals")) + where, f"{number}-{re.sub(r'[^A-Za-z0-9]', '', old) or 'sign'}",
                                replace)
