import { Refusal, Unreachable } from "./api.js";
import { isPointless } from "./review.js";
import { isMissing, isRejection, ownProposal } from "./rows.js";
import { meantFor } from "./selection.js";
import { nameOf } from "./visible.js";
import { words } from "./words.js";

/** What a reviewer decides about a text: each decision is a draft, is said, and can be undone. */
export class Deciding {
  /** The panel whose editor has what was typed; set once it exists. */
  panel = null;

  /** `reopen(text)` shows a text in the panel again. */
  constructor(review, notices, reopen) {
    this.review = review;
    this.notices = notices;
    this.reopen = reopen;
  }

  /** Keeps what was typed in the panel, before another text or nothing is shown there. */
  async keepTyped(options = {}, said = words.kept) {
    const { editor, text, beside } = this.panel;
    if (!this.panel.isOpen) return;
    await beside.keepNote(options);
    if (!editor.isChanged) return;
    if (editor.area.value.trim() !== "") await editor.keep(options, said);
    else if (text.draft) await this.discard(text);
  }

  async keep(text, value, options = {}, said = words.kept) {
    try {
      await this.review.keep(text, value, options);
      this.notices.mended(text.id);
      this.#said(said(nameOf(text)));
    } catch (error) {
      if (error instanceof Unreachable) return;
      // There is nothing to send for what was written last, so neither is there for the draft before it.
      if (isPointless(error) && text.draft?.kind === "propose" && !text.conflict) return this.discard(text);
      this.notices.warn(words.notKept(nameOf(text), error.message), text.id);
    }
  }

  async discard(text) {
    const { editor } = this.panel;
    if (this.panel.text?.id === text.id) {
      const typed = editor.area.value;
      editor.reset();
      this.notices.mended(text.id);
      if (!text.draft) {
        return this.notices.say(words.discarded(nameOf(text)), async () => {
          await this.reopen(text);
          if (this.panel.text?.id === text.id) editor.write(typed);
        });
      }
    }
    await this.#change(text, { clear: true }, words.discarded(nameOf(text)));
  }

  /** Takes a withdrawal or a rejection back. */
  async restore(text) {
    const said = isRejection(text) ? words.notRejected : words.notWithdrawn;
    await this.#change(text, { clear: true }, said(nameOf(text)));
  }

  /** Decides a conflict for the sheet or for the server. */
  async decide(text, choice) {
    const said = choice === "sheet" ? words.decidedSheet : words.decidedServer;
    await this.#change(text, { decide: choice }, said(nameOf(text)));
  }

  /** Makes the draft that one of the sheets asks for that disagree. */
  async choose(text, index) {
    await this.#change(text, { choose: String(index) }, words.decidedSheet(nameOf(text)));
  }

  async withdraw(text, proposal) {
    await this.#change(text, { withdraw: proposal.ref }, words.decidedAll.withdraw(nameOf(text)));
  }

  /** Rejects somebody else's proposal, for a reason that is written into the note. */
  async reject(text, proposal) {
    await this.#change(text, { reject: proposal.ref }, words.rejected(nameOf(text)));
    this.panel.beside.area.focus();
  }

  /** Proposes the suggestion of a text as it is. */
  async accept(text) {
    await this.#change(text, { accept: true }, words.decidedAll.accept(nameOf(text)));
  }

  /** Approves the draft of a text, or else signs the text off as reviewed; what is approved or signed off already is no longer. */
  async signOff(text) {
    if (text.draft?.kind === "ok") return this.#change(text, { clear: true }, words.notSignedOff(nameOf(text)));
    // A draft in conflict is decided there, and not with another draft of the same text.
    const isOpen = ["ready", "waiting"].includes(text.draft?.state);
    if (text.draft?.approved && isOpen) return this.#change(text, { propose: text.draft.value }, words.notApproved(nameOf(text)));
    const said = text.draft?.kind === "propose" ? words.approved : words.decidedAll.ok;
    await this.#change(text, { ok: true }, said(nameOf(text)));
  }

  /** Keeps a note about a text. */
  async note(text, note, options = {}) {
    await this.attempt(async () => {
      await this.review.keepNote(text, note, options);
      this.notices.mended(text.id);
      this.#said(words.noted(nameOf(text)));
    }, text.id);
  }

  /** Decides several texts at once, but those for which it is not meant: `kind` is what is asked for, such as `ok`. */
  async decideAll(texts, kind) {
    await this.attempt(async () => {
      const { decided, refused } = await this.review.changeAll(texts.filter(meantFor[kind]), { [kind]: true });
      const missing = kind === "ok" ? texts.filter(isMissing).length : 0;
      const leftOut = missing > 0 ? words.leftOutMissing(missing) : "";
      if (decided.length > 0) this.#said([words.decidedAll[kind](words.count.text(decided.length)), leftOut].filter(Boolean).join(" "));
      else if (leftOut) this.notices.say(leftOut);
      const reasons = Map.groupBy(refused, ({ message }) => message);
      for (const [message, left] of reasons) this.notices.warn(words.refusedAll(left.length === 1 ? nameOf(left[0]) : words.count.text(left.length), message));
    });
  }

  /** Withdraws one's own proposal for a text, or discards its draft: what the key for it does. */
  async takeBack(text) {
    if (text.draft?.kind === "propose" || text.draft?.kind === "ok") return this.discard(text);
    if (isRejection(text)) return this.restore(text);
    if (text.draft?.kind === "withdraw") return this.notices.say(words.alreadyWithdrawn(nameOf(text)));
    const proposal = text.proposals.find(({ mine, deletable }) => mine && deletable);
    if (!proposal) return this.notices.say(ownProposal(text) ? words.notDeletable : words.nothingOfYours(nameOf(text)));
    await this.withdraw(text, proposal);
  }

  /** Takes back the last decision; that about the chosen text where none is known. */
  async undo(chosen = null) {
    await this.attempt(async () => {
      const texts = await this.review.undo(chosen);
      this.notices.say(texts.length === 0 ? words.nothingToUndo
        : words.undone(texts.length === 1 ? nameOf(texts[0]) : words.count.text(texts.length)));
    });
  }

  /** Does something, and says why if it does not work. */
  async attempt(action, about = "") {
    try {
      return await action();
    } catch (error) {
      this.failed(error, about);
    }
  }

  /** Says why something did not work; that the program is gone is said by the page as a whole. */
  failed(error, about = "") {
    if (error instanceof Unreachable || error.name === "AbortError") return;
    this.notices.warn(error instanceof Refusal ? words.notDone(error.message) : String(error.message ?? error), about);
  }

  async #change(text, change, sentence) {
    await this.attempt(async () => {
      await this.review.change(text, change);
      this.notices.mended(text.id);
      this.#said(sentence);
    }, text.id);
  }

  #said(sentence) {
    this.notices.say(sentence, () => this.undo());
  }
}
