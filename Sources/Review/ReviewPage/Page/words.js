import { carried } from "./carried.js";

// The words of the page, in the language that the reader prefers. The program has them in one table, from which sheets
// have theirs as well; a review in one file carries all languages.

const languages = document.documentElement.dataset.languages.split(" ");

/** The first language that the reader prefers and the table has. */
function preferred() {
  for (const tag of navigator.languages) {
    const { language, script } = new Intl.Locale(tag).maximize();
    // Readers of traditional Chinese are better served in English than with simplified characters.
    if (languages.includes(language) && script !== "Hant") return language;
  }
  return languages[0];
}

const { page } = carried;
const language = languages.includes(carried.data?.sheet?.language) ? carried.data.sheet.language : preferred();
document.documentElement.lang = language;
document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
const table = page?.words[language] ?? await (await fetch(`/words/${language}.json`)).json();

const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);
const list = new Intl.ListFormat(language);

/** Returns a text, or a function that fills its places `{0}`, `{1}`; the first value decides between `one` and the other form. */
function made(text, one) {
  if (!one && !text.includes("{0}")) return text;
  return (...values) => (one && plurals.select(values[0]) === "one" ? one : text).replace(/\{(\d)\}/g, (_, place) =>
    typeof values[place] === "number" ? numbers.format(values[place]) : String(values[place]));
}

/**
 * The words by their ids in the table, in which points separate the names of members. Those below `file` replace others in a
 * review in one file, which sends nothing itself.
 */
export const words = {};
for (const [id, text] of Object.entries(table)) {
  const names = id.split(".");
  if (names.length > 1 && names[0] === "file") {
    if (!page) continue;
    names.shift();
  }
  if (names.at(-1) === "one") continue;
  const isPlural = names.at(-1) === "other";
  if (isPlural) names.pop();
  const owner = names.slice(0, -1).reduce((object, name) => (object[name] ??= {}), words);
  owner[names.at(-1)] = made(text, isPlural ? table[`${names.join(".")}.one`] : undefined);
}

/** Returns the sentences of a reason, as the program makes them: its code, and the values of its places, of which a number may choose the singular. */
words.reason = (code, ...values) => {
  const reasons = page?.reasons ?? {};
  const text = (id) => reasons[id]?.[language] || reasons[id]?.en;
  const isOne = values.find((value) => typeof value === "number") === 1;
  return ((isOne ? reasons[`${code}.one`]?.[language] : "") || (text(code) ?? code))
    .replace(/\{(\d)\+?\}/g, (_, place) => String(values[place] ?? ""));
};

/** Returns a number as the language writes it. */
words.number = (value) => numbers.format(value);

/** Returns a time in ISO 8601 as the language writes it. */
words.moment = (time) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** Returns a day in ISO 8601 as the language writes it. */
words.day = (day) => {
  const noon = new Date(`${day}T12:00`);
  return Number.isNaN(noon.getTime()) ? String(day) : new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(noon);
};

/**
 * Returns what goes to the server, and what is only kept on this machine, as parts of sentences, empty for nothing, and
 * in `lines` as sentences.
 */
words.changes = ({ proposals, deletes, rejections, signOffs, notes }) => {
  const part = (counts) => list.format(counts.filter(([, count]) => count > 0).map(([name, count]) => words.count[name](count)));
  const sent = part([["proposal", proposals], ["delete", deletes]]);
  const kept = part([["rejection", rejections], ["reviewed", signOffs], ["note", notes?.length ?? notes]]);
  return { sent, kept, lines: [sent && words.sendNumbers(sent), kept && words.keepNumbers(kept)].filter(Boolean).join(" ") };
};
