/* speed_libxlsxwriter IN.us OUT.xlsx: writes cells split by 0x1F, rows ended by 0x1E, with libxlsxwriter in its constant-memory mode.
 * cc -O2 speed_libxlsxwriter.c -o speed_libxlsxwriter -lxlsxwriter (Debian libxlsxwriter-dev) */
#include <stdio.h>
#include <stdlib.h>
#include <xlsxwriter.h>

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    FILE *in = fopen(argv[1], "rb");
    if (!in) return 1;
    lxw_workbook_options options = {.constant_memory = LXW_TRUE, .tmpdir = NULL};
    lxw_workbook *book = workbook_new_opt(argv[2], &options);
    lxw_worksheet *sheet = workbook_add_worksheet(book, "Review");
    char *line = NULL;
    size_t capacity = 0;
    lxw_row_t row = 0;
    for (ssize_t length; (length = getdelim(&line, &capacity, 0x1e, in)) > 0; row++) {
        if (line[length - 1] == 0x1e) line[length - 1] = 0;
        lxw_col_t column = 0;
        for (char *cell = line, *end; cell; cell = end ? end + 1 : NULL, column++) {
            end = cell;
            while (*end && *end != 0x1f) end++;
            if (*end) *end = 0; else end = NULL;
            if (*cell) worksheet_write_string(sheet, row, column, cell, NULL);
        }
    }
    free(line);
    fclose(in);
    return workbook_close(book);
}
