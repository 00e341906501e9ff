import { element } from "./dom.js";
import { spaced, visibleNodes } from "./visible.js";
import { words } from "./words.js";

const order = ["error", "warning", "info"];

/** Returns the findings of checks as a list, the gravest first. */
export function findingList(findings) {
  const sorted = findings.toSorted((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
  return element("ul", { class: "finding-list" }, sorted.map(({ severity, message, token, rule }) =>
    element("li", { class: severity },
      element("strong", {}, `${words.severity[severity] ?? severity}: `), visibleNodes(message),
      token ? [" ", element("code", { dir: "auto" }, token.trim() === "" ? spaced(token) : visibleNodes(token))] : null,
      " ", element("span", { class: "rule" }, rule))));
}
