import { button, element } from "./dom.js";
import { words } from "./words.js";

/** Returns a modal dialog with a title; it is taken out of the page when it is closed. */
export function openDialog(title, ...content) {
  const heading = element("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": "dialog-title" }, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  return dialog;
}

/** Shows the keys. */
export function showKeys() {
  const dialog = openDialog(words.keysTitle,
    element("table", { class: "keys" }, element("tbody", {}, words.keys.map(([keys, meaning]) =>
      element("tr", {}, element("th", { scope: "row" }, keys.split(" ").flatMap((key) => [element("kbd", {}, key), " "])),
        element("td", {}, meaning))))));
  dialog.append(element("div", { class: "actions" }, button(words.close, () => dialog.close())));
}

/** Shows a list bit by bit, so that thousands of lines do not hold up the page. */
export function growingList(items, line, step = 200) {
  const list = element("ul", { class: "lines" });
  const more = button("", () => grow());
  const whole = element("div", {}, list, more);
  let shown = 0;
  const grow = () => {
    list.append(...items.slice(shown, shown + step).map(line));
    shown = Math.min(items.length, shown + step);
    more.textContent = words.showMore(Math.min(step, items.length - shown));
    more.hidden = shown === items.length;
  };
  grow();
  return whole;
}
