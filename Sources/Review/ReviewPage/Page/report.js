import { carried } from "./carried.js";
import { showKeys } from "./dialogs.js";
import { button, choice, element, field } from "./dom.js";
import { findingList } from "./findings.js";
import { listen } from "./keyboard.js";
import { breakable, differenceBlock, folded, nameOf, programText, searched, visibleNodes } from "./visible.js";
import { words } from "./words.js";

// A plan or an import as a page that is only read: the program wrote what became of each row, and the sentences at the top.

const pageSize = 100;
const mostRemarks = 10;
const mostHighlights = 2000;

/** The sign and the colour of each outcome, because some readers cannot tell colours apart. No sign looks like a deletion. */
const looks = {
  sent: ["✓", "good"], "already there": ["=", "good"], planned: ["→", "plan"], "nothing to do": ["○", "idle"], reviewed: ["☑", "good"],
  rejected: ["☒", "good"],
  conflict: ["≠", "open"], disagreement: ["≠", "open"], "not chosen": ["⊖", "open"], unapproved: ["☐", "open"], refused: ["⊘", "bad"],
  failed: ["!", "bad"], unconfirmed: ["?", "open"], "not attempted": ["…", "open"],
};

const { report } = carried;
const { rows } = report;
const kinds = [...new Set([...Object.keys(looks), ...rows.map(({ kind }) => kind)])].filter((kind) => rows.some((row) => row.kind === kind));
/** Elsewhere on the page, `refused` has the others of its group too. */
const isPart = kinds.includes("not chosen") || kinds.includes("failed");
const kindNames = kinds.map((kind) => words.kind[kind === "refused" && isPart ? "otherwise refused" : kind] ?? kind);
const sign = ([text] = []) => (text ? [element("span", { "aria-hidden": "true" }, text), " "] : null);
const labels = new Map(["base", "server", "baseAndServer", "sheet", "toDelete"].map((id) => [id, words[id]]));
labels.set("source", words.columns.source).set("current", words.columns.current);

/** The values that rows have and the number of rows with each, sorted. */
const counted = (values) => [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]).sort(([a], [b]) => (a < b ? -1 : 1));
const locales = counted(rows.map(({ locale }) => locale));

// MARK: Tables

/** A table that scrolls by itself. It is named by the element with an id. */
function table(id, caption, heads, lines, name = "") {
  return element("div", { class: "scroll", role: "region", "aria-labelledby": id, tabindex: "0" },
    element("table", { class: `tally ${name}` }, caption ? element("caption", {}, caption) : null,
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, lines.map(({ name = "", head, cells }) =>
        element("tr", { class: name }, element("th", { scope: "row", dir: "auto" }, head), cells)))));
}

const cell = (content, name = "") => element("td", { class: name }, typeof content === "number" ? words.number(content) : content ?? "–");

function agencies() {
  const { agencies: shares, isPlan } = report;
  const left = (count, tone) => cell(count, count === 0 ? "zero" : tone);
  const sum = (name) => cell(shares.reduce((all, share) => all + share[name], 0));
  const lines = shares.map(({ agency, asked, back, sent, refused, undecided, approved, approvedBy, isDone }) => ({
    name: isDone ? "good" : "", head: [isDone ? sign("✓") : null, breakable(agency)],
    cells: [cell(asked), cell(back), cell(sent), left(refused, "bad"), left(undecided, "open"),
      cell(approved > 0 ? approvedBy.length > 0 ? visibleNodes(`${approvedBy.join(", ")} (${approved})`) : approved : null, "names")],
  }));
  if (shares.length > 1) {
    lines.push({ name: "sum", head: words.allAgencies, cells: [shares.some(({ asked }) => asked === null) ? cell(null) : sum("asked"),
      ...["back", "sent", "refused", "undecided"].map(sum), cell("")] });
  }
  const sent = shares.flatMap(({ agency, words: all }) => all.map(({ locale, typed, person, editDistance, ...share }) => ({ head: breakable(agency),
    cells: [cell(visibleNodes(locale), "names"), cell(typed ? "who imported" : person && visibleNodes(person), "names"),
      ...[share.words, share.changed, share.unchanged, `${editDistance} %`].map((number) => cell(number))] })));
  const noted = shares.flatMap(({ agency, quality }) => quality.filter(({ errors }) => errors.length > 0).map(({ locale, person, errors, over, most, ...one }) => ({
    head: breakable(agency), cells: [cell(visibleNodes(locale), "names"), cell(person && visibleNodes(person), "names"), cell(one.words),
      cell(errors.reduce((all, { count }) => all + count, 0)), cell(one.points),
      over ? cell(words.overMost(one.pointsPerThousand, most), "bad") : cell(one.pointsPerThousand)],
  })));
  return [element("h2", { id: "agencies" }, words.agencies),
    table("agencies", words.agenciesCaption, [words.agency, words.asked, words.back, isPlan ? words.toSend : words.kind.sent, words.kind.refused,
      words.undecided, words.approvedBy], lines),
    sent.length > 0 ? element("details", {}, element("summary", { id: "words-sent" }, words.words),
      table("words-sent", null, [words.agency, words.locale, words.person, words.wordCount, words.changed, words.unchanged, words.editDistance], sent)) : null,
    noted.length > 0 ? element("details", {}, element("summary", { id: "quality" }, words.quality),
      table("quality", null, [words.agency, words.locale, words.person, words.wordCount, words.errorCount, words.points, words.perThousand], noted)) : null];
}

/** The rows by locale and outcome; each number shows its rows. */
function totals() {
  const line = (locale, name) => {
    const own = rows.filter((row) => locale === null || row.locale === locale);
    const number = (kind, part) => {
      const count = own.filter((row) => kind === null || row.kind === kind).length;
      const label = [locale, part].filter((one) => one !== null).join(", ") || words.allRows;
      return cell(count === 0 ? 0 : button(words.number(count), () => showOnly(kind, locale), { class: "link", "aria-label": words.showRows(count, label) }),
        [kind === null ? "sum" : "", count === 0 ? "zero" : ""].join(" "));
    };
    return { name: locale === null ? "sum" : "", head: name, cells: [...kinds.map((kind, index) => number(kind, kindNames[index])), number(null, null)] };
  };
  const lines = locales.map(([locale]) => line(locale, visibleNodes(locale)));
  if (locales.length > 1) lines.push(line(null, words.allLocales));
  return [element("h2", { id: "totals" }, words.totals),
    table("totals", words.totalsCaption, [words.locale, ...kindNames, words.allKinds], lines, "totals")];
}

function remarks() {
  const lines = report.remarks.map(({ severity, text }) => programText("li", { class: severity }, text));
  const list = element("ul", { class: "remarks" }, lines);
  return lines.length > mostRemarks ? element("details", {}, element("summary", {}, words.count.info(lines.length)), list) : list;
}

// MARK: Rows

function rowElement(row) {
  const name = nameOf(row);
  const own = { id: row.locale, direction: report.directions[row.locale] ?? "auto" };
  const kindName = kindNames[kinds.indexOf(row.kind)];
  const text = ({ label, pieces, none }) => [element("dt", {}, labels.get(label) ?? label),
    element("dd", { class: ["sheet", "toDelete"].includes(label) ? "asked" : "" }, none ? element("span", { class: "none" }, words[none] ?? none)
      : differenceBlock(pieces, label === "source" ? { id: "", direction: "auto" } : own))];
  return element("article", { class: `entry ${looks[row.kind]?.[1] ?? "idle"}-tone`, tabindex: "-1", "aria-label": `${kindName}: ${name}, ${row.locale}` },
    element("div", {},
      element("p", { class: "outcome" }, element("span", { class: "kind" }, sign(looks[row.kind]), kindName), " ",
        row.verdict ? programText("span", { class: row.isDeletion ? "verdict deletion" : "verdict" }, row.verdict) : null),
      element("h3", {}, breakable(name)), element("p", { class: "locale quiet" }, visibleNodes(row.locale)), element("p", { class: "place quiet" }, breakable(row.place))),
    element("div", {}, element("dl", { class: "texts" }, row.texts.map(text)),
      row.findings.length > 0 ? findingList(row.findings) : null, row.reason ? programText("p", { class: "reason" }, row.reason) : null,
      row.notes.map((note) => element("p", { class: "note" }, element("b", {}, words.note), " ", element("span", { dir: "auto" }, visibleNodes(note))))));
}

/** What a search looks at. */
const asSearched = (row) => row.folded ??= folded([nameOf(row), row.locale, row.place, row.verdict, row.reason, ...row.notes,
  ...row.texts.map(({ pieces = [] }) => pieces.map(({ text }) => text).join("")),
  ...row.findings.flatMap(({ rule, message, token }) => [rule, message, token ?? ""])].join("\n"));

// MARK: Filters

const chosen = new Set();
let [found, shown, terms] = [[], 0, []];
/** The choices of one control: the name of each, which rows it has, and how many. */
const choicesOf = (values) => counted(rows.flatMap(values)).map(([value, count]) => [value || `(${words.empty})`, (row) => values(row).includes(value), count]);
const remarked = [[words.anyFinding, (row) => row.findings.length > 0], [words.withNote, (row) => row.notes.length > 0]]
  .map(([name, has]) => [name, has, rows.filter(has).length]).filter(([, , count]) => count > 0);
const controls = [
  ["locale", words.locale, words.allLocales, choicesOf((row) => [row.locale])], ["section", words.section, words.allSections, choicesOf((row) => [row.section])],
  ["finding", words.findings, words.allRows, [...remarked, ...choicesOf(({ findings }) => [...new Set(findings.map(({ rule }) => rule).filter(Boolean))])]],
].map(([id, label, all, choices]) => {
  const select = element("select", { id, on: { change: () => applyFromTop() } });
  choice(select, [["", all], ...choices.map(([name, , count], index) => [index, `${name} (${words.number(count)})`])], "");
  return { id, label, select, choices };
});
const inControls = () => controls.filter(({ select }) => select.value !== "").map(({ select, choices }) => choices[select.value]);
const search = element("input", { id: "search", type: "search", spellcheck: "false", on: { input: () => requestAnimationFrame(applyFromTop) } });
const chips = kinds.map((kind, index) => button([sign(looks[kind]), kindNames[index], " ", element("b")].flat(), () => toggle(kind), { class: "chip", "data-name": kindNames[index] }));
const clearButton = button(words.clear, () => clear(), { id: "clear" });
const count = element("p", { id: "count", class: "counted", role: "status", tabindex: "-1" });
const list = element("div", { id: "rows" });
const next = button("", () => show(shown + pageSize), { id: "next" });
const all = button("", () => show(found.length), { id: "all" });
const moreButtons = element("div", { id: "more", class: "actions" }, next, all);
const filters = element("search", { id: "filters", class: "filters", "aria-label": words.filter },
  element("div", { id: "outcomes", role: "group", "aria-label": words.outcome, class: "chips" }, chips),
  controls.map(({ id, label, select }) => field(id, label, select)), field("search", words.search, search), clearButton,
  button([words.keyboard, " ", element("kbd", {}, "?")], () => help(), { "aria-haspopup": "dialog" }));

function apply() {
  terms = searched(search.value);
  const conditions = inControls();
  const fitting = rows.filter((row) => conditions.every(([, has]) => has(row)) && terms.every((term) => asSearched(row).includes(term)));
  kinds.forEach((kind, index) => {
    chips[index].setAttribute("aria-pressed", String(chosen.has(kind)));
    chips[index].querySelector("b").textContent = words.number(fitting.filter((row) => row.kind === kind).length);
  });
  found = fitting.filter(({ kind }) => chosen.size === 0 || chosen.has(kind));
  list.replaceChildren();
  shown = 0;
  show(pageSize);
}

/** Shows so many of the rows that were found. */
function show(most) {
  const end = Math.min(most, found.length);
  for (const extra of [...list.children].slice(end)) extra.remove();
  list.append(...found.slice(shown, end).map(rowElement));
  shown = end;
  const where = inControls().map(([name]) => name);
  if (chosen.size > 0) where.unshift([...chosen].map((kind) => kindNames[kinds.indexOf(kind)]).join(` ${words.or} `));
  if (terms.length > 0) where.push(`“${search.value.trim()}”`);
  const number = words.count.row(found.length);
  count.textContent = [found.length < rows.length ? words.place(number, rows.length) : number, where.length > 0 ? `: ${where.join(", ")}` : "",
    shown < found.length ? `; ${words.firstRows(shown)}` : ""].join("");
  moreButtons.hidden = shown >= found.length;
  next.textContent = words.showMore(Math.min(pageSize, found.length - shown));
  all.textContent = words.showAll(number);
  clearButton.disabled = where.length === 0;
  highlight();
}

function highlight() {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  while (terms.length > 0 && walker.nextNode() && ranges.length < mostHighlights) {
    const node = walker.currentNode;
    const content = folded(node.data);
    // Some letters change their length when they are folded, and their places with it.
    if (content.length !== node.data.length) continue;
    for (const term of terms) {
      for (let at = content.indexOf(term); at >= 0; at = content.indexOf(term, at + term.length)) {
        ranges.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + term.length }));
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** A reader far down the list would see the end of a shorter one. */
function applyFromTop() {
  apply();
  const covered = Math.max(0, filters.getBoundingClientRect().bottom - 1);
  if (count.getBoundingClientRect().top < covered) count.scrollIntoView({ block: "start" });
}

function toggle(kind) {
  if (!chosen.delete(kind)) chosen.add(kind);
  applyFromTop();
}

function clear() {
  chosen.clear();
  search.value = "";
  for (const { select } of controls) select.value = "";
  applyFromTop();
}

function showOnly(kind, locale) {
  clear();
  if (kind !== null) chosen.add(kind);
  controls[0].select.value = locale === null ? "" : locales.findIndex(([name]) => name === locale);
  apply();
  count.scrollIntoView({ block: "start" });
  count.focus({ preventScroll: true });
}

// MARK: Keyboard and print

function help() {
  showKeys(words.keyboard, [["j k", "step"], ["/", "search"], ["1 … 9", "outcome"], ["f", "filters"], ["0 Esc", "clear"], ["?", "help"]],
    element("p", {}, words.aboutTexts), element("p", {}, words.aboutSearch));
}

function step(by) {
  const current = document.activeElement?.closest?.("#rows > article");
  if (by > 0 && current && !current.nextElementSibling) show(shown + pageSize);
  const row = !current ? list.firstElementChild : by > 0 ? current.nextElementSibling : current.previousElementSibling;
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

listen({
  j: () => step(1), k: () => step(-1), "/": () => search.focus(), f: () => controls[0].select.focus(), 0: clear, "?": help,
  Escape: ({ target }) => (target.matches("input, select") ? target.blur() : clear()),
  ...Object.fromEntries(kinds.slice(0, 9).map((kind, index) => [index + 1, () => toggle(kind)])),
});

// What is printed is all rows that the filters choose, not only those on the page.
let shownBefore = 0;
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  shownBefore = shown;
  show(found.length);
});
addEventListener("afterprint", () => show(shownBefore));

// MARK: The page

const [header, main] = ["header", "main"].map((name) => document.querySelector(name));
const [title, skip] = [document.querySelector("h1"), document.querySelector(".skip")];
if (report.title) document.title = title.textContent = words[report.title];
skip.textContent = words.skip;
// What the program says of an import is English on every page.
for (const part of header.querySelectorAll("p")) Object.assign(part, { lang: "en", dir: "auto" });
if (report.agencies.length > 0) header.append(...agencies().filter(Boolean));
if (report.remarks.length > 0) header.append(remarks());
main.replaceChildren(...(rows.length > 0
  ? [...totals(), element("h2", { id: "list" }, words.rows), filters, count, list, moreButtons] : report.title ? [element("p", {}, words.noRows)] : []));
const notesOf = (heading, notes) => (notes.length === 0 ? [] : [element("h2", {}, heading), element("ul", {}, notes.map(({ section, key, locale, place, note }) =>
  element("li", {}, element("b", {}, breakable(`${section}/${key}`)), " ", visibleNodes(`${locale}, ${place}: `),
    element("span", { class: "note", dir: "auto" }, visibleNodes(note)))))]);
main.prepend(...notesOf(words.questions, report.notes.filter(({ isQuestion }) => isQuestion)));
main.append(...notesOf(words.otherNotes, report.notes.filter(({ isQuestion }) => !isQuestion)));
const known = element("dl", { class: "known" }, report.facts.map(([name, value]) =>
  [element("dt", {}, name === "File" ? words.file : name), element("dd", { dir: "auto" }, visibleNodes(value))]));
if (report.counts) {
  document.body.append(element("footer", {}, element("details", {}, element("summary", {}, words.about), programText("p", {}, report.counts), known)));
} else {
  header.append(known);
}
apply();
