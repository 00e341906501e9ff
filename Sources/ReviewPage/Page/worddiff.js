import { element } from "./dom.js";
import { languageTag, spaced, visibleNodes } from "./visible.js";

// More comparisons than this would be felt; then all between the common beginning and end counts as changed.
const comparisons = 1 << 20;

/** Returns the difference of two texts as pieces `{kind, text}`, word by word; kinds are same, removed and added. */
export function wordDifference(before, after, locale) {
  const segmenter = new Intl.Segmenter(languageTag(locale) || undefined, { granularity: "word" });
  const words = (text) => Array.from(segmenter.segment(text), (part) => part.segment);
  const left = words(before);
  const right = words(after);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const pieces = [];
  const add = (kind, text) => {
    if (!text) return;
    if (pieces.at(-1)?.kind === kind) pieces.at(-1).text += text;
    else pieces.push({ kind, text });
  };
  add("same", left.slice(0, start).join(""));
  between(left.slice(start, left.length - end), right.slice(start, right.length - end), add);
  add("same", left.slice(left.length - end).join(""));
  return pieces;
}

/** Adds the pieces of two lists of words along a longest common subsequence. */
function between(left, right, add) {
  if (left.length * right.length > comparisons) {
    add("removed", left.join(""));
    add("added", right.join(""));
    return;
  }
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = left[i] === right[j]
        ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  let [i, j, removed, added] = [0, 0, "", ""];
  const flush = () => {
    add("removed", removed);
    add("added", added);
    [removed, added] = ["", ""];
  };
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      flush();
      add("same", left[i]);
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
      removed += left[i];
      i += 1;
    } else {
      added += right[j];
      j += 1;
    }
  }
  flush();
}

/** Returns a changed run as nodes, with its white space visible where it would be overlooked. */
function changedNodes(text) {
  return text.split(/(^ +| +$|[\t\u00A0\u2000-\u200A\u202F])/u).filter(Boolean).flatMap((part) =>
    part.trim() === "" && part !== "\n" ? [element("span", { class: "blank" }, spaced(part))] : visibleNodes(part));
}

/** Returns an element that shows a text with the words that differ from another one marked. */
export function differenceBlock(before, after, locale) {
  const names = { removed: "del", added: "ins" };
  const nodes = wordDifference(before, after, locale.id).flatMap(({ kind, text }) =>
    kind === "same" ? visibleNodes(text) : [element(names[kind], {}, changedNodes(text))]);
  return element("div", { class: "text", lang: languageTag(locale.id), dir: locale.direction }, nodes);
}
