import { button, element } from "./dom.js";
import { textBlock } from "./visible.js";
import { words } from "./words.js";
import { differenceBlock } from "./worddiff.js";

/** Returns the part of the panel in which a conflict is decided; null where there is none. */
export function conflictPart(text, locale, decide) {
  const { conflict, draft } = text;
  if (!conflict) return null;
  const side = (name, ...content) => element("div", { class: "side" }, element("h4", {}, name), ...content);
  // What moved, and what the reviewer wrote, are both compared with the text that the reviewer saw.
  const shown = (value, against) => {
    if (value === "") return element("p", { class: "quiet" }, words.conflictNone);
    return against === null ? textBlock(value, locale) : differenceBlock(against, value, locale);
  };
  const isWithdrawal = conflict.sheet === null;
  const isSheet = Boolean(draft?.fromFile);
  const send = isWithdrawal ? words.conflictSend.withdraw : isSheet ? words.conflictSend.sheet : words.conflictSend.draft;
  return element("section", { class: "conflict-part", "aria-labelledby": "conflict-title" },
    element("h3", { id: "conflict-title" }, words.conflict),
    element("p", {}, conflict.message),
    side(words.conflictBase[conflict.kind] ?? words.conflictBase.current,
      conflict.base === null ? element("p", { class: "quiet" }, words.conflictBaseUnknown) : shown(conflict.base, null)),
    side(words.conflictServer[conflict.kind] ?? words.conflictServer.current, shown(conflict.server, conflict.base)),
    side(isSheet ? words.conflictSheet : words.conflictDraft,
      isWithdrawal ? element("p", {}, words.conflictWithdrawal) : shown(conflict.sheet, conflict.base ?? conflict.server)),
    element("div", { class: "actions" },
      conflict.canSend ? button(send, () => decide("sheet"), { class: "primary" }) : null,
      button(words.conflictKeep, () => decide("server"))),
    element("p", { class: "quiet hint" }, conflict.canSend ? words.conflictOther : words.conflictCannotSend));
}
