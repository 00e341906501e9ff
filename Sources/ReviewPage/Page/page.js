import { watchConnection } from "./connection.js";
import { Deciding } from "./deciding.js";
import { showKeys } from "./dialogs.js";
import { element, mark } from "./dom.js";
import { showFiles } from "./files.js";
import { Frame } from "./frame.js";
import { listen } from "./keyboard.js";
import { leave } from "./leaving.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";
import { placeInAddress, putPlaceInAddress } from "./place.js";
import { emptyRow, headerRow, rowElement, rowID } from "./rows.js";
import { Sending } from "./sending.js";
import { TextList } from "./store.js";
import { WindowedList } from "./windowed.js";
import { words } from "./words.js";

/** The whole page: it joins the list, the panel and what surrounds them. */
export class Page {
  /** The place in the list of the chosen text, or -1. */
  #index = -1;

  constructor(review) {
    this.review = review;
    this.notices = new Notices();
    this.frame = new Frame(review, {
      choose: (change) => this.choose(change), send: () => this.send(), reload: () => this.reload(), files: () => this.files(),
      help: showKeys, leave: () => this.leave(), focusList: () => this.list.focus(),
    });
    this.texts = new TextList(review, { changed: (first, last) => this.#read(first, last), failed: (error) => this.deciding.failed(error) });
    this.list = element("div", { id: "list", role: "grid", tabindex: "0", class: "list", on: { click: (event) => this.#clicked(event) } });
    this.head = element("div", { role: "rowgroup", class: "list-head" });
    this.empty = element("div", { class: "empty", hidden: true });
    this.main = element("main", { class: "main" }, this.frame.tools, this.empty, this.list);
    this.deciding = new Deciding(review, this.notices, (text) => this.#reopen(text));
    this.panel = new Panel(review, {
      close: () => this.closePanel(), step: (direction) => this.step(direction, true),
      deciding: this.deciding,
    }, [this.frame.header, this.frame.nav, this.main]);
    this.deciding.panel = this.panel;
    this.sending = new Sending(review, () => this.#reloadLists());
  }

  /** Puts the page on screen and begins to listen. */
  async start() {
    const [lost, corner] = this.notices.elements;
    document.body.append(this.frame.header, lost,
      element("div", { class: "columns" }, this.frame.nav, this.main, this.panel.element), corner);
    this.list.append(this.head);
    const place = placeInAddress();
    const { locales, source } = this.review.summary;
    if (!locales.some(({ id }) => id === place.locale)) {
      // The locale in which there is most to decide; the source locale only where there is no other.
      const sorted = locales.filter(({ id }) => id !== source)
        .sort((left, right) => (right.counts.drafts - left.counts.drafts) || (right.counts.proposed - left.counts.proposed));
      place.locale = (sorted[0] ?? locales[0])?.id ?? "";
      place.section = "";
    }
    this.chosen = place;
    this.window = new WindowedList({
      viewport: this.list, top: () => this.head.offsetHeight, render: (index) => this.#row(index),
      shown: (first, last) => {
        this.texts.need(first, last);
        this.#nameActive();
      },
      estimate: () => parseFloat(getComputedStyle(document.documentElement).fontSize) * (this.chosen.view === "texts" ? 3 : 5),
    });
    this.#listen();
    await this.choose({}, place.text);
    if (place.text && this.texts.placeOf(place.text) !== undefined) await this.select(this.texts.placeOf(place.text), true);
    this.list.focus();
    this.sending.resume().catch((error) => this.deciding.failed(error));
  }

  // MARK: The list

  /** Chooses a locale, section, filter, search or view, and keeps the chosen text where the new list has it. */
  async choose(change, around = this.#chosenText?.id) {
    const isOnlyView = Object.keys(change).length === 1 && change.view;
    this.chosen = { ...this.chosen, ...change };
    if (this.panel.isOpen && !isOnlyView) await this.closePanel(false);
    this.frame.show(this.chosen);
    this.#putAddress();
    const { locale, section, filter, q } = this.chosen;
    let place;
    try {
      if (!this.review.locale(locale).sections) await this.review.load(locale);
      place = await this.texts.open({ locale, section, filter: filter === "all" ? "" : filter, q }, around);
    } catch (error) {
      if (error.name !== "AbortError") this.deciding.failed(error);
      return;
    }
    if (place === null) return;
    const isThere = around !== undefined && this.texts.placeOf(around) !== undefined;
    this.#index = isThere ? place : -1;
    this.#showList();
    this.window.reset(this.texts.total, isThere ? place : 0);
    if (isThere) this.#mark(place);
  }

  get #locales() {
    const { source } = this.review.summary;
    const isSource = this.chosen.locale === source;
    return { locale: this.review.locale(this.chosen.locale), source: source && !isSource ? this.review.locale(source) : null };
  }

  get #chosenText() {
    return this.#index < 0 ? undefined : this.texts.at(this.#index);
  }

  #showList() {
    const { total } = this.texts;
    const { locale, source } = this.#locales;
    this.head.replaceChildren(headerRow(this.chosen.view, source !== null));
    this.list.className = `list ${this.chosen.view}${source ? "" : " sourceless"}`;
    this.list.setAttribute("aria-label", words.listLabel(locale.name ?? locale.id, total));
    this.list.setAttribute("aria-rowcount", String(total + 1));
    this.list.hidden = total === 0;
    this.empty.hidden = total !== 0;
    this.frame.total.textContent = words.total(total);
    if (total === 0) {
      const all = element("button", { type: "button", on: { click: () => {
        this.frame.search.value = "";
        this.choose({ filter: "all", q: "" });
      } } }, words.showAll);
      this.empty.replaceChildren(element("p", {}, words.nothing), element("p", { class: "quiet" }, words.nothingHint), all);
    }
  }

  #row(index) {
    const text = this.texts.at(index);
    if (!text) return emptyRow(index, this.chosen.view);
    const place = { index, before: index > 0 ? this.texts.at(index - 1) : undefined, isChosen: index === this.#index,
      unsaved: this.review.unsaved.get(text.id)?.value };
    return rowElement(text, place, this.chosen.view, this.#locales);
  }

  #read(first, last) {
    for (let index = Math.max(first, this.window.first); index <= Math.min(last + 1, this.window.last); index += 1) {
      this.window.update(index);
    }
    if (this.#index >= first && this.#index <= last) this.#mark(this.#index);
  }

  /** Marks the row of the chosen text as the active one of the list. */
  #mark(index) {
    const old = this.#index;
    this.#index = index;
    if (old !== index && old >= 0) this.window.update(old);
    this.window.update(index);
    this.#nameActive();
  }

  /** Names the active row to screen readers, as long as it is an element. */
  #nameActive() {
    const text = this.#chosenText;
    const isShown = text !== undefined && this.#index >= this.window.first && this.#index <= this.window.last;
    mark(this.list, "aria-activedescendant", isShown, isShown ? rowID(text) : "");
  }

  /** Chooses the text at a place; the panel shows it if it is open or `opens`. */
  async select(index, opens = false, takesFocus = false) {
    if (index < 0 || index >= this.texts.total) return;
    const isOpen = this.panel.isOpen;
    if (isOpen && index !== this.#index) this.deciding.keepTyped();
    this.window.reveal(index);
    this.#mark(index);
    let text;
    try {
      text = await this.texts.fetch(index);
    } catch (error) {
      if (error.name !== "AbortError") this.deciding.failed(error);
      return;
    }
    if (!text || this.#index !== index) return;
    this.#mark(index);
    if (isOpen || opens) this.#showPanel(text, takesFocus);
  }

  #showPanel(text, takesFocus) {
    this.panel.show(text, words.place(this.#index, this.texts.total), this.#locales, takesFocus);
    this.window.pinned = this.#index;
    this.#putAddress();
  }

  /** Chooses the next or previous text. */
  async step(direction, takesFocus = this.panel.element.contains(document.activeElement)) {
    const index = this.#index < 0 ? this.window.first : this.#index + direction;
    await this.select(Math.max(0, Math.min(this.texts.total - 1, index)), false, takesFocus);
  }

  async problem(direction) {
    try {
      const { offset, text } = await this.texts.nextProblem(this.#chosenText?.id, direction);
      if (!text) return this.notices.say(words.noProblem);
      await this.select(offset, true, true);
    } catch (error) {
      this.deciding.failed(error);
    }
  }

  #clicked(event) {
    const row = event.target.closest("[data-index]");
    // Whoever selects a part of a text wants to copy it.
    if (row && String(getSelection()) === "") this.select(Number(row.dataset.index), true, true);
  }

  // MARK: The panel

  async closePanel(returnsFocus = true) {
    if (!this.panel.isOpen) return;
    this.deciding.keepTyped();
    this.panel.hide();
    this.#putAddress();
    if (returnsFocus) this.list.focus();
  }

  async #reopen(text) {
    const place = this.texts.placeOf(text.id);
    if (place !== undefined) await this.select(place, true);
  }

  // MARK: The whole review

  async send() {
    await this.deciding.keepTyped();
    await this.sending.open();
  }

  async leave() {
    await this.deciding.keepTyped();
    await leave(this.review, (sentence) => this.notices.warn(sentence));
  }

  files() {
    showFiles(this.review, async (problem) => {
      await this.choose({ locale: problem.locale, section: "", filter: "all", q: "" }, problem.text);
      const place = this.texts.placeOf(problem.text);
      if (place !== undefined) await this.select(place, true, true);
    });
  }

  async reload() {
    await this.deciding.keepTyped();
    this.notices.say(words.reloading);
    try {
      await this.review.refresh();
      await this.#reloadLists(false);
      this.notices.say(words.reloaded);
    } catch (error) {
      this.deciding.failed(error);
    }
  }

  async #reloadLists(reads = true) {
    const text = this.panel.text ?? this.#chosenText;
    const wasOpen = this.panel.isOpen;
    const hadFocus = this.panel.element.contains(document.activeElement);
    try {
      if (reads) await this.review.load();
      await this.choose({}, text?.id);
      const place = text ? this.texts.placeOf(text.id) : undefined;
      if (wasOpen && place !== undefined) await this.select(place, true, hadFocus);
    } catch (error) {
      this.deciding.failed(error);
    }
  }

  #putAddress() {
    putPlaceInAddress({ ...this.chosen, text: this.panel.text?.id ?? "" });
  }

  #listen() {
    this.review.addEventListener("text", ({ detail: text }) => {
      const index = this.texts.replace(text);
      if (index !== undefined) this.window.update(index);
      if (this.panel.text?.id === text.id) this.#showPanel(text, false);
    });
    this.review.addEventListener("counts", () => {
      if (this.chosen) this.frame.show(this.chosen);
    });
    watchConnection(this.review, this.notices, {
      changed: () => this.window.updateAll(), keepTyped: (options) => this.deciding.keepTyped(options),
      failed: (error) => this.deciding.failed(error),
    });
    listen({
      step: (direction) => this.step(direction), page: (direction) => this.select(this.#pageFrom(direction)),
      first: () => this.select(0), last: () => this.select(this.texts.total - 1),
      open: () => this.#open(true), edit: () => this.#open(false), keep: () => this.#keepNow(), 
      withdraw: () => this.deciding.takeBack(this.panel.text ?? this.#chosenText), undo: () => this.deciding.undo(),
      problem: (direction) => this.problem(direction), help: showKeys,
      search: () => this.frame.search.select(), toggleView: () => this.choose({ view: this.chosen.view === "texts" ? "table" : "texts" }),
      escape: () => this.#escape(),
    });
  }

  #pageFrom(direction) {
    const from = this.#index < 0 ? this.window.first : this.#index;
    return Math.max(0, Math.min(this.texts.total - 1, from + direction * this.window.pageLength));
  }

  async #open(takesFocus) {
    if (this.#index < 0) await this.select(this.window.first, true, takesFocus);
    else await this.select(this.#index, true, takesFocus);
    if (!takesFocus && this.panel.isOpen) this.panel.editor.focus();
  }

  async #keepNow() {
    if (!this.panel.isOpen) return;
    await this.panel.editor.keep();
    this.panel.title.focus({ preventScroll: true });
  }

  #escape() {
    if (this.panel.isOpen) {
      this.closePanel();
    } else if (document.activeElement === this.frame.search) {
      this.frame.search.value = "";
      if (this.chosen.q) this.choose({ q: "" });
      this.list.focus();
    } else {
      return false;
    }
  }
}
