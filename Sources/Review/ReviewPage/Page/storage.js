/** The storage of the browser. It may be full, or refused to files; what is read then is null. */
export const storage = {
  read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  /** Stores a text, or removes it (null). Returns whether the browser did so. */
  write(key, text) {
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
};

/** The names in the storage that are mirrored. */
const mirrored = "nstack-review ";

/** The number before a text; 0 for none. */
const numberOf = (text) => Number.parseInt(text, 10) || 0;

/**
 * The storage for a file, with a mirror in a database: a browser may write its storage to the disk a minute late, and then
 * one that is killed has lost that minute. Each text has a number before it, which tells the later one of the two.
 */
export class MirroredStorage {
  #store = null;
  /** Texts that the storage did not take, which may be full. The mirror has them for the next page. */
  #untaken = new Map();

  /** Takes from the mirror what is later there. */
  async open() {
    const database = await new Promise((resolve) => {
      try {
        const request = indexedDB.open("nstack-review", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("texts");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    if (!database) return;
    this.#store = (mode, ask) => {
      try {
        return ask(database.transaction("texts", mode, { durability: "strict" }).objectStore("texts"));
      } catch {
        // Somebody cleared what the browser keeps, or another file made a database of this name.
        return null;
      }
    };
    const read = (ask) => new Promise((resolve) => {
      const request = this.#store("readonly", ask);
      if (!request) return resolve([]);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve([]);
    });
    const [keys, texts] = await Promise.all([read((store) => store.getAllKeys()), read((store) => store.getAll())]);
    if (keys.length !== texts.length) return;
    for (const [index, key] of keys.entries()) {
      if (numberOf(texts[index]) > numberOf(this.#numbered(key))) this.#put(key, texts[index]);
    }
  }

  /** A text with its number; null if there is none. */
  #numbered(key) {
    const [taken, untaken] = [storage.read(mirrored + key), this.#untaken.get(key)];
    return numberOf(untaken) > numberOf(taken) ? untaken : taken;
  }

  /** Returns whether the storage took a text. */
  #put(key, numbered) {
    const isTaken = storage.write(mirrored + key, numbered);
    if (!isTaken) this.#untaken.set(key, numbered);
    return isTaken;
  }

  /** Whether a text could be stored now. */
  get isRefused() {
    const isTaken = storage.write(mirrored, "0 ") && storage.write(mirrored, null);
    return !isTaken;
  }

  read(key) {
    const text = this.#numbered(key);
    return text === null ? null : text.slice(text.indexOf(" ") + 1);
  }

  write(key, text) {
    const numbered = `${Math.max(Date.now(), numberOf(this.#numbered(key)) + 1)} ${text ?? ""}`;
    this.#store?.("readwrite", (store) => store.put(numbered, key));
    return this.#put(key, numbered);
  }

  /** The keys that begin with a prefix. */
  keys(prefix) {
    const untaken = [...this.#untaken.keys()].filter((key) => key.startsWith(prefix));
    try {
      const whole = mirrored + prefix;
      return [...untaken, ...Object.keys(localStorage).filter((key) => key.startsWith(whole)).map((key) => key.slice(mirrored.length))];
    } catch {
      return untaken;
    }
  }

  /** Calls a function with the key that another page writes. */
  watch(changed) {
    addEventListener("storage", ({ key }) => {
      if (key?.startsWith(mirrored)) changed(key.slice(mirrored.length));
    });
  }
}
