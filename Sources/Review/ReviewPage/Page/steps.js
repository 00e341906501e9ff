import { MirroredStorage } from "./storage.js";

const same = (left, right) => left.every((cell, index) => cell === right[index]);

/**
 * The decisions in the browser's storage, so that closing the file loses none of them.
 *
 * There is one entry for each row, by what names it: copies of a sheet may have other rows. It has the reviewer's cells as
 * they are `now`, `from`, the cells that files had while that was decided, and the `past` that can be undone. So a file is known
 * to be earlier or later than what is stored, whatever its date; one that is neither was decided in elsewhere.
 */
export class Steps {
  storage = new MirroredStorage();
  /** Whether the browser keeps nothing. */
  isRefused = false;
  #prefix;

  constructor(sheetID) {
    this.#prefix = `${sheetID} `;
  }

  /** Reads the storage, and returns the names of rows with a stored decision. */
  async open() {
    await this.storage.open();
    this.isRefused = this.storage.isRefused;
    return this.storage.keys(this.#prefix).map((key) => key.slice(this.#prefix.length));
  }

  /** Returns what is stored for a row, given the cells of the file: `{cells, isKnown}`, null if nothing else than those is. */
  read(name, cells) {
    const entry = this.#entry(name);
    if (!entry || same(entry.now, cells)) return null;
    return { cells: entry.now, isKnown: entry.from.some((earlier) => same(earlier, cells)) };
  }

  /** The earlier cells of a row, by the numbers of the changes, if the row is as it is stored: `[number, cells]`. */
  past(name, cells) {
    const entry = this.#entry(name);
    return entry && same(entry.now, cells) ? entry.past : [];
  }

  /** Stores the cells of a row that are decided now, where the file has others, and its past. */
  write(name, now, inFile, past) {
    const from = this.#entry(name)?.from ?? [];
    if (!from.some((earlier) => same(earlier, inFile))) from.push(inFile);
    if (!this.storage.write(this.#prefix + name, JSON.stringify({ from: from.slice(-20), now, past }))) this.isRefused = true;
  }

  /** Calls a function with the name of each row that another page decides. */
  watch(changed) {
    this.storage.watch((key) => {
      if (key.startsWith(this.#prefix)) changed(key.slice(this.#prefix.length));
    });
  }

  #entry(name) {
    try {
      const { from, now, past } = JSON.parse(this.storage.read(this.#prefix + name));
      const isCells = (cells) => cells.length === 3 && cells.every((cell) => typeof cell === "string");
      const isWhole = isCells(now) && from.every(isCells) && past.every(([number, cells]) => number > 0 && isCells(cells));
      return isWhole ? { from, now, past } : null;
    } catch {
      return null;
    }
  }
}
