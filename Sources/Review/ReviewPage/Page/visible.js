import { element } from "./dom.js";

// Characters that show nothing, or that would change the direction of what surrounds them. Joiners (U+200C, U+200D) are
// left alone: scripts and emoji need them.
const hidden =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u115F\u1160\u17B4\u17B5\u200B\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFD]|(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The name of a text as sentences have it. */
export const nameOf = (text) => `${text.section}/${text.key}`;

/** A text with the line ends that a text area gives it. */
export const withLineFeeds = (text) => text.replace(/\r\n?/g, "\n");

/** A text as searches compare it, and the words of a search: each must be there. */
export const folded = (text) => text.normalize("NFC").toLowerCase();
export const searched = (text) => folded(text).split(/\s+/u).filter(Boolean);

/** Returns a text as nodes, with its hidden characters as codes. */
export function visibleNodes(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(hidden)) {
    if (found.index > end) nodes.push(text.slice(end, found.index));
    const code = found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    nodes.push(element("span", { class: "hidden" }, `U+${code}`));
    end = found.index + found[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** Returns white space as signs: what is nothing else would show nothing. */
export function spaced(text) {
  const signs = { " ": "␠", "\n": "⏎", "\t": "⇥", "\u00A0": "⍽" };
  return Array.from(text, (space) =>
    signs[space] ?? `U+${space.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`).join("");
}

/** Returns an element that shows a text in its own language and direction. */
export function textBlock(text, locale, name = "div", attributes = {}) {
  return element(name, { ...attributes, class: `text ${attributes.class ?? ""}`.trim(), lang: languageTag(locale.id),
    dir: locale.direction }, visibleNodes(text));
}

/** Returns an element with a sentence of the program, which speaks English on every page. */
export function programText(name, attributes, sentence) {
  return element(name, { lang: "en", dir: "auto", ...attributes }, visibleNodes(sentence));
}

/** Returns a name with places to break lines at dots, dashes and a change of case, and not within words. */
export function breakable(name) {
  return name.split(/(?<=[._/-])(?=.)|(?<=\p{Ll})(?=\p{Lu})/u)
    .flatMap((part, index) => (index === 0 ? visibleNodes(part) : [element("wbr"), ...visibleNodes(part)]));
}

/** Returns a locale as the `lang` attribute takes it; the empty tag, "unknown", where it is not one. */
export function languageTag(locale) {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "";
  } catch {
    return "";
  }
}

/** Returns the characters of a text as a reader counts them, which is how the maximum length is meant. */
export const charactersOf = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
export const characterCount = (text) => charactersOf(text).length;

/** Returns a changed run as nodes, with white space and signs of direction visible where they would be overlooked. */
function changedNodes(text) {
  return text.split(/(^ +| +$|[\t\n\u00A0\u061C\u180B-\u180F\u2000-\u200A\u200E\u200F\u202F\u205F])/u).filter(Boolean).map((part) =>
    /^[\s\u061C\u180B-\u180F\u200E\u200F]+$/u.test(part) ? [element("span", { class: "blank" }, spaced(part)), part === "\n" ? part : ""] : visibleNodes(part));
}

/**
 * Returns an element that shows the pieces of a difference, `{kind, text, mark}`: kinds are same, removed and added; a mark is the severity
 * of what a check found there.
 */
export function differenceBlock(pieces, locale) {
  const names = { removed: "del", added: "ins" };
  const nodes = pieces.map(({ kind, text, mark }) => {
    const shown = kind === "same" && !mark ? visibleNodes(text) : changedNodes(text);
    const marked = mark ? element("mark", { class: mark }, shown) : shown;
    return names[kind] ? element(names[kind], {}, marked) : marked;
  });
  return element("div", { class: "text", lang: languageTag(locale.id), dir: locale.direction }, nodes);
}
