import { button, element, setState } from "./dom.js";
import { emptyRow, headerRow, rowElement, rowID } from "./rows.js";
import { TextList } from "./store.js";
import { WindowedList } from "./windowed.js";
import { words } from "./words.js";

/** The list of texts on screen, and which of them is chosen. */
export class ListView {
  /** The place in the list of the chosen text, or -1. */
  index = -1;
  view = "table";
  /** The locale of the texts, and that of their source (null if they are the source). */
  locales = null;
  /** The texts that are decided together, by their ids. */
  selected = new Map();
  #anchor = -1;
  #query = "";

  /** `actions` has choose(index), selected(), showAll(), moved() and failed(error). */
  constructor(review, actions) {
    this.review = review;
    this.actions = actions;
    this.texts = new TextList(review, { changed: (first, last) => this.#wasRead(first, last), failed: actions.failed, moved: actions.moved });
    this.head = element("div", { role: "rowgroup", class: "list-head" });
    this.grid = element("div", { id: "list", role: "grid", tabindex: "0", class: "list", on: { click: (event) => {
      const row = event.target.closest("[data-index]");
      if (event.target.matches(".pick")) return this.select(Number(row.dataset.index), { isRange: event.shiftKey });
      // A click beside the box comes again as one on the box.
      if (event.target.matches(".picker")) return;
      // Whoever selects a part of a text wants to copy it.
      if (row && String(getSelection()) === "") actions.choose(Number(row.dataset.index));
    } } }, this.head);
    this.empty = element("div", { class: "empty", hidden: true }, element("p", {}, words.nothing),
      element("p", { class: "quiet" }, words.nothingHint), button(words.showAll, actions.showAll));
    this.window = new WindowedList({
      viewport: this.grid, top: () => this.head.offsetHeight, render: (index) => this.#row(index),
      shown: (first, last) => {
        this.texts.need(first, last);
        this.#nameActive();
      },
      estimate: () => parseFloat(getComputedStyle(document.documentElement).fontSize) * (this.view === "texts" ? 3 : 5),
    });
  }

  get total() {
    return this.texts.total;
  }

  /** The chosen text; undefined if there is none, or it has not been read yet. */
  get chosenText() {
    return this.index < 0 ? undefined : this.texts.at(this.index);
  }

  /** Reads and shows another list; the text `around` stays the chosen one if that list has it. Returns whether it is shown. */
  async open(query, view, around) {
    const place = await this.texts.open(query, around);
    if (place === null) return false;
    const { source } = this.review.summary;
    // Other texts than those on screen must not be decided with them.
    if (JSON.stringify(query) !== this.#query) this.selectNone();
    this.#query = JSON.stringify(query);
    this.view = view;
    this.locales = {
      locale: this.review.locale(query.locale),
      source: source && query.locale !== source ? this.review.locale(source) : null,
    };
    const isThere = around !== undefined && this.texts.placeOf(around) !== undefined;
    this.index = isThere ? place : -1;
    this.#showFrame();
    this.window.pinned = this.index;
    this.window.reset(this.total, isThere ? place : 0);
    return true;
  }

  /** Makes the text at a place the chosen one, and brings it on screen; returns it once it is read, unless it was overtaken. */
  async choose(index) {
    this.window.pinned = index;
    this.window.reveal(index);
    this.#move(index);
    const text = await this.texts.fetch(index);
    if (!text || this.index !== index) return null;
    this.#move(index);
    return text;
  }

  /** Selects the row at a place, or takes it from the selection; with `isRange`, all rows from the last one that was. */
  select(index, { isRange = false } = {}) {
    const isOn = !this.selected.has(this.texts.at(index)?.id);
    const from = isRange && this.#anchor >= 0 ? this.#anchor : index;
    for (let place = Math.min(from, index); place <= Math.max(from, index); place += 1) {
      const text = this.texts.at(place);
      if (text && isOn) this.selected.set(text.id, text);
      else if (text) this.selected.delete(text.id);
      this.window.update(place);
    }
    this.#anchor = index;
    this.actions.selected();
  }

  /** Selects all rows of the list, and reads those that were not on screen yet. */
  async selectAll() {
    for (const text of await this.texts.all()) this.selected.set(text.id, text);
    this.update();
    this.actions.selected();
  }

  selectNone() {
    this.selected.clear();
    this.#anchor = -1;
    this.update();
    this.actions.selected();
  }

  /** The place that is so many rows, or screens, away from the chosen one. */
  placeAway({ rows = 0, screens = 0 }) {
    if (this.index < 0) return this.window.first;
    return Math.max(0, Math.min(this.total - 1, this.index + rows + screens * this.window.pageLength));
  }

  /** Shows the new state of a text. */
  replace(text) {
    const index = this.texts.replace(text);
    if (index !== undefined) this.window.update(index);
    if (!this.selected.has(text.id)) return;
    this.selected.set(text.id, text);
    this.actions.selected();
  }

  /** Shows all rows again. */
  update() {
    this.window.updateAll();
  }

  #showFrame() {
    const { locale, source } = this.locales;
    this.head.replaceChildren(headerRow(this.view, source !== null));
    this.grid.className = `list ${this.view}${source ? "" : " sourceless"}`;
    this.grid.setAttribute("aria-label", words.listLabel(locale.name ?? locale.id, this.total));
    this.grid.setAttribute("aria-rowcount", String(this.total + 1));
    this.grid.hidden = this.total === 0;
    this.empty.hidden = this.total !== 0;
  }

  #row(index) {
    const text = this.texts.at(index);
    if (!text) return emptyRow(index, this.view);
    const place = { index, before: index > 0 ? this.texts.at(index - 1) : undefined, isChosen: index === this.index,
      isSelected: this.selected.has(text.id),
      unsaved: this.review.unsaved.get(text.id)?.value };
    return rowElement(text, place, this.view, this.locales);
  }

  #wasRead(first, last) {
    // The row after the last shows whether its section begins there.
    for (let index = Math.max(first, this.window.first); index <= Math.min(last + 1, this.window.last); index += 1) {
      this.window.update(index);
    }
    this.#nameActive();
  }

  #move(index) {
    const old = this.index;
    this.index = index;
    if (old !== index && old >= 0) this.window.update(old);
    this.window.update(index);
    this.#nameActive();
  }

  /** Names the active row to screen readers, as long as it is an element. */
  #nameActive() {
    const text = this.chosenText;
    const isShown = text !== undefined && this.index >= this.window.first && this.index <= this.window.last;
    setState(this.grid, "aria-activedescendant", isShown, isShown ? rowID(text) : "");
  }
}
