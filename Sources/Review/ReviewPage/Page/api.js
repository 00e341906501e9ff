import { words } from "./words.js";

/** An answer of the program that says no, in a sentence to show. */
export class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** No answer at all: the program has ended or does not respond. */
export class Unreachable extends Error {}

/** How long an answer may take that does not wait for NStack, in milliseconds. */
const patience = 20_000;

/** The program behind the page. */
export class Server {
  #key = null;

  /** Takes the one-time token from the address, or the key of an earlier visit in this tab. */
  async openSession() {
    const fragment = new URLSearchParams(location.hash.slice(1));
    const token = fragment.get("token");
    const stored = sessionStorage.getItem("review-key");
    if (token) {
      fragment.delete("token");
      history.replaceState(null, "", fragment.size > 0 ? `#${fragment}` : location.pathname);
      try {
        const answer = await this.#call("POST", "/api/session", { token });
        this.#key = answer.key;
        sessionStorage.setItem("review-key", answer.key);
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "review.token" || !stored) throw error;
      }
    }
    if (!stored) throw new Refusal(403, "review.key", words.startOver);
    this.#key = stored;
  }

  /** Reads; parameters that are empty are left out. */
  read(path, parameters = {}, options = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null && value !== undefined && value !== "") query.set(name, value);
    }
    return this.#call("GET", query.size > 0 ? `${path}?${query}` : path, undefined, options);
  }

  /** Writes; `keepalive` lets the request outlive the page, `isSlow` lets it wait for NStack. */
  write(path, body, options = {}) {
    return this.#call("POST", path, body, options);
  }

  async #call(method, path, body, { signal, keepalive = false, isSlow = false } = {}) {
    // The reasons in an answer are in the language of the page.
    const headers = { "Accept-Language": document.documentElement.lang };
    if (this.#key) headers["X-Review-Key"] = this.#key;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const signals = [signal, isSlow ? null : AbortSignal.timeout(patience)].filter(Boolean);
    let response;
    let answer;
    try {
      response = await fetch(path, { method, headers, keepalive, body: body === undefined ? undefined : JSON.stringify(body),
        signal: signals.length > 0 ? AbortSignal.any(signals) : undefined, credentials: "omit", redirect: "error" });
      answer = await response.text();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unreachable(words.lost, { cause: error });
    }
    let content;
    try {
      content = JSON.parse(answer);
    } catch {
      throw new Refusal(response.status, "review.answer", words.unexpected(response.status));
    }
    if (response.ok) return content;
    throw new Refusal(response.status, content?.error?.code ?? "review.answer",
      content?.error?.message ?? words.unexpected(response.status));
  }
}
