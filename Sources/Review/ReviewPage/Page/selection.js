import { button, element } from "./dom.js";
import { words } from "./words.js";

/** What can be decided about several rows at once: each name is the decision's own. */
const kinds = ["ok", "accept", "withdraw", "clear"];

/** What is done with the selected rows, above the list. */
export class SelectionBar {
  /** `actions` has decide(kind), all() and none(). */
  constructor(actions) {
    this.count = element("span", { role: "status" });
    this.buttons = kinds.map((kind) => button(words.decideAll[kind], () => actions.decide(kind)));
    this.none = button(words.selectNone, actions.none);
    this.element = element("div", { role: "group", "aria-label": words.selection, class: "selection" },
      button(words.selectAll, actions.all, { "aria-keyshortcuts": "Shift+X" }), this.count, ...this.buttons, this.none);
    this.show(0);
  }

  /** Shows how many rows are selected. */
  show(count) {
    this.count.textContent = count > 0 ? words.selected(count) : "";
    this.element.classList.toggle("some", count > 0);
    for (const made of [...this.buttons, this.none]) made.hidden = count === 0;
  }
}
