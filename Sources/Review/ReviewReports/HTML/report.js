// Filters, search and keyboard of an import's report. The rows are in the page already, as escaped markup: the first
// ones as elements, the others as the text of noscript elements, which a browser without scripts shows as they are.
"use strict";

(() => {
  const pageSize = 100;
  const mostHighlights = 2000;
  const element = (id) => document.getElementById(id);
  const list = element("rows");
  if (!list) return;

  // Elements are taken one by one: a browser may write `<` into an attribute's markup as it is. In the text of a
  // noscript element the markup is as the program wrote it, where only an element begins with `<`.
  const rows = Array.from(list.children, (row) => row.outerHTML);
  for (const block of document.querySelectorAll("noscript.rows")) {
    for (const row of block.textContent.split(/(?=<article )/)) if (row.startsWith("<article ")) rows.push(row);
    block.remove();
  }

  // The reader's language. The page is written in English, by which each of its own words is found in the table.

  const table = JSON.parse(element("words").content.textContent);
  const preferred = navigator.languages.map((tag) => new Intl.Locale(tag).maximize())
    .find(({ language, script }) => table[language] && script !== "Hant");
  const language = preferred?.language ?? "en";
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  const said = (id, ...values) => table[language][id].replace(/\{(\d)\}/g, (_, place) =>
    typeof values[place] === "number" ? numbers.format(values[place]) : values[place]);
  const byEnglish = new Map(Object.entries(table.en).map(([id, text]) => [text, table[language][id]]));
  const translated = (text) => text.replace(/^(\s*)(.+?)((?: \(\d+\))?\s*)$/s, (all, before, words, after) =>
    byEnglish.has(words) ? before + byEnglish.get(words) + after : all);
  const own = "h1, h2, summary, caption, legend, thead th, tr.sum th, dt, label, button, .filters option:first-child, #finding option, " +
    ".kind, .none, .note > b, .skip, #help dd, #help p";
  const program = "header > p, footer p, .remarks, .findings, .reason, .verdict";
  const translate = (root) => {
    if (language === "en") return;
    for (const part of root.querySelectorAll(own)) {
      for (const node of part.childNodes) if (node.nodeType === Node.TEXT_NODE) node.data = translated(node.data.replace(/\n/g, " "));
    }
    for (const named of root.querySelectorAll("[data-name]")) named.dataset.name = translated(named.dataset.name);
    // What the program says of a row is English on every page.
    for (const part of root.querySelectorAll(program)) Object.assign(part, { lang: "en", dir: "auto" });
  };
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  document.title = translated(document.title);
  translate(document);

  // What each row is filtered by: the places of its outcome, locale, section and findings in the controls.
  const kinds = new Uint16Array(rows.length);
  const locales = new Uint32Array(rows.length);
  const sections = new Uint32Array(rows.length);
  const findings = new Array(rows.length).fill("");
  rows.forEach((row, index) => {
    const start = row.indexOf('data-f="') + 8;
    const parts = row.slice(start, row.indexOf('"', start)).split(" ");
    kinds[index] = Number(parts[0]);
    locales[index] = Number(parts[1]);
    sections[index] = Number(parts[2]);
    if (parts[3]) findings[index] = `,${parts[3]},`;
  });

  // Search

  const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };
  const folded = (text) => text.normalize("NFC").toLowerCase();
  const texts = new Array(rows.length);
  const text = (index) => {
    texts[index] ??= folded(
      rows[index]
        .replace(/<dt>[^<]*<\/dt>|<b>[^<]*<\/b>/g, "")
        .replace(/<\/?(?:code|del|ins|mark|span|wbr)\b(?:"[^"]*"|[^">])*>/g, "")
        .replace(/<(?:"[^"]*"|[^">])*>/g, "\n")
        .replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity]),
    );
    return texts[index];
  };
  // The first search would wait for all texts otherwise.
  const prepare = (from) => {
    const end = Math.min(from + 500, rows.length);
    for (let index = from; index < end; index += 1) text(index);
    if (end < rows.length) setTimeout(prepare, 0, end);
  };

  // Filters

  const search = element("search");
  const selects = { locale: element("locale"), section: element("section"), finding: element("finding") };
  const chips = [...document.querySelectorAll("#outcomes button")];
  const count = element("count");
  const chosen = new Set();
  let found = [];
  let shown = 0;
  let terms = [];

  const apply = () => {
    const locale = selects.locale.value === "" ? -1 : Number(selects.locale.value);
    const section = selects.section.value === "" ? -1 : Number(selects.section.value);
    const finding = selects.finding.value;
    terms = folded(search.value).split(/\s+/).filter(Boolean);
    const counts = new Array(chips.length).fill(0);
    found = [];
    for (let index = 0; index < rows.length; index += 1) {
      if (locale >= 0 && locales[index] !== locale) continue;
      if (section >= 0 && sections[index] !== section) continue;
      if (finding !== "" && !hasFinding(index, finding)) continue;
      if (!terms.every((term) => text(index).includes(term))) continue;
      counts[kinds[index]] += 1;
      if (chosen.size === 0 || chosen.has(kinds[index])) found.push(index);
    }
    chips.forEach((chip, kind) => {
      chip.setAttribute("aria-pressed", String(chosen.has(kind)));
      chip.querySelector("b").textContent = numbers.format(counts[kind]);
    });
    show(pageSize);
  };
  const hasFinding = (index, wanted) =>
    wanted === "any" ? /\d/.test(findings[index]) : findings[index].includes(`,${wanted},`);

  const number = (value) => said(`page.count.row.${plurals.select(value) === "one" && table[language]["page.count.row.one"] ? "one" : "other"}`, value);
  const conditions = () => {
    const named = Object.values(selects).filter((select) => select.value !== "");
    const parts = named.map((select) => select.selectedOptions[0].dataset.name);
    if (chosen.size > 0) parts.unshift([...chosen].map((kind) => chips[kind].dataset.name).join(` ${said("or")} `));
    if (search.value.trim() !== "") parts.push(`“${search.value.trim()}”`);
    return parts;
  };

  // Rows on the page

  const show = (most) => {
    shown = Math.min(most, found.length);
    list.innerHTML = found.slice(0, shown).map((index) => rows[index]).join("");
    translate(list);
    update();
  };
  const showMore = (most) => {
    const next = found.slice(shown, shown + most).map((index) => rows[index]);
    list.insertAdjacentHTML("beforeend", next.join(""));
    shown += next.length;
    translate(list);
    update();
  };
  const update = () => {
    const where = conditions();
    const all = found.length < rows.length ? said("page.place", number(found.length), rows.length) : number(found.length);
    const part = shown < found.length ? `; ${said("firstRows", shown)}` : "";
    count.textContent = `${all}${where.length > 0 ? `: ${where.join(", ")}` : ""}${part}`;
    element("more").hidden = shown >= found.length;
    element("next").textContent = said("page.showMore", Math.min(pageSize, found.length - shown));
    element("all").textContent = said("showAll", number(found.length));
    element("clear").disabled = where.length === 0;
    highlight();
  };
  const highlight = () => {
    if (!globalThis.CSS?.highlights) return;
    const ranges = [];
    if (terms.length > 0) {
      const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() && ranges.length < mostHighlights) {
        const content = folded(walker.currentNode.data);
        // Some letters change their length when they are folded, and their places with it.
        if (content.length !== walker.currentNode.data.length) continue;
        for (const term of terms) {
          for (let at = content.indexOf(term); at >= 0; at = content.indexOf(term, at + term.length)) {
            ranges.push(new StaticRange({
              startContainer: walker.currentNode, startOffset: at,
              endContainer: walker.currentNode, endOffset: at + term.length,
            }));
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  // A reader far down the list would see the end of a shorter one.
  const applyFromTop = () => {
    apply();
    const covered = Math.max(0, element("filters").getBoundingClientRect().bottom - 1);
    if (count.getBoundingClientRect().top < covered) count.scrollIntoView({ block: "start" });
  };
  const toggle = (kind) => {
    if (!chosen.delete(kind)) chosen.add(kind);
    applyFromTop();
  };
  const clear = () => {
    chosen.clear();
    search.value = "";
    for (const select of Object.values(selects)) select.value = "";
    applyFromTop();
  };
  let pending = 0;
  search.addEventListener("input", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(applyFromTop);
  });
  for (const select of Object.values(selects)) select.addEventListener("change", applyFromTop);
  chips.forEach((chip, kind) => chip.addEventListener("click", () => toggle(kind)));
  element("clear").addEventListener("click", clear);
  element("next").addEventListener("click", () => showMore(pageSize));
  element("all").addEventListener("click", () => showMore(found.length));
  element("filters").addEventListener("submit", (event) => event.preventDefault());

  // Totals

  for (const cell of document.querySelectorAll(".totals td[data-f]")) {
    if (cell.textContent === "0") continue;
    const [kind, locale] = cell.dataset.f.split(" ");
    const button = document.createElement("button");
    button.textContent = cell.textContent;
    button.setAttribute("aria-label", said("showRows", cell.textContent, cell.dataset.name));
    button.addEventListener("click", () => {
      clear();
      if (kind !== "") chosen.add(Number(kind));
      selects.locale.value = locale;
      apply();
      count.scrollIntoView({ block: "start" });
      count.focus({ preventScroll: true });
    });
    cell.replaceChildren(button);
  }

  // Keyboard

  const help = element("help");
  const openHelp = () => {
    if (!help.open) help.showModal();
  };
  const step = (by) => {
    const current = document.activeElement?.closest?.("#rows > article");
    if (by > 0 && current && !current.nextElementSibling && shown < found.length) showMore(pageSize);
    const next = current
      ? by > 0 ? current.nextElementSibling : current.previousElementSibling
      : list.firstElementChild;
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  };
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => search.focus(),
    f: () => selects.locale.focus(),
    0: clear,
    "?": openHelp,
  };
  element("keys").addEventListener("click", openHelp);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help.open) return;
    const isTyping = event.target.matches("input, select, textarea");
    if (event.key === "Escape") {
      if (isTyping) event.target.blur();
      else clear();
      return;
    }
    if (isTyping) return;
    const kind = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const action = kind >= 0 && kind < chips.length ? () => toggle(kind) : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // Print: all rows that the filters choose, not only those on the page.

  let shownBefore = 0;
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    if (shown >= found.length) return;
    shownBefore = shown;
    showMore(found.length);
  });
  addEventListener("afterprint", () => {
    if (shownBefore > 0) show(shownBefore);
    shownBefore = 0;
  });

  // A browser may keep what was typed when the page is read again.
  apply();
  setTimeout(prepare, 50, 0);
})();
