"""speed_peers.py PEER FILE [OUT]: one peer reads every cell of FILE as text and prints how many rows there are, or writes the CSV FILE as OUT.

PEER: fastexcel, calamine, polars (reading); write-xlsxwriter, which writes shared strings."""
import csv
import sys


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        yield from csv.reader(file)


peer, path = sys.argv[1:3]
if peer == "fastexcel":
    import fastexcel
    count = fastexcel.read_excel(path).load_sheet(0, dtypes="string").height + 1
elif peer == "calamine":
    import python_calamine
    count = sum(1 for _ in python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).iter_rows())
elif peer == "polars":
    import polars
    count = polars.read_csv(path, infer_schema=False).height + 1
elif peer == "write-xlsxwriter":
    import xlsxwriter
    with xlsxwriter.Workbook(sys.argv[3]) as workbook:
        worksheet = workbook.add_worksheet()
        for count, row in enumerate(rows(path), 1):
            for column, cell in enumerate(row):
                if cell:
                    worksheet.write_string(count - 1, column, cell)
else:
    sys.exit(__doc__)
print(count)
