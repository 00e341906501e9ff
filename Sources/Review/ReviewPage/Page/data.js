import { carried } from "./carried.js";

const isWhole = ({ format, version, sheet, columns, rows }) => format === "nstack-review review" && version === 1
  && Array.isArray(sheet?.locales) && Array.isArray(columns) && Array.isArray(rows)
  && ["Section", "Key", "Locale", "Current value", "Proposal"].every((header) => columns.includes(header))
  && rows.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "string"));

/** A sheet with all columns to decide in: a table that was made by hand may have the proposals alone. */
const completed = (sheet) => {
  sheet.columns = [...new Set([...sheet.columns, "Action", "Note"])];
  for (const row of sheet.rows) while (row.length < sheet.columns.length) row.push("");
  return sheet;
};

export const page = carried.page;
/** The sheet of the file; null if there is none that can be read. */
export const data = carried.data !== null && isWhole(carried.data) ? completed(carried.data) : null;

/** Returns JSON in ASCII that no text in it can end: what re-encodes a file, or reads it as HTML, leaves it whole. */
export const safeJSON = (value) => JSON.stringify(value).replace(/[<>&\u007F-\uFFFF]/g, (unit) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
