import { nameOf } from "./visible.js";
import { words } from "./words.js";

/**
 * Says when the program is gone and when it is back, and keeps what was typed in between.
 *
 * `changed()` is called when rows may have to show something else; `keepTyped(options)` keeps what is in the panel.
 */
export function watchConnection(review, notices, { changed, keepTyped, failed }) {
  let reason = null;
  const retry = () => review.retry().then(({ kept, refused }) => {
    if (kept > 0) notices.say(review.server.isFile ? words.typedAgain(kept) : words.savedAgain(kept));
    for (const { text, error } of refused) notices.warn(words.notKept(nameOf(text), error.message), text.id);
  }).catch(failed);
  const showLost = () => notices.lost([
    reason?.code === "review.key" ? words.wrongKey : words.lost, words.lostHint,
    ...(review.unsaved.size > 0 ? [words.lostUnsaved(review.unsaved.size)] : []),
  ], retry);
  review.addEventListener("lost", ({ detail }) => {
    reason = detail;
    showLost();
  });
  review.addEventListener("unsaved", () => {
    changed();
    if (review.isLost) showLost();
  });
  review.addEventListener("back", () => {
    notices.found();
    if (review.unsaved.size > 0) retry();
    else notices.say(words.back);
    changed();
  });
  // The page may be closed without a word: what was typed goes to the program while the page still can.
  const last = () => keepTyped({ keepalive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") last();
  });
  addEventListener("pagehide", last);
  addEventListener("beforeunload", (event) => {
    if (review.unsaved.size > 0 || review.server.unsavedCount > 0) event.preventDefault();
  });
  if (review.unsaved.size > 0) retry();
}
