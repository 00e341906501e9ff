import { button, choice, element, field, setState, debounced } from "./dom.js";
import { breakable } from "./visible.js";
import { words } from "./words.js";

const filters = ["all", "unreviewed", "proposed", "mine", "missing", "suggested", "drafts", "waiting", "conflicts", "findings"];

/** What surrounds the list: locale, sections, search, filters, and what is done with the whole review. */
export class Frame {
  /** `actions` has choose(change), send, reload, files, help and leave. */
  constructor(review, actions) {
    this.review = review;
    this.actions = actions;
    this.locale = element("select", { id: "locale", dir: "auto", on: { change: () => actions.choose({ locale: this.locale.value, section: "" }) } });
    this.section = element("select", { id: "section", on: { change: () => actions.choose({ section: this.section.value }) } });
    this.typed = debounced(200, () => actions.choose({ q: this.search.value }));
    this.search = element("input", { id: "search", type: "search", placeholder: words.searchHint, "aria-keyshortcuts": "/",
      autocomplete: "off", spellcheck: "false", on: { input: this.typed } });
    this.views = Object.entries(words.views).map(([name, label]) =>
      button(label, () => actions.choose({ view: name }), { "data-name": name }));
    this.filters = filters.map((name) => button("", () => actions.choose({ filter: name, check: "" }), { class: "chip", "data-name": name }));
    this.check = element("select", { id: "check", "aria-label": words.check, hidden: true,
      on: { change: () => actions.choose({ check: this.check.value }) } });
    this.send = button(words.send, actions.send, { class: "primary" });
    this.files = button("", actions.files, { hidden: true });
    this.reload = button(words.reload, actions.reload, { title: words.reloadLabel });
    this.unfold = button(words.controls, () => this.#fold(!document.body.classList.contains("unfolded")), {
      class: "unfold", "aria-expanded": "false" });
    this.about = element("p", { class: "about" });
    this.sections = element("ul");
    this.total = element("p", { class: "total", role: "status" });
    this.header = element("header", { class: "bar" },
      element("a", { class: "skip", href: "#list", on: { click: (event) => {
        event.preventDefault();
        actions.focusList();
      } } }, words.skip),
      element("div", { class: "naming" }, element("h1", {}, words.title), this.about), this.unfold,
      field("locale", words.locale, this.locale),
      element("div", { class: "field sections-choice" }, element("label", { for: "section" }, words.section), this.section),
      element("search", { class: "field" }, element("label", { for: "search" }, words.search), this.search),
      element("div", { class: "tools" }, this.send, this.files, review.server.isFile ? null : this.reload,
        button(words.help, actions.help, { "aria-label": words.helpLabel, "aria-keyshortcuts": "?" }),
        review.server.isFile ? null : button(words.leave, actions.leave, { "aria-label": words.leaveLabel })));
    this.nav = element("nav", { class: "sections", "aria-label": words.sections }, this.sections);
    this.tools = element("div", { class: "list-tools" },
      element("div", { role: "group", "aria-label": words.filters, class: "chips" }, this.filters), this.check,
      element("div", { role: "group", "aria-label": words.view, class: "views" }, this.views), this.total);
  }

  focusSearch() {
    if (this.unfold.checkVisibility()) this.#fold(true);
    this.search.select();
  }

  /** On a phone the texts have the screen, until what chooses among them is asked for. */
  #fold(isUnfolded) {
    document.body.classList.toggle("unfolded", isUnfolded);
    this.unfold.setAttribute("aria-expanded", String(isUnfolded));
  }

  /** Shows what is chosen, and the numbers. */
  show(chosen) {
    const { summary } = this.review;
    const news = summary.new && words.newSince(summary.new.count, words.moment(summary.new.since));
    const about = summary.about ?? [news, summary.application, summary.profile, summary.platform, summary.isSandbox ? words.sandbox : summary.origin];
    this.about.textContent = about.filter(Boolean).join(" · ");
    choice(this.locale, summary.locales.map(({ id, name, isSource }) =>
      [id, [name && name !== id ? `${name} (${id})` : id, isSource ? `, ${words.source}` : ""].join("")]), chosen.locale);
    const locale = this.review.locale(chosen.locale);
    choice(this.section, [["", words.allSections], ...(locale.sections ?? []).map(({ name }) => [name, name])], chosen.section);
    this.#showSections(locale, chosen.section);
    if (document.activeElement !== this.search) this.search.value = chosen.q;
    const narrowed = [chosen.section, chosen.filter === "all" ? "" : words.filter[chosen.filter], chosen.q].filter(Boolean);
    this.unfold.textContent = [words.controls, ...narrowed].join(" · ");
    const counts = this.review.counts(chosen.locale, chosen.section);
    for (const chip of this.filters) {
      const { name } = chip.dataset;
      const count = counts[name === "all" ? "texts" : name] ?? 0;
      chip.replaceChildren(words.filter[name], " ", element("b", {}, words.number(count)));
      chip.setAttribute("aria-pressed", String(chosen.filter === name));
      chip.hidden = ["suggested", "waiting"].includes(name) && count === 0 && chosen.filter !== name;
      chip.classList.toggle("some", count > 0 && (name === "conflicts" || name === "findings"));
    }
    for (const view of this.views) view.setAttribute("aria-pressed", String(chosen.view === view.dataset.name));
    this.showCounts();
  }

  /** Shows the checks that the list can be filtered by: `{name, count}` of each. */
  showChecks(checks, chosen) {
    this.check.hidden = chosen.filter !== "findings" || checks.length === 0;
    choice(this.check, [["", words.allChecks], ...checks.map(({ name, count }) => [name, `${name} (${words.number(count)})`])], chosen.check);
  }

  /** Shows how much there is to send. */
  showCounts() {
    const { counts, files, remarks } = this.review.summary;
    if (this.review.server.isFile) {
      const count = this.review.server.unsavedCount;
      this.send.textContent = count > 0 ? words.saveCount(count) : words.save;
      this.send.title = words.fileStart;
      return;
    }
    const [sent, kept] = [counts.proposals + counts.deletes, counts.rejections + counts.signOffs + counts.notes];
    this.send.textContent = sent > 0 ? words.sendCount(sent) : kept > 0 ? words.keepCount(kept) : words.send;
    this.send.title = words.changes(counts).lines || words.sendNone;
    const problems = files.reduce((sum, file) => sum + file.problems.length, 0);
    this.files.hidden = files.length === 0 && remarks.length === 0;
    this.files.textContent = files.length > 0 ? words.files(files.length) : words.remarks;
    this.files.classList.toggle("some", problems > 0 || remarks.length > 0);
  }

  #showSections(locale, chosen) {
    const all = [{ name: "", counts: locale.counts }, ...(locale.sections ?? [])];
    const key = JSON.stringify(all.map(({ name }) => name));
    if (this.sections.dataset.filled !== key) {
      this.sections.replaceChildren(...all.map(({ name }) => element("li", {},
        element("button", { type: "button", class: "section-button", on: { click: () => this.actions.choose({ section: name }) } },
          element("span", {}, name === "" ? words.allSections : breakable(name)), element("span", { class: "number" })))));
      this.sections.dataset.filled = key;
    }
    all.forEach(({ name, counts }, index) => {
      const made = this.sections.children[index].firstChild;
      setState(made, "aria-current", name === chosen, "true");
      made.title = words.sectionCount(counts.texts, counts.proposed);
      // A section may be named as a filter is.
      made.setAttribute("aria-label", `${name === "" ? words.allSections : `${words.section} ${name}`}. ${made.title}`);
      made.lastChild.textContent = words.number(counts.texts);
      made.lastChild.classList.toggle("proposed", counts.proposed > 0);
      made.lastChild.classList.toggle("drafts", counts.drafts > 0);
    });
  }
}
