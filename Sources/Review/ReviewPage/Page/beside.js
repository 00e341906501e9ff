import { button, debounced, element, pause } from "./dom.js";
import { textBlock, visibleNodes, withLineFeeds } from "./visible.js";
import { words } from "./words.js";

/** What stands beside the field of a text: its suggestion, terms, texts with the same source text, the same text in other locales, and the note. */
export class Beside {
  #text = null;
  #note = "";
  #store = debounced(pause, () => this.review.typedNote(this.#text, this.#typed === this.#note ? null : this.#typed));

  /** `actions` has accept(), use(value) and keep(note, options). */
  constructor(review, actions) {
    this.review = review;
    this.actions = actions;
    this.suggestion = element("section", { class: "suggestion" });
    this.help = element("div", { class: "facts" });
    this.area = element("textarea", { id: "note", rows: "2", "aria-describedby": "note-hint", on: { input: () => this.#store(), change: () => this.keepNote() } });
    this.state = element("p", { class: "state" });
    this.noteElement = element("section", { class: "editor note" }, element("h3", {}, element("label", { for: "note" }, words.note)),
      this.area, element("p", { id: "note-hint", class: "quiet hint" }, words.noteHint), this.state);
  }

  /** Shows a text, or its new state; a note that is being written stays. */
  show(text, locale) {
    const isSame = this.#text?.id === text.id;
    const note = withLineFeeds(text.note).trim();
    if (!isSame || this.area.value === this.#note) this.area.value = this.review.unsavedNote(text) ?? note;
    [this.#text, this.#note] = [text, note];
    this.state.textContent = text.isNoteKept ? "" : words.noteWaits;
    this.#showSuggestion(text, locale);
    if (isSame) return;
    this.help.replaceChildren();
    this.#read(text, locale);
  }

  /** Keeps a note that was changed. */
  async keepNote(options = {}) {
    const [text, note] = [this.#text, this.#typed];
    if (!text) return;
    this.#store.cancel();
    if (note === this.#note) return this.review.typedNote(text, null);
    this.#note = note;
    await this.actions.keep(text, note, options);
  }

  get #typed() {
    return this.area.value.trim();
  }

  #showSuggestion({ suggestion, draft }, locale) {
    this.suggestion.hidden = suggestion === null;
    if (!suggestion) return;
    const { value, memory, entry, match, score, lacks } = suggestion;
    const isAccepted = draft?.accepted === true;
    this.suggestion.replaceChildren(element("h3", {}, words.suggestion), textBlock(value, locale),
      memory && element("p", { class: "quiet hint" }, visibleNodes(words.suggestionFrom(score === null ? words.match[match] : words.match[match](score), memory, entry))),
      ...(lacks.length > 0 ? [element("p", { class: "refusal" }, words.suggestionLacks(lacks.join(" ")))] : []),
      element("div", { class: "actions" },
        button(isAccepted ? words.isAccepted : words.accept, () => this.actions.accept(), {
          class: "primary", disabled: isAccepted, "aria-keyshortcuts": "a" }),
        button(words.useText, () => this.actions.use(value), { "aria-label": `${words.suggestion}: ${words.useTextLabel(value)}` })));
  }

  async #read(text, locale) {
    let found;
    try {
      found = await this.review.read("/api/beside", { text: text.id });
    } catch {
      // It is help, and not what the reviewer decides on; that the program is gone is said by the page as a whole.
      return;
    }
    if (this.#text?.id !== text.id) return;
    const shown = [];
    if (found.terms.length > 0) {
      shown.push(element("section", {}, element("h3", {}, words.terms), element("dl", { class: "terms" },
        found.terms.flatMap(({ source, preferred, forbidden }) => [element("dt", { dir: "auto" }, source),
          element("dd", { dir: "auto" }, [...preferred, ...forbidden.map((word) => words.termForbidden(word))].join(", "))]))));
    }
    if (found.siblings.length > 0) {
      const more = found.siblingCount - found.siblings.length;
      shown.push(element("section", { class: "others" }, element("h3", {}, words.sameSource),
        element("dl", {}, found.siblings.flatMap(({ name, value }) => [element("dt", { dir: "auto" }, name),
          element("dd", {}, value === "" ? words.isMissing : [textBlock(value, locale),
            button(words.useText, () => this.actions.use(value), { "aria-label": `${name}: ${words.useTextLabel(value)}` })])])),
        more > 0 ? element("p", { class: "quiet hint" }, `+${words.number(more)}`) : null));
    }
    if (found.others.length > 0) {
      shown.push(element("details", { class: "others" }, element("summary", {}, words.others(found.others.length)),
        element("dl", {}, found.others.flatMap(({ locale, value, direction }) =>
          [element("dt", {}, locale), textBlock(value, { id: locale, direction }, "dd")]))));
    }
    this.help.replaceChildren(...shown);
  }
}
