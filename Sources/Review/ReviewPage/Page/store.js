/** Texts of one answer. */
const pageLength = 200;
/** Pages that are kept; the ones that were used longest ago go first. */
const keptPages = 60;
const requestsAtOnce = 3;

/** The list that a locale, section, filter and search give, read page by page as it is looked at. */
export class TextList {
  total = 0;
  #pages = new Map();
  #places = new Map();
  #wanted = [];
  #reading = new Set();
  #abort = new AbortController();
  /** The state of the review in which the list was read. */
  #revision = 0;

  /**
   * `changed(first, last)` is told which texts were read; `failed(error)` what went wrong; `moved()` is
   * called if the list is another one by now, so that its parts do not fit together.
   */
  constructor(review, { changed, failed, moved }) {
    this.review = review;
    this.changed = changed;
    this.failed = failed;
    this.moved = moved;
  }

  /**
   * Reads another list, and returns the place of a text in it (0 where it has no such text).
   *
   * Returns null if a later call has overtaken this one.
   */
  async open(query, around) {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.query = query;
    this.#wanted = [];
    this.#reading.clear();
    const answer = await this.#read(around ? { around } : { offset: 0 }, abort.signal);
    if (abort.signal.aborted) return null;
    this.#pages.clear();
    this.#places.clear();
    this.total = answer.total;
    /** The checks with findings, where the filter asks for findings. */
    this.checks = answer.checks ?? [];
    this.#revision = answer.revision;
    this.#put(answer);
    return this.#places.get(around) ?? 0;
  }

  /** The text at a place, if it has been read. */
  at(index) {
    const number = Math.floor(index / pageLength);
    const page = this.#pages.get(number);
    if (page) {
      this.#pages.delete(number);
      this.#pages.set(number, page);
    }
    return page?.[index % pageLength];
  }

  /** The place of a text, if it is in a part that has been read. */
  placeOf(id) {
    return this.#places.get(id);
  }

  /** Puts a text in the place of its earlier state; returns that place. */
  replace(text) {
    const index = this.#places.get(text.id);
    const page = index === undefined ? undefined : this.#pages.get(Math.floor(index / pageLength));
    if (page) page[index % pageLength] = text;
    return index;
  }

  /** Asks for the texts from one place to another; what was asked for earlier is no longer wanted. */
  need(first, last) {
    this.#wanted = [];
    for (let page = Math.floor(first / pageLength); page * pageLength <= last; page += 1) {
      if (page * pageLength < this.total) this.#wanted.push(page);
    }
    this.#readWanted();
  }

  /** Returns the text at a place, and reads it first if necessary. */
  async fetch(index) {
    if (!this.at(index)) {
      const { signal } = this.#abort;
      const answer = await this.#read({ offset: Math.floor(index / pageLength) * pageLength }, signal);
      if (!this.#fits(answer)) {
        if (!signal.aborted) this.moved();
        return undefined;
      }
      this.#put(answer);
    }
    return this.at(index);
  }

  /** Returns all texts of the list, read part by part; those that the list no longer fits are left out. */
  async all() {
    const { signal } = this.#abort;
    const texts = [];
    for (let offset = 0; offset < this.total && !signal.aborted; offset += pageLength) {
      texts.push(...(await this.#read({ offset }, signal)).texts);
    }
    return signal.aborted ? [] : texts;
  }

  /** Returns the next (previous, with -1) text with a finding or a conflict, as `{offset, text}`. */
  nextProblem(from, direction) {
    return this.review.read("/api/next", { ...this.query, from, direction });
  }

  #read(place, signal) {
    return this.review.read("/api/texts", { ...this.query, ...place, limit: pageLength }, { signal });
  }

  #readWanted() {
    for (const page of this.#wanted) {
      if (this.#reading.size >= requestsAtOnce) return;
      if (this.#pages.has(page) || this.#reading.has(page)) continue;
      this.#reading.add(page);
      const { signal } = this.#abort;
      this.#read({ offset: page * pageLength }, signal).then((answer) => {
        if (signal.aborted) return;
        this.#reading.delete(page);
        if (!this.#fits(answer)) return this.moved();
        this.#put(answer);
        this.changed(answer.offset, answer.offset + answer.texts.length - 1);
        this.#readWanted();
      }).catch((error) => {
        if (signal.aborted) return;
        this.#reading.delete(page);
        this.failed(error);
      });
    }
  }

  /**
   * Whether a part belongs to the list that was read: a decision changes which texts a filter or a search finds, and a
   * reading of the server changes all lists.
   */
  #fits(answer) {
    const isChosen = Boolean(this.query.filter || this.query.q);
    return answer.total === this.total && (!isChosen || answer.revision === this.#revision);
  }

  #put({ offset, texts }) {
    this.#pages.set(Math.floor(offset / pageLength), texts);
    texts.forEach((text, index) => this.#places.set(text.id, offset + index));
    for (const [number, page] of this.#pages) {
      if (this.#pages.size <= keptPages) break;
      this.#pages.delete(number);
      for (const text of page) this.#places.delete(text.id);
    }
  }
}
