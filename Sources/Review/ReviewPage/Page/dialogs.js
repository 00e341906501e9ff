import { button, element } from "./dom.js";
import { nameOf, programText, textBlock, visibleNodes } from "./visible.js";
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

/** Shows the keys: pairs of what is pressed and the name of what it means, and what else there is to know. */
export function showKeys(title, keys, ...more) {
  const dialog = openDialog(title,
    element("table", { class: "keys" }, element("tbody", {}, keys.map(([pressed, meaning]) =>
      element("tr", {}, element("th", { scope: "row" }, pressed.split(" ").map((key) => [element("kbd", {}, key), " "])),
        element("td", {}, words.keys[meaning]))))), ...more);
  dialog.append(element("div", { class: "actions" }, button(words.close, () => dialog.close())));
}

/** Shows a list with a title bit by bit, so that thousands of lines do not hold up the page. */
export function growingList(title, items, line, step = 200) {
  const list = element("ul", { class: "lines" });
  const more = button("", () => grow());
  const whole = element("div", {}, list, more);
  let shown = 0;
  const grow = () => {
    list.append(...items.slice(shown, shown + step).map(line));
    shown = Math.min(items.length, shown + step);
    more.textContent = words.showMore(Math.min(step, items.length - shown));
    more.setAttribute("aria-label", `${title}: ${more.textContent}`);
    more.hidden = shown === items.length;
  };
  grow();
  return whole;
}

/** Shows the returned files and the rows that could not be used; `open(problem)` goes to a row's text. */
export function showFiles(review, open) {
  const { files, remarks } = review.summary;
  const dialog = openDialog(words.filesTitle);
  const line = (problem) => {
    const value = problem.value
      ? [element("p", { class: "quiet" }, words.wrote), textBlock(problem.value, review.locale(problem.locale))] : [];
    const name = problem.text
      ? button(nameOf(problem), () => {
        dialog.close();
        open(problem);
      }, { class: "link", "aria-label": `${nameOf(problem)}: ${problem.place}` })
      : problem.section ? nameOf(problem) : null;
    return element("li", {}, element("strong", {}, element("bdi", {}, visibleNodes(problem.place))), name ? [" ", name] : null,
      programText("p", {}, problem.message), value);
  };
  for (const file of files) {
    dialog.append(element("h3", { dir: "auto" }, visibleNodes(words.fileRows(file.path, words.count.row(file.rows)))),
      file.problems.length === 0 ? element("p", {}, words.fileClean)
        : element("div", {}, element("p", {}, words.fileProblems(words.count.row(file.problems.length))), growingList(file.path, file.problems, line)));
  }
  if (remarks.length > 0) {
    dialog.append(element("h3", {}, words.remarks),
      growingList(words.remarks, remarks, (remark) => programText("li", {}, remark)));
  }
  dialog.append(element("div", { class: "actions" }, button(words.close, () => dialog.close())));
}

/** Says how many proposals there are, that the drafts are kept, and that the page may be closed. */
export async function leave(review, warn) {
  let state;
  try {
    state = await review.write("/api/leave", {});
  } catch (error) {
    return warn(words.notDone(error.message));
  }
  const { proposals, mine, drafts } = state;
  const dialog = openDialog(words.leavingTitle, element("p", { class: "numbers" }, words.leavingClosed),
    element("p", {}, drafts > 0 ? words.leavingDrafts(drafts) : words.leavingNone),
    element("p", {}, words.leaving(proposals, mine)), element("p", { class: "quiet" }, words.leavingEnd),
    element("div", { class: "actions" }, button(words.leavingBack, () => dialog.close())));
}
