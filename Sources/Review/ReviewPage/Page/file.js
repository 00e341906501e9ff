import { Refusal } from "./api.js";
import { findingsOf, isLeftToImport, termsIn } from "./checks.js";
import { data, page, safeJSON } from "./data.js";
import { isRejection } from "./rows.js";
import { Steps } from "./steps.js";
import { pluralIn, suggestionIn, withoutSuggestion } from "./suggestion.js";
import { folded, nameOf, searched, withLineFeeds } from "./visible.js";
import { words } from "./words.js";

/** The most decisions about a text that can be undone. */
const mostPast = 50;

/** The most rows that are written again after each pause. More of them are when the page is left for another window. */
const mostWritten = 10_000;

/** What a reviewer decides with: the cells in which a decision about a row is. */
const decided = ["Proposal", "Action", "Note"];
/** The cells of which one is filled where there is a proposal, a suggestion or a decision. */
const saying = [...decided, "Proposal ID", "Exported proposal"];

/** Whether a draft is sent as what it is. */
const isReady = (draft, kind) => draft?.state === "ready" && draft.kind === kind;

/** A word as the importer compares it. */
const asWord = (text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFC").toLowerCase().split(/\s+/u).filter(Boolean).join(" ");
/** The actions by their words, in each language that the importer reads. */
const actions = new Map(Object.entries(page?.actions ?? {}).flatMap(([action, all]) => all.map((word) => [asWord(word), action])));

/** What a text is counted as, by the names of the counts. */
const isCounted = {
  texts: () => true, missing: ({ current }) => current === "",
  unreviewed: ({ draft, id }, reviewed) => !isReady(draft, "ok") && !reviewed.has(id),
  suggested: ({ suggestion }) => suggestion !== null, proposed: ({ proposals }) => proposals.length > 0,
  mine: ({ proposals }) => proposals.some(({ mine }) => mine), drafts: ({ draft }) => draft !== null,
  waiting: ({ draft }) => draft?.state === "waiting",
  conflicts: () => false, findings: ({ findings }) => findings.length > 0, proposals: ({ draft }) => isReady(draft, "propose"),
  deletes: (text) => isReady(text.draft, "withdraw") && !isRejection(text),
  rejections: (text) => isReady(text.draft, "withdraw") && isRejection(text), signOffs: ({ draft }) => isReady(draft, "ok"), notes: ({ note }) => note !== "",
};
const counted = Object.keys(isCounted);

/** The parts of the base of a row: the id of the sheet is the eighth, and the suggestion that the row shows the ninth. */
const baseOf = (row) => (row[data.columns.indexOf("Base")] ?? "").split(".");

/** The id of the sheet. A table that was converted has it in its rows alone. */
const sheetID = data ? data.sheet.id ?? data.rows.map((row) => baseOf(row)[7]).find(Boolean) ?? "" : "";

const noCounts = () => Object.fromEntries(counted.map((name) => [name, 0]));
const isSame = (left, right) => left.every((cell, index) => cell === right[index]);
const isSameText = (left, right) => withLineFeeds(left) === withLineFeeds(right);
const refusal = (name, code) => new Refusal(409, `review.${name}`, words.reason(code));

/** The name of a text in the page: it names no element twice, and fits into an address. */
const idOf = (...names) => names.map((name) => String(name).replace(/[^A-Za-z0-9.-]/g, (sign) => `_${sign.charCodeAt(0).toString(36)}_`)).join("/");

/**
 * The review in this file, which answers as the program behind the page does (`Server`).
 *
 * A decision is in the cells of the text's rows, as a person would write it into a table, and nowhere else. An `ok` and a
 * proposal are in the row of one's own proposal, else in the first.
 */
export class FileReview extends EventTarget {
  isFile = true;
  #columns = new Map(data.columns.map((header, place) => [header, place]));
  #texts = [];
  #byID = new Map();
  #byRow = [];
  #byName = new Map();
  #locales = new Map();
  /** The ids of the texts that were signed off when the file was written. */
  #reviewed = new Set(Object.entries(data.reviewed ?? {}).flatMap(([locale, sections]) =>
    Object.entries(sections ?? {}).flatMap(([section, keys]) => [keys].flat().map((key) => idOf(locale, section, key)))));
  #revision = 1;
  #steps = new Steps(sheetID);
  /** The decided cells that the file has, by the row, where the page has others. */
  #inFile = new Map();
  /** What this browser stored about rows that the file does not know: the cells, by the row. */
  #others = new Map();
  /** The rows by their names, once another page decided something. */
  #places = null;
  #timer = 0;
  #writing = 0;
  /** Whether the element with the data lacks a decision. */
  #isElementOld = false;
  #handle = null;

  async openSession() {
    const stored = new Set(await this.#steps.open());
    for (const [place, row] of data.rows.entries()) {
      const [section, key, locale] = [this.#cell(row, "Section"), this.#cell(row, "Key"), this.#cell(row, "Locale")];
      const id = idOf(locale, section, key);
      let text = this.#byID.get(id);
      if (!text) {
        text = { id, section, key, locale, rows: [], past: [], rank: 0, counts: null, current: "", source: null, maximum: null,
          proposals: null, suggestion: null, note: "", draft: null, findings: null, folded: null };
        this.#texts.push(text);
        this.#byID.set(id, text);
      }
      text.rows.push(place);
      this.#byRow[place] = text;
    }
    this.#restore(stored);
    for (const text of this.#texts) {
      this.#assess(text);
      const { sections, counts } = this.#locale(text.locale);
      if (!sections.has(text.section)) sections.set(text.section, { counts: noCounts(), texts: [] });
      sections.get(text.section).texts.push(text);
      this.#count(text, 1);
    }
    for (const { sections } of this.#locales.values()) {
      for (const [rank, text] of [...sections.values()].flatMap(({ texts }) => texts).entries()) text.rank = rank;
    }
    this.#steps.watch((name) => this.#catchUp(name));
    addEventListener("blur", () => this.#writeElement());
  }

  /** Where what is being typed is kept. */
  get storage() {
    return this.#steps.storage;
  }

  /** The number of rows that are decided and not in the file yet. */
  get unsavedCount() {
    return this.#inFile.size;
  }

  async read(path, fields = {}) {
    switch (path) {
      case "/api/review": return this.#overview();
      case "/api/texts": return this.#part(fields);
      case "/api/beside": return this.#beside(this.#text(fields.text));
      case "/api/next": return this.#next(fields);
      default: return { state: "idle", isNews: false };
    }
  }

  async write(path, body) {
    if (path === "/api/check") return this.#check(this.#text(body.text), body.value);
    const { text: id, texts: ids, ...change } = body;
    const texts = (ids ?? [id]).map((one) => this.#text(one));
    const refused = [];
    for (const text of texts) {
      try {
        this.#decide(text, change);
      } catch (error) {
        if (!ids || !(error instanceof Refusal)) throw error;
        refused.push({ text: text.id, section: text.section, key: text.key, locale: text.locale, message: error.message });
      }
    }
    return this.#answer(texts, refused);
  }

  // MARK: Rows

  #cell(row, header) {
    return row[this.#columns.get(header)] ?? "";
  }

  #cells(place) {
    return decided.map((header) => this.#cell(data.rows[place], header));
  }

  #put(place, cells) {
    const now = this.#cells(place);
    if (!this.#inFile.has(place)) this.#inFile.set(place, now);
    if (isSame(cells, this.#inFile.get(place))) this.#inFile.delete(place);
    decided.forEach((header, index) => {
      // A text area may hold half of a character, which no file can.
      data.rows[place][this.#columns.get(header)] = cells[index].toWellFormed();
    });
  }

  /** What names a row in each copy of its sheet; where the sheet has no name itself, no row of another text. */
  #name(place) {
    const headers = ["Section", "Key", "Locale", "Proposal ID", ...(sheetID ? [] : ["Source value", "Current value"])];
    return JSON.stringify(headers.map((header) => this.#cell(data.rows[place], header)));
  }

  /** Takes what the browser stored of this sheet, where the file has what it was decided about. */
  #restore(stored) {
    if (stored.size === 0) return;
    const texts = new Set();
    for (const place of data.rows.keys()) {
      const name = this.#name(place);
      if (!stored.has(name)) continue;
      const step = this.#steps.read(name, this.#cells(place));
      if (step?.isKnown) this.#put(place, step.cells);
      else if (step) this.#others.set(place, step.cells);
      texts.add(this.#byRow[place]);
    }
    for (const text of texts) this.#recall(text);
  }

  /** Takes from the storage what can be undone about a text: the numbers of its changes, each with the earlier cells of its rows. */
  #recall(text) {
    const past = new Map();
    for (const place of text.rows) {
      for (const [number, cells] of this.#steps.past(this.#name(place), this.#cells(place))) {
        if (!past.has(number)) past.set(number, new Map());
        past.get(number).set(place, cells);
      }
    }
    text.past = [...past].sort(([left], [right]) => left - right);
  }

  /** Stores the cells of a row, and what can be undone about it. */
  #store(place, inFile) {
    const past = this.#byRow[place].past.filter(([, cells]) => cells.has(place)).map(([number, cells]) => [number, cells.get(place)]);
    this.#steps.write(this.#name(place), this.#cells(place), inFile, past);
  }

  /** The number of rows that this browser decided otherwise, in another copy of the file. */
  get otherCount() {
    return this.#others.size;
  }

  /** Takes those decisions. */
  takeOthers() {
    const others = [...this.#others];
    this.#others.clear();
    for (const [place, cells] of others) this.#change(this.#byRow[place], new Map([[place, cells]]));
    this.#moved();
  }

  /** Takes what another page of the file decided about a row. */
  #catchUp(name) {
    this.#places ??= new Map(data.rows.map((_, place) => [this.#name(place), place]));
    const place = this.#places.get(name);
    if (place === undefined) return;
    const inFile = this.#inFile.get(place) ?? this.#cells(place);
    const step = this.#steps.read(name, inFile);
    if (step && !step.isKnown) return this.#others.set(place, step.cells);
    const cells = step?.cells ?? inFile;
    if (isSame(cells, this.#cells(place))) return;
    this.#change(this.#byRow[place], new Map([[place, cells]]), { stores: false });
    this.#recall(this.#byRow[place]);
    this.#moved();
  }

  #moved() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dispatchEvent(new Event("moved")), 100);
  }

  // MARK: Texts

  #text(id) {
    const text = this.#byID.get(id);
    if (!text) throw refusal("unknown-text", "row.namesNoText");
    return text;
  }

  #locale(id) {
    if (!this.#locales.has(id)) this.#locales.set(id, { sections: new Map(), counts: noCounts() });
    return this.#locales.get(id);
  }

  /** The rows of a text, each with what it proposes and decides. */
  #rowsOf({ rows }) {
    return rows.map((place) => {
      const row = data.rows[place];
      const [proposal, action, note] = this.#cells(place);
      const isPending = this.#cell(row, "Proposal ID") !== "";
      const exported = this.#columns.has("Exported proposal") ? this.#cell(row, "Exported proposal") : isPending ? proposal : "";
      const isOffered = exported.trim() !== "" && (!isPending || Boolean(baseOf(row)[8]?.replace("?", "")));
      return { place, proposal, note, exported, action: asWord(action) && (actions.get(asWord(action)) ?? "unknown"), said: action.trim(),
        ref: this.#cell(row, "Proposal ID"), isOwn: isPending && this.#cell(row, "Deletable").trim().toLowerCase() === "yes",
        isOffered, canAccept: isOffered || !this.#columns.has("Exported proposal"), isChanged: !isSameText(proposal, exported) };
    });
  }

  /** Reads from the rows of a text what is proposed and decided, and checks it. */
  #assess(text) {
    const first = data.rows[text.rows[0]];
    // Most rows of a large sheet say nothing, and are read before anything is on screen.
    const isSilent = text.rows.length === 1 && saying.every((header) => this.#cell(first, header) === "");
    const rows = isSilent ? [] : this.#rowsOf(text);
    text.current = this.#cell(first, "Current value");
    text.source = text.locale === this.#source ? null : this.#cell(first, "Source value") || this.#cell(first, "Source for checks") || null;
    text.maximum = Number.parseInt(this.#cell(first, "Maximum length"), 10);
    if (!(text.maximum >= 0)) text.maximum = null;
    // What is pending is not in a row that shows a suggestion.
    text.proposals = rows.filter(({ ref }) => ref !== "")
      .map(({ ref, exported, isOwn, isOffered }) => ({ ref, value: isOffered ? null : exported, mine: isOwn, deletable: isOwn }));
    const offered = rows.find(({ isOffered }) => isOffered);
    text.suggestion = offered ? suggestionIn(offered.note, offered.exported) : null;
    text.plural = rows.map(({ note }) => pluralIn(note)).find(Boolean) ?? null;
    text.outcome = this.#outcome(text);
    text.note = rows.map(({ note }) => withoutSuggestion(note)).find((note) => note !== "") ?? "";
    text.draft = rows.map((row) => draftIn(row)).find((draft) => draft !== null) ?? null;
    text.findings = text.draft?.value ? this.#findings(text, text.draft.value) : [];
    if (text.draft) text.draft.remarks = this.#remarks(text, text.draft.value);
    if (text.findings.some(({ severity }) => severity === "error")) text.draft.state = "refused";
    else if (text.draft?.kind === "propose" && !text.draft.accepted && this.#awaitsApproval(text.draft)) text.draft.state = "waiting";
    text.folded = null;
  }

  /** A file does not know who wrote a draft, so where another person has to approve, nobody approves in it. */
  #awaitsApproval({ approved }) {
    return data.approval === "other" || (data.approval === "required" && !approved);
  }

  #findings(text, value) {
    const isSource = text.locale === this.#source;
    const source = isSource ? text.current || null : text.source;
    // The importer judges all line ends as line feeds.
    const texts = Object.entries({ value, source, current: text.current }).map(([name, one]) => [name, one && withLineFeeds(one)]);
    return findingsOf({ ...text, ...Object.fromEntries(texts), isSource }, data.checks ?? {}).map(({ code, values = [], advice, ...finding }) => ({ ...finding,
      message: [words.reason(code, ...values.map((one) => (one.reason ? words.reason(one.reason) : one))),
        advice ? words.reason(...advice) : ""].filter(Boolean).join(" ") }));
  }

  /** What became of a row that was sent, as a sheet that came back says it. */
  #outcome({ rows }) {
    const headers = ["Problem", "Result"].filter((header) => this.#columns.has(header));
    const said = headers.flatMap((header) => rows.map((place) => this.#cell(data.rows[place], header))).find(Boolean);
    if (!said) return null;
    const [name, ...message] = said.split(": ");
    return { name: name.replaceAll(" ", "-"), message: message.join(": ") };
  }

  #remarks(text, value) {
    return value && isLeftToImport({ ...text, value }) ? [words.checkedAtImport] : [];
  }

  /** The locale of the source texts. */
  get #source() {
    return data.sheet.source ?? (this.#columns.has("Source value") ? "und" : null);
  }

  /** The same text in all locales of the sheet. */
  #named({ section, key }) {
    if (this.#byName.size === 0) {
      for (const text of this.#texts) {
        const name = JSON.stringify([text.section, text.key]);
        if (this.#byName.has(name)) this.#byName.get(name).push(text);
        else this.#byName.set(name, [text]);
      }
    }
    return this.#byName.get(JSON.stringify([section, key])) ?? [];
  }

  #json(text) {
    const { id, section, key, locale, source, current, note, plural, suggestion, maximum, proposals, draft, findings, outcome } = text;
    const isOwn = proposals.some(({ mine }) => mine);
    const status = isOwn ? "proposed" : proposals.length > 0 ? "proposed-by-others" : current === "" ? "missing" : "translated";
    const first = data.rows[text.rows[0]];
    const screenshot = this.#cell(first, "Screenshot");
    return { id, section, key, locale, source, current, reviewed: this.#reviewed.has(id), note, isNoteKept: true, suggestion, status, maximum,
      description: [plural, this.#cell(first, "Description")].filter(Boolean).join(" · ") || null, screenshot: data.pictures?.[screenshot] ?? (screenshot || null),
      proposals, draft: draft && { ...draft, accepted: draft.accepted && draft.value === suggestion?.value }, conflict: null, findings, outcome };
  }

  // MARK: Counts

  #count(text, sign) {
    if (sign > 0) text.counts = counted.filter((name) => isCounted[name](text, this.#reviewed));
    const { sections, counts } = this.#locale(text.locale);
    const section = sections.get(text.section);
    for (const name of text.counts) {
      counts[name] += sign;
      section.counts[name] += sign;
    }
  }

  get #totals() {
    const totals = noCounts();
    for (const { counts } of this.#locales.values()) for (const name of counted) totals[name] += counts[name];
    return totals;
  }

  get #numbers() {
    const warnings = this.#steps.isRefused ? [words.storageRefused] : [];
    return { counts: this.#totals, revision: this.#revision, warnings };
  }

  #sections(locale) {
    return [...this.#locale(locale).sections].map(([name, { counts }]) => ({ name, counts: { ...counts } }));
  }

  #overview() {
    const { scope, agency, due, exportedAt } = data.sheet;
    const unnamed = [...this.#locales.keys()].filter((id) => !data.sheet.locales.some(({ locale }) => locale === id));
    const locales = [...data.sheet.locales, ...unnamed.map((locale) => ({ locale, name: locale, direction: "auto" }))];
    return { ...this.#numbers, application: scope?.application ?? "", platform: scope?.platform ?? "", origin: scope?.origin ?? "",
      profile: sheetID, isSandbox: false, readAt: exportedAt, new: null, source: this.#source, files: [], remarks: [],
      about: [agency, due && words.returnBy(words.day(due)), words.count.text(this.#texts.length)].filter(Boolean),
      locales: locales.filter(({ locale }) => this.#locales.has(locale)).map(({ locale, name, direction }) => ({ id: locale, name, direction,
        isSource: locale === this.#source, counts: { ...this.#locale(locale).counts }, sections: this.#sections(locale) })) };
  }

  // MARK: Lists

  #list({ locale, section, q = "", filter = "", check }) {
    const all = [...this.#locale(locale).sections].filter(([name]) => !section || name === section).flatMap(([, { texts }]) => texts);
    const name = { "": "texts", all: "texts" }[filter] ?? filter;
    const asked = searched(q);
    return all.filter((text) => text.counts.includes(name) && (!check || text.findings.some(({ rule }) => rule === check))
      && asked.every((word) => this.#folded(text).includes(word)));
  }

  #folded(text) {
    text.folded ??= folded([nameOf(text), text.source ?? "", text.current, ...text.proposals.map(({ value }) => value),
      text.draft?.value ?? ""].join("\n"));
    return text.folded;
  }

  #part({ offset = 0, limit = 100, around, ...query }) {
    const texts = this.#list(query);
    const place = around ? Math.max(0, texts.findIndex(({ id }) => id === around)) : offset;
    const start = Math.floor(place / limit) * limit;
    return { total: texts.length, offset: start, revision: this.#revision,
      checks: query.filter === "findings" ? this.#checks(query.locale) : null,
      texts: texts.slice(start, start + limit).map((text) => this.#json(text)) };
  }

  #checks(locale) {
    const found = this.#texts.filter((text) => text.locale === locale).flatMap(({ findings }) => [...new Set(findings.map(({ rule }) => rule))]);
    return [...Map.groupBy(found, (rule) => rule)].map(([name, { length }]) => ({ name, count: length }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  #next({ from, direction, ...query }) {
    const texts = this.#list(query);
    const rank = this.#byID.get(from)?.rank ?? -1;
    const isOpen = ({ draft, findings }) => draft !== null && (draft.state !== "ready" || findings.length > 0);
    const [before, after] = [texts.filter((text) => text.rank < rank), texts.filter((text) => text.rank > rank)];
    const own = texts.filter((text) => text.rank === rank);
    const inOrder = direction < 0 ? [...before.reverse(), ...after.reverse(), ...own] : [...after, ...before, ...own];
    const text = inOrder.find(isOpen);
    return text ? { offset: texts.indexOf(text), text: this.#json(text) } : { offset: null, text: null };
  }

  #beside(text) {
    const direction = (locale) => data.sheet.locales.find((one) => one.locale === locale)?.direction ?? "auto";
    const siblings = this.#texts.filter((one) => one !== text && text.source && one.locale === text.locale && one.source === text.source);
    const named = siblings.slice(0, 5).map(({ section, key, current, draft }) => ({ name: `${section}/${key}`, value: draft?.value || current }));
    return { siblings: named, siblingCount: siblings.length, terms: termsIn(text.source, text.locale, data.checks ?? {}).filter(({ source }) => source !== null), others: this.#named(text)
      .filter(({ locale, current }) => locale !== text.locale && locale !== this.#source && current !== "")
      .map(({ locale, current }) => ({ locale, value: current, direction: direction(locale) })) };
  }

  #check(text, value) {
    const refused = this.#refusal(text, value);
    const findings = value.trim() === "" ? [] : this.#findings(text, value);
    return { findings, remarks: this.#remarks(text, value), state: refused ? "refused" : "ready", message: refused?.message ?? "" };
  }

  // MARK: Decisions

  #answer(texts, refused) {
    const [text] = texts;
    const changed = new Set(texts.map(({ section }) => section));
    const shown = texts.map((one) => this.#json(one));
    return { text: texts.length === 1 ? shown[0] : null, texts: shown, localeCounts: { ...this.#locale(text.locale).counts },
      sections: this.#sections(text.locale).filter(({ name }) => changed.has(name)), refused, ...this.#numbers };
  }

  /** Why a text cannot be proposed; null if it can. */
  #refusal(text, value) {
    if (value.trim() === "") return refusal("empty", "row.onlySpaces");
    const isValue = (other) => isSameText(other, value);
    const pending = text.proposals.find((proposal) => proposal.value !== null && isValue(proposal.value));
    if (pending) return refusal("already-proposed", pending.mine ? "row.pending" : "row.pendingOfOther");
    return isValue(text.current) ? refusal("same-as-current", "row.sameAsCurrent") : null;
  }

  #decide(text, change) {
    if (change.undo) {
      const earlier = text.past.pop();
      if (!earlier) throw refusal("nothing-to-undo", "row.sameAsCurrent");
      return this.#change(text, earlier[1], { isUndo: true });
    }
    const rows = this.#rowsOf(text);
    const cells = new Map(rows.map(({ place, exported, note }) => [place, [exported, "", note]]));
    const main = rows.find(({ isOwn }) => isOwn) ?? rows[0];
    const { draft } = text;
    const offered = rows.find(({ isOffered }) => isOffered);
    const put = ({ place, note, exported }, action, proposal = exported) => cells.set(place, [proposal, action, note]);
    if ("note" in change) {
      const noted = rows.find(({ note }) => withoutSuggestion(note) !== "") ?? main;
      const own = noted.note.slice(0, noted.note.length - withoutSuggestion(noted.note).length).trimEnd();
      const [proposal, action] = this.#cells(noted.place);
      return this.#change(text, new Map([[noted.place, [proposal, action, [own, change.note].filter(Boolean).join("\n")]]]));
    }
    if ("propose" in change) {
      const refused = this.#refusal(text, change.propose);
      if (refused) throw refused;
      // A suggestion that is written as it is changes no cell, so that the row would ask for nothing.
      if (offered && isSameText(offered.exported, change.propose)) put(offered, "accept");
      else put(main, "", change.propose);
    } else if ("withdraw" in change) {
      if (change.withdraw === true) refuseSecond(draft);
      const own = rows.find(({ ref, isOwn }) => isOwn && (change.withdraw === true || ref === change.withdraw));
      if (!own) throw refusal("not-own", "row.pendingOfOther");
      put(own, "delete");
    } else if ("reject" in change) {
      refuseSecond(draft);
      const other = rows.find(({ ref, isOwn }) => !isOwn && ref === change.reject);
      if (!other) throw refusal("not-own", "row.nothingToReject");
      put(other, "reject");
    } else if (change.accept) {
      if (!offered) throw refusal("no-suggestion", "row.nothingToAccept");
      refuseSecond(draft);
      put(offered, "accept");
    } else if (change.ok) {
      if (draft?.kind === "propose" && !draft.accepted) put(main, "ok", draft.value);
      else {
        refuseSecond(draft);
        if (text.suggestion) throw refusal("undecidable", "row.signOffOfSuggestion");
        if (text.current === "" && text.proposals.length === 0) throw refusal("undecidable", "row.signOffOfMissing");
        put(main, "ok");
      }
    }
    this.#change(text, cells);
  }

  /** Puts cells into rows of a text. */
  #change(text, cells, { isUndo = false, stores = true } = {}) {
    const [earlier, inFile] = [new Map(), new Map()];
    for (const [place, now] of cells) {
      const before = this.#cells(place);
      if (isSame(before, now)) continue;
      earlier.set(place, before);
      inFile.set(place, this.#inFile.get(place) ?? before);
      this.#put(place, now);
    }
    if (earlier.size === 0) return;
    if (stores && !isUndo) {
      // What another copy has is no longer stored then. Undoing goes past it, and ends with what this copy has.
      const others = new Map([...this.#others].filter(([place]) => earlier.has(place)));
      for (const place of others.keys()) this.#others.delete(place);
      const number = text.past.at(-1)?.[0] ?? 0;
      const steps = others.size > 0 ? [earlier, others, earlier] : [earlier];
      text.past = [...text.past, ...steps.map((step, index) => [number + index + 1, step])].slice(-mostPast);
    }
    if (stores) for (const [place, cells] of inFile) this.#store(place, cells);
    this.#count(text, -1);
    this.#assess(text);
    this.#count(text, 1);
    this.#revision += 1;
    this.#isElementOld = true;
    clearTimeout(this.#writing);
    if (data.rows.length <= mostWritten) this.#writing = setTimeout(() => this.#writeElement(), 1500);
  }

  // MARK: The file

  /** Puts the decisions into the element that they came from, which is what a browser saves that is told to save the page. */
  #writeElement() {
    if (this.#isElementOld) document.getElementById("nstack-review-data").textContent = safeJSON(data);
    this.#isElementOld = false;
  }

  /** The bytes of this file with all decisions: the parts that the export wrote, and never what is on screen. */
  get #document() {
    data.saved = { at: new Date().toISOString(), count: this.#texts.filter(({ draft }) => draft !== null).length };
    const part = (name) => document.getElementById(`nstack-review-${name}`).textContent;
    return page.template.replace(/\{\{(\w+)\}\}/g, (_, name) => (name === "data" ? safeJSON(data) : part(name)));
  }

  /** Writes the file again, where the reader wants it; returns what is said about it, or null if it was not written. */
  async save() {
    const written = [...this.#inFile.keys()].map((place) => [place, this.#cells(place)]);
    const bytes = new Blob([this.#document], { type: "text/html" });
    let name = "review.html";
    try {
      name = decodeURIComponent(location.pathname.split("/").at(-1)) || name;
    } catch {
      // A name in another encoding than UTF-8.
    }
    // A phone shows an attachment under an address that does not end in its name.
    if (!/\.html?$/i.test(name)) name = "review.html";
    let said;
    try {
      this.#handle ??= await showSaveFilePicker({ suggestedName: name, types: [{ accept: { "text/html": [".html"] } }] });
      const file = await this.#handle.createWritable();
      await file.write(bytes);
      await file.close();
      said = words.fileSaved(this.#handle.name);
    } catch (error) {
      if (error.name === "AbortError") return null;
      // The browser has no such dialog, does not offer it to a file, or may no longer write where the file was.
      this.#handle = null;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(bytes);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      said = words.fileDownloaded(name);
    }
    // The file has these decisions now; what is stored stays, for whoever opens an earlier copy. Writing took a while, in which
    // somebody may have decided on.
    for (const [place, cells] of written) {
      this.#store(place, cells);
      if (isSame(cells, this.#cells(place))) this.#inFile.delete(place);
      else this.#inFile.set(place, cells);
    }
    return said;
  }
}

/** What a row asks for, as the draft of its text; null if it asks for nothing. */
function draftIn({ action, said, proposal, ref, isOffered, canAccept, isChanged }) {
  const draft = (kind, value, more = {}) => ({ kind, value, ref: null, fromFile: false, place: null, remarks: [], state: "ready",
    message: "", accepted: false, approved: false, outcome: null, ...more });
  const refused = (kind, code, ...values) => draft(kind, null, { ref, state: "refused", message: words.reason(code, ...values) });
  if (action === "unknown") return refused("unknown", "row.unknownAction", said);
  if (action === "delete" && ref === "") return refused("withdraw", "row.nothingToDelete");
  if (action === "delete" && isChanged && proposal.trim() !== "") return refused("withdraw", "row.deletionAndChange");
  if (action === "accept" && !canAccept) return refused("unknown", "row.nothingToAccept");
  if (action === "ok" && isChanged && proposal.trim() === "" && ref !== "") return refused("ok", "row.signOffAndClearing");
  if (action === "skip") return null;
  if (action === "delete" || action === "reject") return draft("withdraw", null, { ref });
  if (action === "accept") return draft("propose", proposal, { accepted: true });
  if (isChanged && proposal.trim() !== "") return draft("propose", proposal, { approved: action === "ok" });
  return action === "ok" && !isChanged && !isOffered ? draft("ok", null) : null;
}

/** Refuses what would throw away another decision. */
function refuseSecond(draft) {
  if (draft && draft.kind !== "ok") throw new Refusal(409, "review.undecidable", words.draftFirst);
}
