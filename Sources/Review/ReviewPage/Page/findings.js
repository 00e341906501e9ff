import { element } from "./dom.js";
import { programText, spaced, visibleNodes } from "./visible.js";
import { words } from "./words.js";

const severities = ["error", "warning", "info"];

/** Returns the findings of checks as a list, the gravest first. */
export function findingList(findings) {
  const sorted = findings.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
  return element("ul", { class: "finding-list" }, sorted.map(({ severity, message, token, rule }) =>
    element("li", { class: severity },
      element("strong", {}, `${words.severity[severity] ?? severity}: `), programText("span", {}, message),
      token ? [" ", element("code", { dir: "auto" }, token.trim() === "" ? spaced(token) : visibleNodes(token))] : null,
      " ", element("span", { class: "rule" }, rule))));
}
