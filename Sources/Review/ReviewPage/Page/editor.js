import { Unreachable } from "./api.js";
import { button, debounced, element, pause, setState } from "./dom.js";
import { findingList } from "./findings.js";
import { ownProposal } from "./rows.js";
import { characterCount, languageTag, programText, withLineFeeds } from "./visible.js";
import { words } from "./words.js";

/** The text area in which a text is suggested, with its count and its findings. */
export class Editor {
  #text = null;
  /** The value that the text area started from; another one is what the reviewer wrote. */
  #start = "";
  #abort = new AbortController();
  #check = debounced(pause, () => this.#runCheck());

  /** `deciding` keeps and discards. */
  constructor(review, deciding) {
    this.review = review;
    this.deciding = deciding;
    this.area = element("textarea", { id: "suggestion", rows: "3", spellcheck: "true", "aria-describedby": "count findings",
      on: { input: () => this.#typed() } });
    this.count = element("p", { id: "count", class: "count" });
    this.findings = element("div", { id: "findings", "aria-live": "polite" });
    this.state = element("p", { class: "state" });
    this.discard = button(words.discard, () => this.deciding.discard(this.#text));
    this.keepButton = button(words.keep, () => this.keep(), { class: "primary", "aria-keyshortcuts": "Control+Enter" });
    this.heading = element("label", { for: "suggestion" });
    this.element = element("section", { class: "editor" }, element("h3", {}, this.heading), this.state, this.area, this.count,
      this.findings, element("div", { class: "actions" }, this.keepButton,
        element("kbd", { "aria-hidden": "true" }, "Ctrl+Enter"), this.discard));
  }

  /** Whether the text area has something that was not kept. */
  get isChanged() {
    return this.#text !== null && this.area.value !== this.#start;
  }

  /** Shows a text, or its new state; what was typed and not kept stays. */
  show(text, locale) {
    const isSame = this.#text?.id === text.id;
    const start = startOf(text);
    const unsaved = this.review.unsaved.get(text.id)?.value;
    if (!isSame || this.area.value === this.#start) this.area.value = unsaved ?? start;
    this.#text = text;
    this.#start = start;
    this.area.lang = languageTag(locale.id);
    this.area.dir = locale.direction;
    this.heading.textContent = text.draft?.kind === "propose" ? words.yourDraft : words.propose;
    if (!isSame) this.#check.cancel();
    this.#abort.abort();
    if (this.isChanged) this.#runCheck();
    else this.#showDraft(text);
    this.#refresh();
  }

  /** Puts another text into the text area, as if it were typed. */
  write(value) {
    this.area.value = value;
    this.#typed();
    this.focus();
  }

  /** Makes the text area hold what the text has, so that nothing counts as typed. */
  reset() {
    this.area.value = this.#start;
    if (!this.#text) return;
    this.review.release(this.#text.id);
    this.#typed();
  }

  focus() {
    this.area.focus();
    this.area.scrollIntoView({ block: "nearest" });
  }

  /** Keeps what was typed; `options` go to the review. */
  async keep(options = {}, said = words.kept) {
    const [text, value] = [this.#text, this.area.value];
    const isKept = text && !this.isChanged && !text.conflict && (text.draft || ownProposal(text));
    if (!text || isKept) return;
    await this.deciding.keep(text, value, options, said);
  }

  #typed() {
    this.#refresh();
    this.#abort.abort();
    if (this.isChanged) this.#check();
    else {
      this.#check.cancel();
      this.review.release(this.#text.id);
      this.#showDraft(this.#text);
    }
  }

  async #runCheck() {
    const text = this.#text;
    if (this.isChanged) this.review.typed(text, this.area.value);
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const answer = await this.review.write("/api/check", { text: text.id, value: this.area.value }, { signal: abort.signal });
      if (!abort.signal.aborted) this.#showFindings(answer.state === "ready" ? "" : answer.message, answer.findings, answer.remarks);
    } catch (error) {
      // A lost program is said by the page as a whole; an answer that came too late is not wanted.
      if (!abort.signal.aborted && !(error instanceof Unreachable)) this.#showFindings(error.message, []);
    }
  }

  /** Shows what the checks say about a text whose draft is not being changed. */
  #showDraft({ draft, findings }) {
    this.#showFindings(draft?.state === "refused" ? draft.message : "", findings, draft?.remarks ?? []);
  }

  #showFindings(message, findings, remarks = []) {
    const line = message ? [programText("p", { class: "refusal" }, message)] : [];
    this.findings.replaceChildren(...line, ...(findings.length > 0 ? [findingList(findings)] : []),
      ...remarks.map((remark) => programText("p", { class: "quiet hint" }, remark)));
  }

  #refresh() {
    const { area } = this;
    if (!CSS.supports("field-sizing", "content")) {
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight + 2}px`;
    }
    const maximum = this.#text.maximum;
    const length = characterCount(area.value);
    const isOver = maximum !== null && length > maximum;
    this.count.textContent = maximum === null ? words.count.character(length)
      : words.charactersOf(length, maximum) + (isOver ? ` (${words.tooLong(length - maximum)})` : "");
    this.count.classList.toggle("bad", isOver);
    setState(area, "aria-invalid", isOver, "true");
    const { draft } = this.#text;
    const lines = [];
    if (this.isChanged) lines.push(words.unkept);
    else if (draft?.kind === "propose") lines.push(words.draftNotSent);
    if (draft?.place) lines.push(words.fromFile(draft.place));
    if (draft?.outcome) lines.push(`${words.outcomeBefore}: ${draft.outcome.message}`);
    this.state.textContent = lines.join(" ");
    this.state.classList.toggle("unkept", this.isChanged);
    this.discard.textContent = draft === null ? words.discardTyped : words.discard;
    this.discard.hidden = draft === null && !this.isChanged;
    this.keepButton.disabled = !this.isChanged && draft?.kind !== undefined && !this.#text.conflict;
  }
}

/** The text that a reviewer starts from: the draft, one's own proposal, or the current value. */
function startOf(text) {
  return withLineFeeds(text.draft?.value ?? ownProposal(text)?.value ?? text.current);
}
