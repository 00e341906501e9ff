import { Refusal, Unreachable } from "./api.js";
import { storage } from "./storage.js";

/**
 * The key under which texts that are not saved yet outlive a reload of the page.
 *
 * Another review may be served at the same address later, and what was typed for one must not become a draft of the other.
 */
const storageKeyOf = ({ application, platform, profile, origin }) =>
  `review-unsaved ${JSON.stringify([application, platform, profile, origin])}`;

/** The name of a text's note among what is not saved. */
const noteID = (text) => `note ${text.id}`;

/** The most texts of one request. */
const most = 500;

/** Whether a text was refused because there is nothing to send, so that it need not be kept. */
export const isPointless = (error) => ["review.already-proposed", "review.same-as-current", "review.empty"].includes(error.code);

/**
 * What the page knows of the review as a whole, and every change to it.
 *
 * Events: `counts` (numbers changed), `text` (one text changed; `detail` is it), `lost` and `back` (the program is gone,
 * and answers again), `unsaved` (the texts that are not saved yet changed).
 */
export class Review extends EventTarget {
  /** Locales, sections, files and counts, as `GET /api/review` has them. */
  summary = null;
  /** What was typed and could not be kept: `{text, value}` by the text's id, and `{text, note}` for notes. */
  unsaved = new Map();
  isLost = false;
  /** What this page wrote into the store last, by the same ids. */
  #written = new Map();
  #undoable = [];
  #timer = 0;
  #locale = null;
  #storageKey = null;

  constructor(server) {
    super();
    this.server = server;
    this.storage = server.storage ?? storage;
  }

  /** Reads the summary; with a locale, the sections of that one only. */
  async load(locale = this.#locale) {
    this.#locale = locale;
    const summary = await this.read("/api/review", { locale });
    this.#openStore(storageKeyOf(summary));
    this.summary = summary;
    this.#tell("counts");
  }

  locale(id) {
    return this.summary.locales.find((locale) => locale.id === id) ?? { id, name: id, direction: "auto", counts: {}, sections: [] };
  }

  /** The counts of a section, or of its locale where none is chosen. */
  counts(localeID, section) {
    const locale = this.locale(localeID);
    return (section ? locale.sections?.find(({ name }) => name === section)?.counts : locale.counts) ?? {};
  }

  /** Calls the program, and notes whether it answers at all. */
  async #reaching(call) {
    try {
      const answer = await call();
      this.#found();
      return answer;
    } catch (error) {
      if (error instanceof Unreachable || error.code === "review.key") this.#lose(error);
      else if (error instanceof Refusal) this.#found();
      throw error;
    }
  }

  /** Asks the program. */
  read(path, fields, options) {
    return this.#reaching(() => this.server.read(path, fields, options));
  }

  /** Asks the program to do something. */
  write(path, body, options) {
    return this.#reaching(() => this.server.write(path, body, options));
  }

  /** Changes the draft of a text; the answer is the text as it is then, or null if the server no longer has it. */
  async change(text, change, { canUndo = true, keepalive = false } = {}) {
    const answer = await this.write("/api/drafts", { text: text.id, ...change }, { keepalive });
    // The server may no longer have the text, whose draft is then no longer in a list.
    if (canUndo && answer.text) this.#undoable.push([answer.text]);
    this.#take(answer);
    return answer.text;
  }

  /** Decides several texts of one locale at once. Returns how many were `decided`, and those `refused`, with the reason. */
  async changeAll(texts, change, { canUndo = true } = {}) {
    const [decided, refused] = [[], []];
    for (let start = 0; start < texts.length; start += most) {
      const part = texts.slice(start, start + most);
      const ids = part.map(({ id }) => id);
      const answer = await this.write("/api/drafts", { texts: ids, ...change });
      const left = new Set(answer.refused.map(({ text }) => text));
      decided.push(...part.filter(({ id }) => !left.has(id)));
      refused.push(...answer.refused);
      this.#take(answer);
    }
    if (canUndo && decided.length > 0) this.#undoable.push(decided);
    return { decided, refused };
  }

  /** Keeps a text that was typed as a draft. */
  async keep(text, value, options) {
    await this.#keep(text.id, { text, value }, { propose: value }, options);
  }

  /** Keeps a note. */
  async keepNote(text, note, options) {
    await this.#keep(noteID(text), { text, note }, { note }, options);
  }

  /** What the program does not take stays among what is not saved, unless there is nothing to send: the caller shows why. */
  async #keep(id, entry, change, options) {
    // At once: the page may be gone before an answer that never comes.
    if (this.isLost) this.#remember(id, entry);
    try {
      await this.change(entry.text, change, options);
      this.#forget(id);
    } catch (error) {
      if (isPointless(error)) this.#forget(id);
      else this.#remember(id, entry);
      throw error;
    }
  }

  /** The note about a text that was typed and not saved; undefined for none. */
  unsavedNote(text) {
    return this.unsaved.get(noteID(text))?.note;
  }

  /**
   * Takes back the last change, and returns its texts.
   *
   * The page forgets its changes when it is loaded again, and the program does not: then the last change to the given
   * text is meant. A change that was sent since cannot be taken back; the one before it may be. Returns none where
   * there is none.
   */
  async undo(chosen) {
    const changes = this.#undoable.length > 0 ? this.#undoable : [chosen].filter(Boolean).map((text) => [text]);
    while (changes.length > 0) {
      const texts = changes.pop();
      try {
        if (texts.length === 1) await this.change(texts[0], { undo: true }, { canUndo: false });
        else if ((await this.changeAll(texts, { undo: true }, { canUndo: false })).decided.length === 0) continue;
        return texts;
      } catch (error) {
        if (error.code === "review.nothing-to-undo") continue;
        if (!(error instanceof Refusal)) changes.push(texts);
        throw error;
      }
    }
    return [];
  }

  /** Reads the server again. */
  async refresh() {
    await this.write("/api/refresh", {}, { isSlow: true });
    await this.load();
  }

  /** Reads the summary, and returns whether something changed since: another page may have the same review open. */
  async hasMoved() {
    const { revision } = this.summary;
    await this.load();
    return this.summary.revision !== revision;
  }

  /**
   * Tries whether the program answers, and keeps what was not saved. Returns how many texts were kept, and the `refused`
   * ones as `{text, error}`.
   */
  async retry() {
    await this.load();
    const result = { kept: 0, refused: [] };
    for (const { text, value, note } of [...this.unsaved.values()]) {
      try {
        await (note === undefined ? this.keep(text, value) : this.keepNote(text, note));
        result.kept += 1;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === "review.key") throw error;
        result.refused.push({ text, error });
      }
    }
    return result;
  }

  /** Stores what is being typed in a file: there is no program to give it to when the browser ends. */
  typed(text, value) {
    if (this.server.isFile) this.#remember(text.id, { text, value });
  }

  /** Stores a note that is being typed in a file; null forgets it. */
  typedNote(text, note) {
    if (!this.server.isFile) return;
    if (note === null) this.#forget(noteID(text));
    else this.#remember(noteID(text), { text, note });
  }

  /** Forgets a text that was not saved, as its editor has it now. */
  release(id) {
    this.#forget(id);
  }

  /**
   * Reads what was typed for this review and not saved, in any tab: the program opens a new one when it is started again,
   * and what was typed meanwhile is in the tab of the run before.
   */
  #openStore(key) {
    if (this.#storageKey === key) return;
    // The address has another review now. What was typed for the earlier one stays in the store, until that is back.
    if (this.#storageKey !== null) return location.reload();
    this.#storageKey = key;
    this.#readStore();
    // What is being typed in another page of the same file is not done.
    if (this.server.isFile) return;
    addEventListener("storage", ({ key: changed }) => {
      if (changed !== key) return;
      this.#readStore();
      this.#tell("unsaved");
      // A tab of an earlier run left something that this one can keep.
      if (this.unsaved.size > 0 && !this.isLost) this.#tell("back");
    });
  }

  #readStore() {
    try {
      this.unsaved = new Map(JSON.parse(this.storage.read(this.#storageKey) || "[]"));
    } catch {
      // Any file may write into the storage of files.
      this.unsaved = new Map();
    }
  }

  #remember(id, entry) {
    // What another tab has kept since must not come back from here.
    const written = JSON.stringify([entry.value, entry.note]);
    if (this.#written.get(id) === written) return;
    this.#written.set(id, written);
    this.unsaved.set(id, entry);
    this.#storeUnsaved();
  }

  #forget(id) {
    this.#written.delete(id);
    if (this.unsaved.delete(id)) this.#storeUnsaved();
  }

  #storeUnsaved() {
    this.storage.write(this.#storageKey, this.unsaved.size > 0 ? JSON.stringify([...this.unsaved]) : null);
    this.#tell("unsaved");
  }

  /** Takes what an answer to a decision says: the texts, and the numbers that changed. */
  #take({ texts, counts, localeCounts, sections, revision, warnings }) {
    Object.assign(this.summary, { counts, revision, warnings });
    if (texts.length > 0) {
      const locale = this.locale(texts[0].locale);
      locale.counts = localeCounts;
      for (const { name, counts: changed } of sections) {
        const section = locale.sections?.find((one) => one.name === name);
        if (section) section.counts = changed;
      }
    }
    for (const text of texts) this.#tell("text", text);
    this.#tell("counts");
  }

  #lose(error) {
    this.isLost = true;
    this.#tell("lost", error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.load().catch(() => {}), 4000);
  }

  #found() {
    if (!this.isLost) return;
    this.isLost = false;
    clearTimeout(this.#timer);
    this.#tell("back");
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
