/**
 * Runs an action for each key, by its name: `j`, or `Control+s` also for Meta. One that returns false leaves the key to the browser.
 *
 * Other keys with Ctrl, Alt or Meta are the browser's, and a text field keeps its letters; Escape works everywhere but in a
 * dialog, which has its own. `firstHit` is Enter or ↓ in the search.
 */
export function listen(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    const isChord = event.ctrlKey || event.metaKey;
    const isTyping = target.matches?.("input:not([type=checkbox]), textarea, select");
    const isOnControl = target.matches?.("button, a, summary, [role=button]");
    const moves = /^(?:Arrow|Page|Home|End|Enter)/.test(key);
    let action = actions[isChord ? `Control+${key}` : key];
    if (!isChord && target.id === "search" && (key === "Enter" || key === "ArrowDown")) action = actions.firstHit;
    else if (!isChord && key !== "Escape") {
      // In the panel the arrows scroll what is read there.
      if (isTyping || (key === "Enter" && isOnControl) || (moves && target.closest?.(".panel"))) return;
    }
    if (action && action(event) !== false) event.preventDefault();
  });
}
