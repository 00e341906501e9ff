/* with_libxlsxwriter OUT.xlsx: the table read from standard input, cells ended by 0x1F and rows by 0x1E (0x1F in a text as 0x01). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>

int main(int argc, char **argv) {
  static char cell[1 << 16];
  size_t length = 0;
  if (argc != 2) return 64;
  lxw_workbook *workbook = workbook_new(argv[1]);
  lxw_worksheet *worksheet = workbook_add_worksheet(workbook, "Review");
  lxw_format *format = workbook_add_format(workbook);
  format_set_num_format(format, "@");
  lxw_row_t row = 0;
  lxw_col_t column = 0;
  for (int c; (c = getchar()) != EOF;) {
    if (c == 0x1f) {
      cell[length] = 0;
      if (length) worksheet_write_string(worksheet, row, column, cell, format);
      column++;
      length = 0;
    } else if (c == 0x1e) {
      row++;
      column = 0;
    } else if (length + 1 < sizeof cell) {
      cell[length++] = c == 1 ? 0x1f : (char)c;
    }
  }
  worksheet_freeze_panes(worksheet, 1, 0);
  return workbook_close(workbook);
}
