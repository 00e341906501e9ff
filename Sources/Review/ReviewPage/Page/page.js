import { positionInAddress, putPositionInAddress } from "./address.js";
import { watchConnection } from "./connection.js";
import { page as carriedPage } from "./data.js";
import { Deciding } from "./deciding.js";
import { leave, showFiles, showKeys } from "./dialogs.js";
import { element } from "./dom.js";
import { Frame } from "./frame.js";
import { listen } from "./keyboard.js";
import { ListView } from "./list.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";
import { SelectionBar } from "./selection.js";
import { Sending } from "./sending.js";
import { words } from "./words.js";

/** The keys, and the names of what they mean. */
const keys = [
  ["j k ↓ ↑", "move"], ["Enter", "open"], ["e", "write"], ["Ctrl+Enter", "keep"], ["o", "ok"], ["a", "accept"], ["m", "note"],
  ["x", "select"], ["Shift+X", "selectAll"], ["d", "withdraw"], ["u", "undo"], ["n p", "problem"], ["/", "search"],
  ["t", "view"], ...(carriedPage ? [["Ctrl+S", "save"]] : []), ["Esc", "close"], ["?", "help"],
];

const showHelp = () => showKeys(words.keysTitle, keys);

/** The whole page: it joins the list, the panel and what surrounds them. */
export class Page {
  #warned = new Set();

  constructor(review) {
    this.review = review;
    this.notices = new Notices();
    this.frame = new Frame(review, {
      choose: (change) => this.choose(change), send: () => this.send(), reload: () => this.reload(), files: () => this.files(),
      help: showHelp, leave: () => this.leave(), focusList: () => this.list.grid.focus(),
    });
    this.list = new ListView(review, {
      choose: (index) => this.select(index, { opens: true, takesFocus: true }), showAll: () => this.showAll(),
      failed: (error) => this.deciding.failed(error), moved: () => this.#showAgain(),
      selected: () => this.selection.show([...this.list.selected.values()]),
    });
    this.selection = new SelectionBar({
      decide: (kind) => this.#decideSelected(kind), all: () => this.#selectAll(), none: () => this.list.selectNone(),
    });
    this.frame.tools.insertBefore(this.selection.element, this.frame.total);
    this.main = element("main", { class: "main" }, this.frame.tools, this.list.empty, this.list.grid);
    this.deciding = new Deciding(review, this.notices, (text) => this.show(text.id));
    this.panel = new Panel(review, {
      close: () => this.closePanel(), step: (direction) => this.step({ rows: direction }), deciding: this.deciding,
    }, [this.frame.header, this.frame.nav, this.main]);
    this.deciding.panel = this.panel;
    this.sending = new Sending(review, () => this.#readAgain());
  }

  /** Puts the page on screen and begins to listen. */
  async start() {
    const [lost, corner] = this.notices.elements;
    document.body.append(this.frame.header, lost,
      element("div", { class: "columns" }, this.frame.nav, this.main, this.panel.element), corner);
    this.chosen = this.#firstPosition();
    this.#listen();
    this.#warn();
    await this.choose({}, this.chosen.text);
    await this.show(this.chosen.text, false);
    this.list.grid.focus();
    const { server } = this.review;
    if (server.isFile && this.review.summary.counts.drafts === 0) this.notices.say(words.fileStart);
    if (server.otherCount > 0) {
      this.notices.warn(words.otherSteps(server.otherCount), "", [words.takeOtherSteps, () => server.takeOthers()]);
    }
    await this.deciding.attempt(() => this.sending.resume());
  }

  /** Goes on with another run of the program, which may know of a Send that was cut off. */
  async goOn() {
    this.#warn();
    await this.#showAgain();
    await this.deciding.attempt(() => this.sending.resume());
  }

  /** The place in the address; where it names no locale, the one in which there is most to decide. */
  #firstPosition() {
    const place = positionInAddress();
    const { locales, source } = this.review.summary;
    if (locales.some(({ id }) => id === place.locale)) return place;
    const sorted = locales.filter(({ id }) => id !== source)
      .sort((left, right) => (right.counts.drafts - left.counts.drafts) || (right.counts.proposed - left.counts.proposed));
    return { ...place, locale: (sorted[0] ?? locales[0])?.id ?? "", section: "" };
  }

  // MARK: The list

  /** Chooses a locale, section, filter, search or view, and keeps the chosen text where the new list has it. */
  async choose(change, around = this.list.chosenText?.id) {
    this.chosen = { ...this.chosen, ...change };
    // Another view has the same texts. A search that goes on must not close the panel in which one types already.
    const isBusy = "q" in change && this.panel.element.contains(document.activeElement);
    if (!("view" in change) && !isBusy) await this.closePanel(false);
    this.frame.show(this.chosen);
    this.#putAddress();
    const { locale, section, filter, check, q, view } = this.chosen;
    await this.deciding.attempt(async () => {
      if (!this.review.locale(locale).sections) await this.review.load(locale);
      const isShown = await this.list.open({ locale, section, filter: filter === "all" ? "" : filter, check, q }, view, around || undefined);
      if (!isShown) return;
      this.frame.total.textContent = words.count.text(this.list.total);
      this.frame.showChecks(this.list.texts.checks, this.chosen);
    });
  }

  /** Chooses the text at a place; the panel shows it if it is open, or if the choice opens it. */
  async select(index, { opens = false, takesFocus = false } = {}) {
    if (index < 0 || index >= this.list.total) return;
    const isOpen = this.panel.isOpen;
    if (isOpen && index !== this.list.index) this.deciding.keepTyped();
    await this.deciding.attempt(async () => {
      const text = await this.list.choose(index);
      if (text && (isOpen || opens)) this.#showInPanel(text, takesFocus);
    });
  }

  /** Chooses a text and opens the panel, if the list has read it. */
  async show(id, takesFocus = true) {
    const place = this.list.texts.placeOf(id);
    if (place !== undefined) await this.select(place, { opens: true, takesFocus });
  }

  async step(distance) {
    await this.select(this.list.placeAway(distance), { takesFocus: this.panel.element.contains(document.activeElement) });
  }

  async problem(direction) {
    await this.deciding.attempt(async () => {
      // The panel shows the text that the reviewer looks at, also where a new list no longer has it.
      const { text } = await this.list.texts.nextProblem((this.panel.text ?? this.list.chosenText)?.id, direction);
      if (!text) return this.notices.say(words.noProblem);
      // The list on screen may be older than the answer, and have the text in another place or in a part not yet read.
      if (this.list.texts.placeOf(text.id) === undefined) await this.choose({}, text.id);
      await this.show(text.id);
    });
  }

  async showAll() {
    this.frame.search.value = "";
    await this.choose({ filter: "all", check: "", q: "" });
    this.list.grid.focus();
  }

  async #decideSelected(kind) {
    await this.deciding.keepTyped();
    const texts = [...this.list.selected.values()];
    this.list.selectNone();
    this.list.grid.focus();
    await this.deciding.decideAll(texts, kind);
  }

  async #selectAll() {
    const { selected, total } = this.list;
    if (selected.size > 0 && selected.size === total) this.list.selectNone();
    else await this.deciding.attempt(() => this.list.selectAll());
  }

  // MARK: The panel

  #showInPanel(text, takesFocus) {
    this.panel.show(text, words.place(this.list.index + 1, this.list.total), this.list.locales, takesFocus);
    this.#putAddress();
  }

  async closePanel(returnsFocus = true) {
    if (!this.panel.isOpen) return;
    this.deciding.keepTyped({}, words.keptOnClosing);
    this.panel.hide();
    this.#putAddress();
    if (returnsFocus) this.list.grid.focus();
  }

  // MARK: The whole review

  async send() {
    await this.deciding.keepTyped();
    if (!this.review.server.isFile) return this.sending.open();
    await this.deciding.attempt(async () => {
      const said = await this.review.server.save();
      if (said) this.notices.say(said);
      this.frame.showCounts();
    });
  }

  async leave() {
    await this.deciding.keepTyped();
    await leave(this.review, (sentence) => this.notices.warn(sentence));
  }

  files() {
    showFiles(this.review, async (problem) => {
      await this.choose({ locale: problem.locale, section: "", filter: "all", check: "", q: "" }, problem.text);
      await this.show(problem.text);
    });
  }

  async reload() {
    await this.deciding.keepTyped();
    this.notices.say(words.reloading);
    await this.deciding.attempt(async () => {
      await this.review.refresh();
      await this.#showAgain();
      this.notices.say(words.reloaded);
    });
  }

  async #readAgain() {
    await this.deciding.attempt(async () => {
      await this.review.load();
      await this.#showAgain();
    });
  }

  /** Another page may have the same review open. */
  async #catchUp() {
    await this.deciding.attempt(async () => {
      if (await this.review.hasMoved()) await this.#showAgain();
    });
  }

  /** Reads the list again, and shows what was on screen. */
  async #showAgain() {
    const id = (this.panel.text ?? this.list.chosenText)?.id;
    const wasOpen = this.panel.isOpen;
    const hadFocus = this.panel.element.contains(document.activeElement);
    await this.choose({}, id);
    if (wasOpen) await this.show(id, hadFocus);
  }

  #putAddress() {
    putPositionInAddress({ ...this.chosen, text: this.panel.text?.id ?? "" });
  }

  // MARK: What happens

  #listen() {
    this.review.addEventListener("text", ({ detail: text }) => {
      this.list.replace(text);
      if (this.panel.text?.id === text.id) this.#showInPanel(text, false);
    });
    this.review.addEventListener("counts", () => {
      this.frame.show(this.chosen);
      this.#warn();
    });
    watchConnection(this.review, this.notices, {
      changed: () => this.list.update(), keepTyped: (options) => this.deciding.keepTyped(options),
      failed: (error) => this.deciding.failed(error),
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#catchUp();
    });
    this.review.server.addEventListener?.("moved", () => this.#catchUp());
    const chosenText = () => this.panel.text ?? this.list.chosenText;
    /** Decides the selected rows, or else the text that one looks at. */
    const decide = (kind, one) => {
      if (this.list.selected.size > 0) return this.#decideSelected(kind);
      return chosenText() ? one(chosenText()) : this.notices.say(words.chooseText);
    };
    listen({
      j: () => this.step({ rows: 1 }), k: () => this.step({ rows: -1 }), ArrowDown: () => this.step({ rows: 1 }), ArrowUp: () => this.step({ rows: -1 }),
      PageDown: () => this.step({ screens: 1 }), PageUp: () => this.step({ screens: -1 }), Home: () => this.select(0),
      End: () => this.select(this.list.total - 1), Enter: () => this.#open(true), e: () => this.#edit(), "Control+Enter": () => this.#keepNow(),
      d: () => decide("withdraw", (text) => this.deciding.takeBack(text)), o: () => decide("ok", (text) => this.deciding.signOff(text)),
      a: () => decide("accept", (text) => this.deciding.accept(text)), m: () => this.#edit(this.panel.beside.area),
      x: () => this.#selectRow(), X: () => this.#selectAll(), u: () => this.deciding.undo(chosenText()), n: () => this.problem(1),
      p: () => this.problem(-1), "/": () => this.frame.focusSearch(), firstHit: () => this.#showFirstHit(), Escape: () => this.#escape(), "?": showHelp,
      t: () => this.choose({ view: this.chosen.view === "texts" ? "table" : "texts" }),
      ...(this.review.server.isFile ? { "Control+s": () => this.send() } : {}),
    });
  }

  /** Says each of the program's warnings once. */
  #warn() {
    for (const warning of this.review.summary.warnings) {
      if (!this.#warned.has(warning)) this.notices.warn(warning);
      this.#warned.add(warning);
    }
  }

  #open(takesFocus) {
    return this.select(this.list.placeAway({}), { opens: true, takesFocus });
  }

  async #edit(area = this.panel.editor.area) {
    await this.#open(false);
    if (!this.panel.isOpen) return;
    area.focus();
    area.scrollIntoView({ block: "nearest" });
  }

  /** Goes from the search to the first text that it finds, also to one that is not listed yet. */
  async #showFirstHit() {
    const { value } = this.frame.search;
    this.frame.typed.cancel();
    this.list.grid.focus();
    if (value !== this.chosen.q) await this.choose({ q: value });
    await this.select(0);
  }

  /** Selects the row that one is at; without one, the first. */
  #selectRow() {
    if (this.list.index < 0) return this.select(this.list.placeAway({})).then(() => this.list.select(this.list.index));
    return this.list.select(this.list.index);
  }

  async #keepNow() {
    if (!this.panel.isOpen) return;
    const kept = document.activeElement === this.panel.beside.area ? this.panel.beside.keepNote() : this.panel.editor.keep();
    // At once, so that the next key is not typed into the text.
    this.panel.title.focus({ preventScroll: true });
    await kept;
  }

  #escape() {
    const { search } = this.frame;
    if (this.panel.isOpen) {
      this.closePanel();
    } else if (document.activeElement === search) {
      search.value = "";
      if (this.chosen.q) this.choose({ q: "" });
      this.list.grid.focus();
    } else {
      return false;
    }
  }
}
