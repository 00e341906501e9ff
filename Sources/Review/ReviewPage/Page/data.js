import { carried } from "./carried.js";

const isWhole = ({ format, version, sheet, columns, rows }) => format === "nstack-review review" && version === 1
  && Array.isArray(sheet?.locales) && Array.isArray(columns) && Array.isArray(rows)
  && ["Section", "Key", "Locale", "Current value", "Proposal", "Action", "Note"].every((header) => columns.includes(header))
  && rows.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "string"));

export const page = carried.page;
/** The sheet of the file; null if there is none that can be read. */
export const data = carried.data !== null && isWhole(carried.data) ? carried.data : null;

/** Returns JSON in ASCII that no text in it can end: what re-encodes a file, or reads it as HTML, leaves it whole. */
export const safeJSON = (value) => JSON.stringify(value).replace(/[<>&\u007F-\uFFFF]/g, (unit) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
