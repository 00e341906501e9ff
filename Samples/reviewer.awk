# Plays the reviewer on a review sheet in CSV: one new proposal, one changed, one delete.
# Rows that no edit is for are written as they were read, byte for byte.

# Splits a record into `field`, quotes and all, and `text`, without them; gives their number.
function split_record(record,    count, place, start, quoted, letter) {
  count = 0; start = 1; quoted = 0
  for (place = 1; place <= length(record) + 1; place++) {
    letter = substr(record, place, 1)
    if (letter == "\"") quoted = !quoted
    if ((letter == "," && !quoted) || place > length(record)) {
      field[++count] = substr(record, start, place - start)
      text[count] = field[count]
      if (text[count] ~ /^"/) { text[count] = substr(text[count], 2, length(text[count]) - 2); gsub(/""/, "\"", text[count]) }
      start = place + 1
    }
  }
  return count
}

function written(count,    line, place) {
  line = field[1]
  for (place = 2; place <= count; place++) line = line "," field[place]
  return line
}

BEGIN {
  proposal["basket", "note", "da-DK"] = "Skriv til bageriet"
  proposal["products", "cardamomBun", "da-DK"] = "Kardemommeknude"
  action["account", "newsletter", "da-DK"] = "delete"
}

{
  if (NR == 1) sub(/^\357\273\277/, "")
  # A record goes on over lines as long as a quote is open.
  record = (held == "") ? $0 : held "\n" $0
  quotes = gsub(/"/, "\"", record)
  if (quotes % 2) { held = record; next }
  held = ""
  ending = sub(/\r$/, "", record) ? "\r" : ""
  count = split_record(record)
  if (!known) {
    for (place = 1; place <= count; place++) column[text[place]] = place
    known = ("Section" in column) && ("Key" in column) && ("Locale" in column)
  } else {
    if ((text[column["Section"]], text[column["Key"]], text[column["Locale"]]) in proposal) {
      field[column["Proposal"]] = "\"" proposal[text[column["Section"]], text[column["Key"]], text[column["Locale"]]] "\""
      record = written(count)
      edits++
    } else if ((text[column["Section"]], text[column["Key"]], text[column["Locale"]]) in action) {
      field[column["Action"]] = action[text[column["Section"]], text[column["Key"]], text[column["Locale"]]]
      record = written(count)
      edits++
    }
  }
  print record ending
}

END { if (edits != 3) { print "reviewer.awk: " edits + 0 " of 3 rows were found" > "/dev/stderr"; exit 1 } }
