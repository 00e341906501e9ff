import { button, element } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { words } from "./words.js";

/** How long the page says how many proposals there are, in milliseconds. */
const duration = 3000;

/** Says how many proposals there are, and then closes the page where the browser lets it. */
export async function leave(review, warn) {
  let state;
  try {
    state = await review.reaching(() => review.server.write("/api/leave", {}));
  } catch (error) {
    return warn(words.notDone(error.message));
  }
  const line = element("p", { class: "numbers" }, `${words.leaving(state)}.`);
  const dialog = openDialog(words.leavingTitle, element("div", { role: "status" }, line),
    element("div", { class: "actions" }, button(words.leavingBack, () => dialog.close())));
  dialog.classList.add("leaving");
  setTimeout(() => {
    if (!dialog.open) return;
    close();
    // Browsers close only what a script has opened; elsewhere the reader is told.
    line.after(element("p", {}, words.leavingClosed), element("p", { class: "quiet" }, words.leavingEnd));
  }, duration);
}
