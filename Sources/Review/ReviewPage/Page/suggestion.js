/** What an export writes under `Note` about a suggestion. */
const line = /^\s*\[Suggestion: (?:(exact match, in the language)|(exact match)|(match apart from case and spaces)|(\d{1,3}) % match) in (.+), entry (\d+)(?:; it lacks (.+))?\]\s*/m;

/** What an export writes under `Note` about texts with the same source text, which are beside the text anyway. */
const sameSource = /^\s*\[Same source: .*\]\s*/m;

/** A note without the lines about a suggestion, and about the same source text. */
export const withoutSuggestion = (note) => note.replace(line, "").replace(sameSource, "");

/** The suggestion that a row shows, with what its note says about it. */
export function suggestionIn(note, value) {
  const [, language, exact, folded, score, memory, entry, lacks] = note.match(line) ?? [];
  const match = language ? "language" : folded ? "folded" : score ? "fuzzy" : "exact";
  return { value, match, score: score ? Number(score) : null, memory: memory ?? "", entry: entry ?? "", lacks: lacks?.split(" ") ?? [] };
}
