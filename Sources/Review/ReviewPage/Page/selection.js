import { button, element } from "./dom.js";
import { isMissing } from "./rows.js";
import { words } from "./words.js";

/** Whether a decision about a text would throw no other one away, and choose no side. */
const isOpen = ({ draft, conflict }) => conflict === null && (draft?.kind ?? "ok") === "ok";

/** Whether a text has no decision that `ok` would throw away, and no suggestion that waits for one. */
const isSignable = ({ draft, suggestion }) => (draft ? draft.kind !== "withdraw" && !draft.accepted : suggestion === null);

/** What can be decided about several rows at once, by the decision's own name, and for which texts it is meant. */
export const meantFor = {
  ok: (text) => text.conflict === null && !isMissing(text) && isSignable(text), accept: (text) => text.suggestion !== null && isOpen(text),
  withdraw: (text) => text.proposals.some(({ deletable }) => deletable) && isOpen(text), clear: (text) => text.draft !== null,
};

/** What is done with the selected rows, above the list. */
export class SelectionBar {
  /** `actions` has decide(kind), all() and none(). */
  constructor(actions) {
    this.count = element("span", { role: "status" });
    this.buttons = Object.keys(meantFor).map((kind) => button("", () => actions.decide(kind), { "data-name": kind }));
    this.none = button(words.selectNone, actions.none);
    this.element = element("div", { role: "group", "aria-label": words.selection, class: "selection" },
      button(words.selectAll, actions.all, { "aria-keyshortcuts": "Shift+X" }), this.count, ...this.buttons, this.none);
    this.show([]);
  }

  /** Shows how many texts are selected, how many of them are missing, and for how many each decision is meant. */
  show(texts) {
    const [count, missing] = [texts.length, texts.filter(isMissing).length];
    this.count.textContent = count === 0 ? "" : missing > 0 ? words.selectedMissing(count, missing) : words.selected(count);
    this.element.classList.toggle("some", count > 0);
    for (const made of [...this.buttons, this.none]) made.hidden = count === 0;
    for (const made of this.buttons) {
      const meant = texts.filter(meantFor[made.dataset.name]).length;
      made.textContent = `${words.decideAll[made.dataset.name]} (${words.number(meant)})`;
      made.disabled = meant === 0;
    }
  }
}
