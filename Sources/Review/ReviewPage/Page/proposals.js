import { button, element } from "./dom.js";
import { textBlock } from "./visible.js";
import { words } from "./words.js";

/** How far a proposal is swiped to withdraw it, as a part of its width. */
const enough = 0.35;

/** Returns the list of a text's proposals, one's own in blue. `actions` has withdraw, reject, restore and use. */
export function proposalList(text, locale, actions) {
  if (text.proposals.length === 0) return element("p", { class: "quiet" }, words.noProposals);
  return element("div", {}, element("ul", { class: "proposal-list" }, text.proposals.map((proposal, index) => item(text, proposal, index, locale, actions))),
    text.proposals.some(({ mine }) => mine) ? element("p", { class: "quiet hint" }, words.own) : null);
}

function item(text, proposal, index, locale, actions) {
  const { value: said } = proposal;
  const isAgain = text.proposals.some(({ value }, other) => other < index && value === said);
  // Two people may propose the same, and two buttons must not have one name.
  const named = (label) => (isAgain ? `${label}, ${words.place(index + 1, text.proposals.length)}` : label);
  const isWithdrawn = text.draft?.kind === "withdraw" && text.draft.ref === proposal.ref;
  const canWithdraw = proposal.mine && proposal.deletable && !isWithdrawn;
  const value = said === null ? element("p", { class: "quiet" }, words.notInFile) : textBlock(said, locale, isWithdrawn ? "del" : "div");
  const use = said === null ? null : button(words.useText, () => actions.use(said), { "aria-label": named(words.useTextLabel(said)) });
  const face = element("div", { class: "face" },
    element("span", { class: "whose" }, proposal.mine ? words.yours : words.byOthers), value);
  if (isWithdrawn) {
    const [state, keep] = proposal.mine ? [words.willBeWithdrawn, words.keepProposal] : [words.willBeRejected, words.keepOther];
    face.append(element("p", { class: "state" }, state), element("div", { class: "actions" }, button(keep, actions.restore)));
  } else if (canWithdraw) {
    face.append(element("div", { class: "actions" }, use,
      button(words.withdraw, () => actions.withdraw(proposal), {
        class: "danger", "aria-label": named(words.withdrawLabel(said ?? words.notInFile)), "aria-keyshortcuts": "d" })),
    element("p", { class: "quiet hint" }, words.swipeHint));
  } else {
    if (proposal.mine) face.append(element("p", { class: "quiet hint" }, words.notDeletable));
    const reject = proposal.mine || text.conflict ? null
      : button(words.reject, () => actions.reject(proposal), { "aria-label": named(words.rejectLabel(said ?? words.notInFile)) });
    if (use || reject) face.append(element("div", { class: "actions" }, use, reject));
  }
  const behind = canWithdraw ? element("div", { class: "behind", "aria-hidden": "true" },
    element("span", {}, words.withdraw), element("span", {}, words.withdraw)) : null;
  const made = element("li", { class: proposal.mine ? "proposal mine" : "proposal" }, behind, face);
  if (canWithdraw) makeSwipeable(made, face, () => actions.withdraw(proposal));
  return made;
}

/** Lets a finger, pen or mouse pull a proposal aside; the page still scrolls up and down under it. */
function makeSwipeable(whole, face, swiped) {
  let start = null;
  const end = () => {
    start = null;
    face.style.transform = "";
    whole.classList.remove("swiping", "far");
  };
  face.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && !event.target.closest("button")) start = { x: event.clientX, y: event.clientY, isSwipe: false };
  });
  face.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.isSwipe) {
      if (Math.abs(y) > 12 && Math.abs(y) > Math.abs(x)) return end();
      if (Math.abs(x) < 12) return;
      start.isSwipe = true;
      face.setPointerCapture(event.pointerId);
      whole.classList.add("swiping");
      getSelection()?.removeAllRanges();
    }
    face.style.transform = `translateX(${x}px)`;
    whole.classList.toggle("far", Math.abs(x) > face.offsetWidth * enough);
  });
  face.addEventListener("pointerup", (event) => {
    const isFar = start?.isSwipe && Math.abs(event.clientX - start.x) > face.offsetWidth * enough;
    end();
    if (isFar) swiped();
  });
  face.addEventListener("pointercancel", end);
}
