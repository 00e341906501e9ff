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

/**
 * The storage for a file, with a mirror in a database: a browser may write its storage to the disk a minute late, and then
 * one that is killed has lost that minute. Each text has a number before it, which tells the later one of the two.
 */
export class MirroredStorage {
  #store = null;

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
    this.#store = (mode) => database.transaction("texts", mode, { durability: "strict" }).objectStore("texts");
    const read = (request) => new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve([]);
    });
    const [keys, texts] = await Promise.all([read(this.#store("readonly").getAllKeys()), read(this.#store("readonly").getAll())]);
    if (keys.length !== texts.length) return;
    for (const [index, key] of keys.entries()) {
      const stored = storage.read(mirrored + key);
      if (Number.parseInt(texts[index], 10) > Number.parseInt(stored ?? "0", 10)) storage.write(mirrored + key, texts[index]);
    }
  }

  /** Whether a text could be stored now. */
  get isRefused() {
    const isTaken = storage.write(mirrored, "0 ") && storage.write(mirrored, null);
    return !isTaken;
  }

  read(key) {
    const text = storage.read(mirrored + key);
    return text === null ? null : text.slice(text.indexOf(" ") + 1);
  }

  write(key, text) {
    const numbered = `${Math.max(Date.now(), Number.parseInt(storage.read(mirrored + key) ?? "0", 10) + 1)} ${text ?? ""}`;
    this.#store?.("readwrite").put(numbered, key);
    return storage.write(mirrored + key, numbered);
  }

  /** The keys that begin with a prefix. */
  keys(prefix) {
    try {
      const whole = mirrored + prefix;
      return Object.keys(localStorage).filter((key) => key.startsWith(whole)).map((key) => key.slice(mirrored.length));
    } catch {
      return [];
    }
  }

  /** Calls a function with the key that another page writes. */
  watch(changed) {
    addEventListener("storage", ({ key }) => {
      if (key?.startsWith(mirrored)) changed(key.slice(mirrored.length));
    });
  }
}
