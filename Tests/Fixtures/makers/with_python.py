#!/usr/bin/env python3
"""with_python.py HARD-TEXTS.json OUTDIR: the table as the Python libraries that are there write it."""
import csv
import json
import os
import sys


def table(path):
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    return [found["header"]] + found["rows"]


def escaped(text):
    """`_xHHHH_` for what XML cannot hold, as a caller of openpyxl has to write it."""
    import re
    text = re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", lambda m: f"_x{ord(m[0]):04X}_", text)


def with_openpyxl(rows, path):
    import openpyxl
    workbook = openpyxl.Workbook()
    worksheet = workbook.active
    worksheet.title = "Review"
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            if text:
                cell = worksheet.cell(number, column, escaped(text))
                cell.data_type = "s"
                cell.number_format = "@"
    worksheet.freeze_panes = "A2"
    worksheet.auto_filter.ref = worksheet.dimensions
    worksheet.row_dimensions[5].hidden = True
    worksheet.column_dimensions["F"].hidden = True
    workbook.create_sheet("About").append(["Not a review sheet"])
    workbook.save(path)


def with_openpyxl_rich(rows, path):
    """Current values as rich text of several runs."""
    import openpyxl
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    workbook = openpyxl.Workbook()
    worksheet = workbook.active
    worksheet.title = "Review"
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            if not text:
                continue
            cell = worksheet.cell(number, column)
            if column == 4 and number > 1 and len(text) > 2 and escaped(text) == text and "_x" not in text:
                middle = len(text) // 2
                cell.value = CellRichText(text[:1], TextBlock(InlineFont(b=True), text[1:middle]),
                                          TextBlock(InlineFont(i=True, color="FF0000FF"), text[middle:]))
            else:
                cell.value = escaped(text)
                cell.data_type = "s"
    workbook.save(path)


def with_xlsxwriter(rows, path, **options):
    import xlsxwriter
    workbook = xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False, **options})
    about = workbook.add_worksheet("About")
    about.write_string(0, 0, "Not a review sheet")
    worksheet = workbook.add_worksheet("Review")
    text_format = workbook.add_format({"num_format": "@", "text_wrap": True})
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            if text:
                worksheet.write_string(number, column, text, text_format)
    if not options:
        worksheet.write_comment("D2", "A comment")
        worksheet.data_validation("F2:F80", {"validate": "list", "source": ["yes", "no"]})
        worksheet.conditional_format("E2:E80", {"type": "no_blanks", "format": workbook.add_format({"bold": True})})
    workbook.close()


def with_pandas(rows, path):
    import pandas
    frame = pandas.DataFrame([[escaped(text) for text in row] for row in rows[1:]], columns=rows[0], dtype=str)
    with pandas.ExcelWriter(path, engine="openpyxl") as writer:
        frame.to_excel(writer, sheet_name="Review", index=False)
        for cells in writer.sheets["Review"].iter_rows():
            for cell in cells:
                # openpyxl takes `=…` for a formula and `#N/A` for an error.
                if cell.data_type in "fe":
                    cell.data_type = "s"


def with_pandas_csv(rows, path):
    """pandas ends rows with LF and does not quote a bare CR, which no reader can then tell from the end of a row: LF instead."""
    import pandas
    kept = [[text.replace("\rs", "\ns") for text in row] for row in rows]
    pandas.DataFrame(kept[1:], columns=rows[0], dtype=str).to_csv(path, index=False)


def with_polars(rows, path):
    import polars
    frame = polars.DataFrame(rows[1:], schema=rows[0], orient="row")
    if path.endswith(".csv"):
        frame.write_csv(path)
    else:
        import xlsxwriter
        with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as workbook:
            frame.write_excel(workbook, worksheet="Review")


def with_csv(rows, path, encoding="utf-8", **options):
    with open(path, "w", newline="", encoding=encoding) as file:
        csv.writer(file, **options).writerows(rows)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows, folder = table(sys.argv[1]), sys.argv[2]
    makers = [
        ("openpyxl.xlsx", with_openpyxl, {}), ("openpyxl-rich.xlsx", with_openpyxl_rich, {}),
        ("xlsxwriter.xlsx", with_xlsxwriter, {}),
        ("xlsxwriter-zip64.xlsx", with_xlsxwriter, {"use_zip64": True}),
        ("pandas.xlsx", with_pandas, {}), ("polars.xlsx", with_polars, {}),
        ("polars.csv", with_polars, {}), ("pandas.csv", with_pandas_csv, {}),
        ("python.csv", with_csv, {"quoting": csv.QUOTE_ALL}),
    ]
    for name, maker, options in makers:
        try:
            maker(rows, os.path.join(folder, name), **options)
        except ImportError as error:
            print(f"skipped: {name}: {error}")


if __name__ == "__main__":
    main()
