/**
 * Runs an action for each key of the page.
 *
 * Keys with Ctrl, Alt or Meta are the browser's, and a text field keeps its letters; Escape works everywhere but in a
 * dialog, which has its own.
 */
export function listen(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches?.("input:not([type=checkbox]), textarea, select");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return run(actions.keep, event);
    if (event.key === "s" && actions.save && (event.ctrlKey || event.metaKey) && !event.altKey) return run(actions.save, event);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return run(actions.escape, event);
    if (event.target.id === "search" && (event.key === "Enter" || event.key === "ArrowDown")) return run(actions.firstHit, event);
    if (isTyping) return;
    const isOnControl = event.target.matches?.("button, a, [role=button]");
    if (event.key === "Enter" && isOnControl) return;
    // In the panel the arrows scroll what is read there.
    const isInPanel = event.target.closest?.(".panel") !== null;
    const action = letters(actions)[event.key] ?? (isInPanel ? undefined : moves(actions)[event.key]);
    if (action) run(action, event);
  });
}

function letters(actions) {
  return {
    j: () => actions.step(1), k: () => actions.step(-1), e: actions.edit, d: actions.withdraw, u: actions.undo,
    o: actions.signOff, a: actions.accept, m: actions.note, x: actions.select, X: actions.selectAll,
    n: () => actions.problem(1), p: () => actions.problem(-1), "/": actions.search, t: actions.toggleView, "?": actions.help,
  };
}

function moves(actions) {
  return {
    ArrowDown: () => actions.step(1), ArrowUp: () => actions.step(-1), PageDown: () => actions.page(1),
    PageUp: () => actions.page(-1), Home: actions.first, End: actions.last, Enter: actions.open,
  };
}

function run(action, event) {
  if (action(event) !== false) event.preventDefault();
}
