# with_r.R TABLE.csv OUTDIR: the table as R and its package openxlsx write it.
arguments <- commandArgs(trailingOnly = TRUE)
table <- read.csv(arguments[1], colClasses = "character", check.names = FALSE, encoding = "UTF-8", na.strings = character())
out <- function(name) file.path(arguments[2], name)
write.csv2(table, out("r-csv2.csv"), row.names = FALSE, fileEncoding = "UTF-8")
if (requireNamespace("openxlsx", quietly = TRUE)) {
  # openxlsx writes control characters as they are, and then nobody can read the sheet.
  table[] <- lapply(table, function(column) gsub("[\001-\010\013\014\016-\037]", "", column))
  openxlsx::write.xlsx(table, out("r-openxlsx.xlsx"), sheetName = "Review")
} else {
  cat("skipped: r-openxlsx.xlsx: no package openxlsx\n")
}
