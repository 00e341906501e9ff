/** What an export writes under `Note` about a suggestion. */
const line = /^\s*\[Suggestion: (?:(exact match, in the language)|(exact match)|(match apart from case and spaces)|(\d{1,3}) % match) in (.+), entry (\d+)(?:; it lacks (.+))?\]\s*/m;

/** What an export writes under `Note` about the form of a plural. */
const plural = /^\s*\[Plural, ((?:zero|one|two|few|many|other): [^\]\n]*)\]\s*/m;
/** What an export writes under `Note` about texts with the same source text, which are beside the text anyway. */
const sameSource = /^\s*\[Same source: .*\]\s*/m;

/** A note without the lines that an export writes and the page shows elsewhere. */
export const withoutSuggestion = (note) => [line, plural, sameSource].reduce((note, one) => note.replace(one, ""), note);

/** What the form of a plural is for, such as `few: 2–4, 22–24, …`; null for any other text. */
export const pluralIn = (note) => note.match(plural)?.[1] ?? null;

/** The suggestion that a row shows, with what its note says about it. */
export function suggestionIn(note, value) {
  const [, language, exact, folded, score, memory, entry, lacks] = note.match(line) ?? [];
  const match = language ? "language" : folded ? "folded" : score ? "fuzzy" : "exact";
  return { value, match, score: score ? Number(score) : null, memory: memory ?? "", entry: entry ?? "", lacks: lacks?.split(" ") ?? [] };
}
