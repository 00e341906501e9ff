import { element } from "./dom.js";
import { breakable, nameOf, textBlock, visibleNodes } from "./visible.js";
import { words } from "./words.js";

/** The id of the row of a text, for `aria-activedescendant`. */
export const rowID = (text) => `row-${text.id}`;

/** One's own pending proposal for a text, or undefined. */
export const ownProposal = (text) => text.proposals.find(({ mine }) => mine);

/** Whether there is nothing about a text that a reviewer could sign off: the app has no value, and nobody proposes one. */
export const isMissing = (text) => text.current === "" && text.proposals.length === 0 && text.draft?.kind !== "propose";

/**
 * Returns the element of one row: the heading of its section where one begins, and the text.
 *
 * `place` has the index, the text before (undefined if it is not read), whether the row is the chosen one, whether it is
 * among the selected ones, and whether the text has an unsaved value. `locales` has the locale of the texts and that of their source.
 */
export function rowElement(text, place, view, locales) {
  const states = {
    own: Boolean(text.draft) || Boolean(ownProposal(text)),
    missing: text.status === "missing",
    conflict: text.conflict !== null,
    refused: text.draft?.state === "refused",
  };
  const names = Object.keys(states).filter((name) => states[name]);
  const row = element("div", {
    role: "row", id: rowID(text), class: ["row", view, ...names].join(" "), "aria-rowindex": place.index + 2,
    "aria-selected": place.isChosen ? "true" : "false", "data-index": place.index,
  }, view === "texts" ? valueCells(text, place, locales) : tableCells(text, place, locales));
  const startsSection = place.before ? place.before.section !== text.section : place.index === 0;
  return element("div", { class: "item", role: "presentation" },
    startsSection ? sectionHeading(text.section) : null, row);
}

/** Returns the row of a text that has not been read yet. */
export function emptyRow(index, view) {
  return element("div", { class: "item", role: "presentation" },
    element("div", { role: "row", class: `row unread ${view}`, "aria-rowindex": index + 2, "data-index": index },
      element("div", { role: "gridcell", class: "cell" }, words.loading)));
}

/** Returns the row of column headers. */
export function headerRow(view, hasSource) {
  const cell = (name) => element("div", { role: "columnheader", class: "cell" }, words.columns[name]);
  const names = view === "texts" ? ["current"] : ["name", ...(hasSource ? ["source"] : []), "current", "proposals"];
  return element("div", { role: "row", class: `row header ${view}`, "aria-rowindex": 1 }, names.map(cell));
}

function sectionHeading(section) {
  return element("div", { role: "row", class: "heading" },
    element("div", { role: "rowheader" }, breakable(section)));
}

function tableCells(text, place, locales) {
  const cells = [
    element("div", { role: "rowheader", class: "cell name" }, picker(text, place),
      element("span", { class: "section" }, breakable(text.section), "/"), element("wbr"),
      element("span", { class: "key" }, breakable(text.key)), badges(text, place)),
  ];
  if (locales.source) {
    cells.push(element("div", { role: "gridcell", class: "cell source" },
      label(words.columns.source),
      text.source === null ? quiet(words.noSource) : textBlock(text.source, locales.source)));
  }
  cells.push(
    element("div", { role: "gridcell", class: "cell current" }, label(words.columns.current),
      text.current === "" ? quiet(words.missing) : textBlock(text.current, locales.locale)),
    element("div", { role: "gridcell", class: "cell proposals" }, proposals(text, place, locales.locale)));
  return cells;
}

/** The value as the app will show it: the draft, where there is one, else what it shows now. */
function valueCells(text, place, locales) {
  const value = place.unsaved ?? text.draft?.value ?? text.current;
  return [
    element("div", { role: "gridcell", class: "cell value" }, picker(text, place),
      element("span", { class: "spoken" }, nameOf(text)),
      value === "" ? element("span", { class: "quiet" }, words.missing, ": ", breakable(text.key)) : textBlock(value, locales.locale, "div", { class: value === text.current ? "" : "draft" }),
      badges(text, place)),
  ];
}

function proposals(text, place, locale) {
  const drafted = place.unsaved ?? text.draft?.value;
  const values = text.proposals.filter(({ value }) => value !== null).map((proposal) => {
    const isReplaced = place.unsaved !== undefined || text.draft?.kind === "propose";
    const isGone = text.draft?.kind === "withdraw" ? text.draft.ref === proposal.ref : proposal.mine && isReplaced;
    return textBlock(proposal.value, locale, isGone ? "del" : "div", { class: proposal.mine ? "mine" : "other" });
  });
  if (drafted !== undefined && drafted !== null) values.unshift(textBlock(drafted, locale, "div", { class: "mine draft" }));
  return values.length > 0 ? [label(words.columns.proposals), ...values] : [];
}

/** Whether the draft of a text rejects somebody else's proposal. */
export const isRejection = ({ draft, proposals }) =>
  draft?.kind === "withdraw" && proposals.some(({ ref, mine }) => ref === draft.ref && !mine);

/** What the colours of a row mean, in words. */
function badges(text, place) {
  const shown = [];
  const add = (kind, ...content) => shown.push(element("span", { class: `badge ${kind}` }, ...content));
  if (place.unsaved !== undefined) add("bad", words.badge.unsaved);
  if (text.conflict) add("open", text.conflict.alternatives ? words.badge.disagreement : words.badge.conflict);
  else if (text.draft?.state === "refused") add("bad", words.badge.refused);
  if (text.draft?.outcome) add("bad", words.outcome[text.draft.outcome.name] ?? text.draft.outcome.name);
  if (text.outcome && !text.draft) add("bad", words.outcome[text.outcome.name] ?? text.outcome.name);
  if (text.draft?.kind === "propose") add("draft", words.badge.draft);
  if (text.draft?.approved) add("good", words.badge.approved);
  else if (text.draft?.state === "waiting") add("open", words.badge.waiting);
  if (text.draft?.kind === "withdraw") add("draft", isRejection(text) ? words.badge.rejected : words.badge.withdrawn);
  if (text.draft?.kind === "ok") add("draft", words.badge.ok);
  else if (text.reviewed) add("good", words.badge.reviewed);
  if (text.suggestion && !text.draft) add("", words.badge.suggestion);
  if (text.note) add("", words.badge.note);
  if (text.proposals.length > 0) {
    const own = ownProposal(text) ? `, ${words.badge.mine}` : "";
    add("", words.count.proposal(text.proposals.length) + own);
  }
  for (const severity of ["error", "warning", "info"]) {
    const count = text.findings.filter((finding) => finding.severity === severity).length;
    if (count > 0) add(severity === "error" ? "bad" : "open", words.count[severity](count));
  }
  return shown.length > 0 ? element("span", { class: "badges" }, shown.flatMap((badge) => [" ", badge])) : null;
}

/** The box that puts a row among the selected ones; the key for it is the list's. */
function picker(text, place) {
  const box = element("input", { type: "checkbox", class: "pick", tabindex: "-1", "aria-label": words.select(nameOf(text)) });
  box.checked = place.isSelected;
  return element("label", { class: "picker" }, box);
}

const label = (name) => element("span", { class: "label" }, name);
const quiet = (name) => element("span", { class: "quiet" }, visibleNodes(name));
