import { button, element } from "./dom.js";
import { growingList, openDialog } from "./dialogs.js";
import { nameOf } from "./rows.js";
import { textBlock, visibleNodes } from "./visible.js";
import { words } from "./words.js";

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
      }, { class: "link" })
      : problem.section ? nameOf(problem) : null;
    return element("li", {}, element("strong", {}, visibleNodes(problem.place)), name ? [" ", name] : null,
      element("p", {}, visibleNodes(problem.message)), value);
  };
  for (const file of files) {
    dialog.append(element("h3", {}, visibleNodes(words.fileRows(file))),
      file.problems.length === 0 ? element("p", {}, words.fileClean)
        : element("div", {}, element("p", {}, words.fileProblems(file.problems.length)), growingList(file.problems, line)));
  }
  if (remarks.length > 0) {
    dialog.append(element("h3", {}, words.remarks),
      growingList(remarks, (remark) => element("li", {}, visibleNodes(remark))));
  }
  dialog.append(element("div", { class: "actions" }, button(words.close, () => dialog.close())));
}
