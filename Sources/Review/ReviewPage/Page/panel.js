import { Beside } from "./beside.js";
import { button, element, setState } from "./dom.js";
import { Editor } from "./editor.js";
import { proposalList } from "./proposals.js";
import { isMissing } from "./rows.js";
import { breakable, differenceBlock, programText, textBlock, visibleNodes } from "./visible.js";
import { words } from "./words.js";

/** The panel of one text: its source text, current value and proposals, and what the reviewer does about it. */
export class Panel {
  text = null;
  #phone = matchMedia("(max-width: 48rem)");

  /** `actions` has close(), step(direction) and deciding; `background` is what the panel may cover. */
  constructor(review, actions, background) {
    this.actions = actions;
    this.background = background;
    this.editor = new Editor(review, actions.deciding);
    this.beside = new Beside(review, {
      accept: () => actions.deciding.accept(this.text), use: (value) => this.editor.write(value),
      keep: (text, note, options) => actions.deciding.note(text, note, options),
    });
    this.signOff = button("", () => actions.deciding.signOff(this.text), { "aria-keyshortcuts": "o" });
    this.reviewed = element("p", { class: "good" }, words.isReviewed);
    this.title = element("h2", { id: "panel-title", tabindex: "-1" });
    this.place = element("span", { class: "quiet" });
    this.facts = element("div", { class: "facts" });
    this.proposals = element("div", { class: "proposals-part" });
    this.element = element("div", { role: "complementary", class: "panel", "aria-labelledby": "panel-title", hidden: true },
      element("div", { class: "panel-head" }, this.title,
        element("div", { class: "panel-tools" }, this.place,
          button("↑", () => actions.step(-1), { "aria-label": words.previous, title: words.previous, "aria-keyshortcuts": "k" }),
          button("↓", () => actions.step(1), { "aria-label": words.next, title: words.next, "aria-keyshortcuts": "j" }),
          button(words.close, () => actions.close(), { "aria-label": words.closeLabel, "aria-keyshortcuts": "Escape" }))),
      this.facts, this.beside.suggestion, this.editor.element,
      element("div", { class: "actions" }, this.signOff, this.reviewed), this.beside.help, this.proposals, this.beside.noteElement);
    this.#phone.addEventListener("change", () => this.#cover());
  }

  get isOpen() {
    return this.text !== null;
  }

  /** Shows a text. The focus moves to its name with `takesFocus`, so that a screen reader begins there. */
  show(text, place, locales, takesFocus) {
    const isSame = this.text?.id === text.id;
    const hadFocus = this.element.contains(document.activeElement);
    this.text = text;
    this.title.replaceChildren(...breakable(text.section), "/", element("wbr"), ...breakable(text.key));
    this.place.textContent = place;
    this.facts.replaceChildren(...this.#facts(text, locales));
    this.proposals.replaceChildren(element("h3", {}, words.proposals), proposalList(text, locales.locale, {
      use: (value) => this.editor.write(value),
      withdraw: (proposal) => this.actions.deciding.withdraw(this.text, proposal),
      reject: (proposal) => this.actions.deciding.reject(this.text, proposal),
      restore: () => this.actions.deciding.restore(this.text),
    }));
    this.editor.show(text, locales.locale);
    this.beside.show(text, locales.locale);
    this.reviewed.hidden = !text.reviewed;
    const { draft } = text;
    const isApprovable = draft?.kind === "propose" && !draft.accepted && ["ready", "waiting"].includes(draft.state);
    const [ask, takeBack] = isApprovable ? [words.approve, words.takeApprovalBack] : [words.signOff, words.takeSignOffBack];
    const isPressed = draft?.kind === "ok" || draft?.approved === true;
    this.signOff.hidden = draft ? draft.kind !== "ok" && !isApprovable : text.reviewed || isMissing(text) || text.suggestion !== null;
    this.signOff.textContent = isPressed ? takeBack : ask;
    setState(this.signOff, "aria-pressed", true, String(isPressed));
    this.element.hidden = false;
    this.#cover();
    if (!isSame) this.element.scrollTop = 0;
    // A button that was pressed may be gone now; the focus must not fall back to the page's beginning.
    if (takesFocus || (hadFocus && !this.element.contains(document.activeElement))) this.title.focus({ preventScroll: isSame });
  }

  /** Hides the panel. */
  hide() {
    this.text = null;
    this.element.hidden = true;
    this.#cover();
  }

  /** On a phone the panel covers the page, so that nothing behind it can be reached. */
  #cover() {
    const covers = this.isOpen && this.#phone.matches;
    for (const part of this.background) part.inert = covers;
    this.element.setAttribute("role", covers ? "dialog" : "complementary");
    setState(this.element, "aria-modal", covers, "true");
  }

  #facts(text, { locale, source }) {
    const part = (name, ...content) => element("section", {}, element("h3", {}, name), ...content);
    const shown = [];
    if (text.source !== null && source) shown.push(part(words.sourceText(source.id), textBlock(text.source, source)));
    shown.push(part(words.currentValue,
      text.current === "" ? element("p", { class: "quiet" }, words.isMissing) : textBlock(text.current, locale)));
    if (text.outcome) {
      const { name, message } = text.outcome;
      shown.push(part(words.outcomeBefore, element("p", { class: "refusal", dir: "auto" }, visibleNodes([words.outcome[name] ?? name, message].filter(Boolean).join(": ")))));
    }
    if (text.description) shown.push(part(words.description, element("p", { dir: "auto" }, visibleNodes(text.description))));
    if (/^data:image\//i.test(text.screenshot ?? "")) {
      shown.push(element("img", { class: "screenshot", src: text.screenshot, alt: words.screenshot }));
    } else if (/^https?:\/\//i.test(text.screenshot ?? "")) {
      shown.push(element("p", {}, element("a", { href: text.screenshot, target: "_blank", rel: "noopener noreferrer" }, words.screenshot)));
    }
    const { deciding } = this.actions;
    const conflict = text.conflict?.alternatives
      ? alternativesPart(text.conflict, locale, (index) => deciding.choose(this.text, index), () => deciding.decide(this.text, "server"))
      : conflictPart(text, locale, (choice) => deciding.decide(this.text, choice));
    if (conflict) shown.push(conflict);
    return shown;
  }
}

const side = (name, ...content) => element("div", { class: "side" }, element("h4", { dir: "auto" }, name), ...content);

/** Returns the part of the panel that asks for a decision before anything is sent. */
const conflictFrame = (title, message, ...content) => element("section", { class: "conflict-part", "aria-labelledby": "conflict-title" },
  element("h3", { id: "conflict-title" }, title), programText("p", {}, message), element("p", {}, element("strong", {}, words.conflictWaits)), content);

/** Asks which of several sheets is right: `choose(index)` takes what one of them has, `keep()` none. The name of each button says which one. */
function alternativesPart({ message, alternatives }, locale, choose, keep) {
  const label = (kind) => words.conflictSend[kind] ?? words.conflictSend.sheet;
  return conflictFrame(words.disagreement, message,
    alternatives.map(({ kind, place, pieces }, index) => side(visibleNodes(place),
      pieces ? differenceBlock(pieces, locale) : element("p", {}, kind === "ok" ? words.badge.ok : words.conflictWithdrawal),
      element("div", { class: "actions" }, button(label(kind), () => choose(index), { "aria-label": `${label(kind)}: ${place}` })))),
    element("div", { class: "actions" }, button(words.conflictKeep, keep)),
    element("p", { class: "quiet hint" }, words.conflictOther));
}

/** Asks how a conflict is decided; null where there is none. */
function conflictPart(text, locale, decide) {
  const { conflict, draft } = text;
  if (!conflict) return null;
  // What moved, and what the reviewer wrote, are both compared with the text that the reviewer saw.
  const shown = (value, pieces) => {
    if (value === "") return element("p", { class: "quiet" }, words.conflictNone);
    return pieces === null ? textBlock(value, locale) : differenceBlock(pieces, locale);
  };
  const isSignOff = draft?.kind === "ok";
  const kind = conflict.kind === "other" ? "others" : conflict.kind;
  const isWithdrawal = conflict.sheet === null;
  const isSheet = Boolean(draft?.fromFile);
  const send = isSignOff ? words.conflictSend.ok : isWithdrawal ? words.conflictSend.withdraw : isSheet ? words.conflictSend.sheet : words.conflictSend.draft;
  return conflictFrame(words.conflict, conflict.message,
    side(words.conflictBase[kind] ?? words.conflictBase.current,
      conflict.base === null ? element("p", { class: "quiet" }, words.conflictBaseUnknown) : shown(conflict.base, null)),
    side(words.conflictServer[kind] ?? words.conflictServer.current, shown(conflict.server, conflict.serverPieces)),
    side(isSheet ? words.conflictSheet : words.yourDraft,
      isWithdrawal ? element("p", {}, isSignOff ? words.badge.ok : words.conflictWithdrawal) : shown(conflict.sheet, conflict.sheetPieces)),
    element("div", { class: "actions" },
      conflict.canSend ? button(send, () => decide("sheet"), { class: "primary" }) : null,
      button(words.conflictKeep, () => decide("server"))),
    element("p", { class: "quiet hint" }, conflict.canSend ? words.conflictOther : words.conflictCannotSend));
}
