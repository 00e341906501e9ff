import { button, element } from "./dom.js";
import { breakable } from "./visible.js";
import { words } from "./words.js";

/** How long a notice stays, in milliseconds: as long as a slow reader needs. What it offers can be done with a key for longer. */
const duration = ({ textContent }) => Math.max(8000, 80 * textContent.length);

/** Says what happened, at the foot of the page and to screen readers. */
export class Notices {
  #lost = element("div", { class: "lost", role: "alert", hidden: true });
  #status = element("div", { class: "notices", role: "status", "aria-live": "polite" });
  #alerts = element("div", { class: "notices alerts", role: "alert" });

  constructor() {
    this.elements = [element("section", { "aria-label": words.connection }, this.#lost), element("section", { class: "notice-corner", "aria-label": words.notices }, this.#alerts, this.#status)];
  }

  /** Says what was done. `undo` is called by the notice's button. */
  say(sentence, undo = null) {
    const notice = element("div", { class: "notice" }, element("span", {}, breakable(sentence)));
    if (undo) {
      notice.append(button(words.undo, () => {
        notice.remove();
        undo();
      }, { "aria-keyshortcuts": "u" }));
    }
    this.#status.replaceChildren(notice);
    this.#later(notice);
  }

  /** Says what went wrong; stays until it is closed, or until what it is `about` is mended. `offer` is a name and what is done for it. */
  warn(sentence, about = "", offer = null) {
    if (about) this.mended(about);
    const notice = element("div", { class: "notice bad", "data-about": about }, element("span", {}, breakable(sentence)));
    if (offer) {
      notice.append(button(offer[0], () => {
        notice.remove();
        offer[1]();
      }));
    }
    notice.append(button(words.dismiss, () => notice.remove(), { "aria-label": `${words.dismiss}: ${sentence}` }));
    if (this.#alerts.childElementCount >= 3) this.#alerts.firstElementChild.remove();
    this.#alerts.append(notice);
  }

  /** Takes back what was said about something that went wrong. */
  mended(about) {
    for (const notice of [...this.#alerts.children]) if (notice.dataset.about === about) notice.remove();
  }

  /** Says that the program does not answer, for as long as that is so. */
  lost(sentences, retry) {
    this.#lost.hidden = false;
    this.#lost.replaceChildren(
      element("p", {}, element("strong", {}, sentences[0])), ...sentences.slice(1).map((line) => element("p", {}, line)),
      button(words.tryAgain, retry));
  }

  /** Takes back `lost`. */
  found() {
    this.#lost.hidden = true;
    this.#lost.replaceChildren();
  }

  #later(notice) {
    const leave = () => {
      // A notice that is pointed at or has the focus is being read.
      if (notice.matches(":hover, :focus-within")) setTimeout(leave, 2000);
      else notice.remove();
    };
    setTimeout(leave, duration(notice));
  }
}
