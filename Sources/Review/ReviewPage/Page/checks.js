import { charactersOf } from "./visible.js";

// The importer's checks that need neither a server nor other texts, with its ids, severities and reasons. A test holds both to
// the same findings. The rest are the importer's alone, whose word is the last one.

const uniq = (values) => [...new Set(values)];
const all = (pattern, text) => Array.from(text.matchAll(pattern), ([found]) => found);

/** The tokens that one text has more often than another. */
function without(tokens, others, name = (token) => token) {
  const left = new Map();
  for (const token of others.map(name)) left.set(token, (left.get(token) ?? 0) + 1);
  return tokens.filter((token) => {
    const count = left.get(name(token)) ?? 0;
    left.set(name(token), count - 1);
    return count <= 0;
  });
}

const differences = (wanted, found, code) =>
  [...without(wanted, found).map((token) => ({ code: code.missing, token })), ...without(found, wanted).map((token) => ({ code: code.extra, token }))];

// MARK: printf

const conversion = /%(?:(\d+)\$)?([-+#0',]*)((?:\*|\d*)(?:\.(?:\*|\d*))?)([hlqLzjt]*)([@dDiuUxXoOfFeEgGaAcCsSpbB])/y;
const variable = /%[\d$]*#@[A-Za-z0-9_\u0080-\uFFFF]+@/y;
const kinds = Object.entries({ "check.kind.object": "@", "check.kind.integer": "dDiuUxXoO", "check.kind.double": "fFeEgGaA", "check.kind.character": "cC",
  "check.kind.cString": "sS", "check.kind.pointer": "p", "check.kind.boolean": "bB" });

function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** The conversion at a per cent sign; null if there is only a sign, as that of a number or before a word. */
function conversionAt(text, start) {
  const found = matchAt(conversion, text, start);
  if (!found) return null;
  const [token, number, flags, size, , letter] = found;
  const end = start + token.length;
  if (number === undefined && size === "") {
    const isInWord = letter !== "@" && /[A-Za-z]/.test(text[end] ?? "");
    const followsDigit = /\d/.test(text[start - 1] ?? "");
    const isHyphenated = flags.includes("-");
    if ((followsDigit && (isInWord || isHyphenated)) || (isInWord && isHyphenated)) return null;
  }
  return { token, start, end, number: number === undefined ? null : Number(number), stars: size.split("*").length - 1,
    kind: kinds.find(([, letters]) => letters.includes(letter))[0] };
}

/** The end of `%name%`; null if there is none. */
function endOfName(text, start) {
  if (text[start - 1] === "%") return null;
  const found = matchAt(/%[A-Za-z_][A-Za-z0-9_.-]+%/y, text, start);
  if (!found) return null;
  const end = start + found[0].length;
  return conversionAt(text, start)?.end === end - 1 || /[A-Za-z0-9@%$#*+({-]/.test(text[end] ?? "") ? null : end;
}

function printf(text) {
  const format = { arguments: [], percentSigns: 0, invalid: [] };
  let [next, index] = [1, 0];
  while ((index = text.indexOf("%", index)) >= 0) {
    const after = text[index + 1];
    const skipped = matchAt(variable, text, index)?.[0].length;
    const name = endOfName(text, index);
    const found = conversionAt(text, index);
    if (after === "%") {
      format.percentSigns += 1;
      index += 2;
    } else if (after === "{" || after === "(") index += 1;
    else if (skipped || name) index = skipped ? index + skipped : name;
    else if (!found) {
      format.invalid.push(`%${after === undefined ? "" : String.fromCodePoint(text.codePointAt(index + 1))}`);
      index += 1;
    } else {
      const isNumbered = found.number !== null;
      for (let star = 0; star < found.stars; star += 1) format.arguments.push({ ...found, position: next++, isNumbered, kind: "check.kind.integer" });
      format.arguments.push({ ...found, position: found.number ?? next, isNumbered });
      if (!isNumbered) next += 1;
      index = found.end;
    }
  }
  return format;
}

const byPosition = ({ arguments: found }) => new Map(found.toReversed().map((argument) => [argument.position, argument]));
const isMixed = ({ arguments: found }) => found.some(({ isNumbered }) => isNumbered) && !found.every(({ isNumbered }) => isNumbered);

/** Whether unnumbered arguments take values that belong to others, because one before them is missing. */
function isShifted(source, proposal) {
  const places = byPosition(source);
  const [found, wanted] = [proposal.arguments.map(({ kind }) => kind), [...places].sort(([left], [right]) => left - right).map(([, { kind }]) => kind)];
  if (found.length === 0 || found.length >= wanted.length || proposal.arguments.some(({ isNumbered }) => isNumbered)) return false;
  if (found.every((kind, index) => wanted[index] === kind)) return false;
  let from = 0;
  return found.every((kind) => (from = wanted.indexOf(kind, from) + 1) > 0);
}

function formats({ source, value }) {
  if (source === null || !(source.includes("%") || value.includes("%"))) return null;
  const [wanted, found] = [printf(source), printf(value)];
  if (wanted.arguments.length === 0 && wanted.invalid.length > 0) {
    found.arguments = found.arguments.filter(({ start, token, isNumbered, kind }) => {
      const before = value.slice(0, start).match(/([^ \u00A0\u202F])[ \u00A0\u202F]*$/)?.[1] ?? "";
      return isNumbered || kind === "check.kind.object" || !(/\d/.test(before) || /^%[1-9-]/.test(token));
    });
  }
  return { wanted, found };
}

const printfRules = {
  "printf.type": (wanted, found) => {
    if (isMixed(wanted) || isShifted(wanted, found)) return [];
    const places = byPosition(wanted);
    return found.arguments.filter(({ position, kind }) => places.has(position) && places.get(position).kind !== kind)
      .map(({ position, kind, token }) => ({ code: "check.printf.type", token,
        values: [position, { reason: kind }, { reason: places.get(position).kind }, places.get(position).token] }));
  },
  "printf.extra": (wanted, found) => {
    const places = byPosition(wanted);
    return found.arguments.filter(({ position }) => !places.has(position)).map(({ token }) => ({ code: "check.printf.extra", token }));
  },
  "printf.shift": (wanted, found) => (isShifted(wanted, found)
    ? without(wanted.arguments.map(({ token }) => token), found.arguments.map(({ token }) => token)).map((token) => ({ code: "check.printf.shift", token })) : []),
  "printf.missing": (wanted, found) => {
    if (isShifted(wanted, found)) return [];
    const given = new Set(found.arguments.map(({ position }) => position));
    return [...byPosition(wanted)].sort(([left], [right]) => left - right).filter(([position]) => !given.has(position))
      .map(([, { token }]) => ({ code: "check.placeholder.missing", token }));
  },
  "printf.mixed": (wanted, found) => (isMixed(found) && !isMixed(wanted)
    ? [{ code: "check.printf.mixed", token: found.arguments.find(({ isNumbered }) => !isNumbered)?.token }] : []),
  "printf.invalid": (wanted, found) => (wanted.arguments.length > 0 && found.invalid.length > wanted.invalid.length
    ? found.invalid.filter((token) => !wanted.invalid.includes(token)).map((token) => ({ code: "check.printf.invalid", token })) : []),
};

// MARK: Names in braces and other marks

/** The tokens in braces: `{name}`, `{{name}}`, `${name}`, `%{name}`. Of nested braces, the innermost count. */
function braced(text) {
  const tokens = [];
  let index = 0;
  for (let open; (open = text.indexOf("{", index)) >= 0;) {
    const isDouble = text[open + 1] === "{";
    const start = open + (isDouble ? 2 : 1);
    index = open + 1;
    const close = text.slice(start).search(/[{}]/) + start;
    if (close < start || text[close] !== "}" || close - start > 64 || (isDouble && text[close + 1] !== "}")) continue;
    const before = text[open - 1];
    const name = text.slice(start, close);
    const trimmed = (part) => part.replace(/^ +| +$/g, "");
    tokens.push({ form: isDouble ? "double" : before === "$" ? "dollar" : before === "%" ? "percent" : "single", name,
      trimmed: trimmed(name), bare: trimmed(name.split(/[,:|]/)[0]) });
    index = close + (isDouble ? 2 : 1);
  }
  return tokens;
}

/** The tokens of a translation, in which a sign of the source text before a brace is plain text. */
function bracedFor(text, source) {
  const forms = new Set(braced(source).map(({ form }) => form));
  const format = printf(source);
  const isSign = (form) => forms.has("single") && !forms.has(form) && (form === "percent"
    ? format.invalid.length > 0 || format.percentSigns > 0 : form === "dollar" && /(?<!\d)\$(?!\{)/.test(source));
  return braced(text).map((token) => (isSign(token.form) ? { ...token, form: "single" } : token));
}

const isName = ({ trimmed }) => /^[A-Za-z_\u0080-\uFFFF][A-Za-z0-9_.\- \u0080-\uFFFF]*$/.test(trimmed);
const singles = (tokens) => tokens.filter((token) => token.form === "single" && isName(token));
const isMessage = (text) => /\{[A-Za-z0-9_.\- ]+,\s*(?:plural|select|selectordinal|number|date|time|spellout|ordinal|duration)(?![A-Za-z])/.test(text);
const ofForm = (form, start, end, name) => (text) => braced(text).filter((token) => token.form === form && token[name] !== "").map((token) => `${start}${token[name]}${end}`);
const templates = ofForm("dollar", "${", "}", "name");

/** The families, each with what finds its placeholders: in a source text, and in a proposal for it. */
const families = {
  variable: { find: (text) => all(new RegExp(variable.source, "g"), text) },
  name: {
    find: (text) => singles(braced(text)).map(({ name, trimmed }, _, tokens) => `{${tokens.some((token) => token.name !== token.trimmed) ? trimmed : name}}`),
    inProposal: (text, source) => {
      const isSpaced = singles(braced(source)).some(({ name, trimmed }) => name !== trimmed);
      return singles(bracedFor(text, source)).map(({ name, trimmed }) => `{${isSpaced ? trimmed : name}}`);
    },
  },
  mustache: { find: ofForm("double", "{{", "}}", "bare") },
  index: {
    find: (text) => braced(text).filter(({ form, bare }) => form === "single" && /^\d*$/.test(bare)).map(({ bare }) => `{${bare}}`),
    inProposal: (text, source) => bracedFor(text, source).filter(({ form, bare }) => form === "single" && /^\d*$/.test(bare)).map(({ bare }) => `{${bare}}`),
  },
  template: {
    find: templates,
    // In `{price} $` the language puts the dollar sign last; in `$ {name}` a space broke a placeholder.
    inProposal: (text, source) => {
      const hasSign = [...text.matchAll(/\$/g)].some(({ index }) => text.slice(index + 1).match(/[^ \u0080-\u00BF\u2000-\u2FFF]/)?.[0] !== "{"
        || (/[A-Za-z]/.test(text[index - 1] ?? "") && text[index + 1] === " "));
      const amounts = new Set(hasSign ? templates(source) : []);
      return [...templates(text), ...braced(text).filter(({ form }) => form === "single").map(({ name }) => `\${${name}}`).filter((token) => amounts.has(token))];
    },
  },
  ruby: { find: ofForm("percent", "%{", "}", "name") },
  python: { find: (text) => all(/(?<!%)%\([A-Za-z0-9_.\- ]+\)[\d\-+#0.]*[sdifgeEGxXoucr]/g, text) },
  percent: { find: (text) => {
    const found = [];
    for (let index = 0; (index = text.indexOf("%", index)) >= 0;) {
      const end = endOfName(text, index);
      if (end) found.push(text.slice(index, end));
      index = end ?? index + 1;
    }
    return found;
  } },
  hash: { find: (text) => all(/##[A-Za-z_][A-Za-z0-9_.-]+##/g, text) },
  nesting: { find: (text) => all(/\$t\([A-Za-z_][A-Za-z0-9_.:\-/$]+[^)]{0,512}\)/g, text).map((token) => `${token.match(/^[^, )]*/)[0]})`), isWhole: true },
  colon: { find: (text) => all(/(?<![^\x00-\x20\x80-\uFFFF([{<>"'*_]):[a-z][A-Za-z0-9_]+(?![A-Za-z0-9_:/(\u0080-\uFFFF])/g, text).map((token) => token.toLowerCase()), isWhole: true },
  bracket: { find: (text) => all(/(?<![A-Za-z0-9_[\]!])\[[A-Za-z_][A-Za-z0-9_.-]+\](?![([\]:])/g, text), severity: "warning" },
};

/** Whether a text has a placeholder of its source text in other marks than braces, after any character. */
function isKept(token, text, family) {
  const wanted = family === "nesting" ? token.slice(0, -1) : token;
  const places = [...(family === "colon" ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text).matchAll(new RegExp(RegExp.escape?.(wanted) ?? wanted.replace(/[^A-Za-z0-9_]/g, "\\$&"), "g"))];
  return places.some(({ index }) => !families[family].isWhole || !/[A-Za-z0-9_]/.test(text[index + wanted.length] ?? ""));
}

const inMarks = new Set(["python", "percent", "hash", "nesting", "colon", "bracket"]);

function placeholders(family, { source, value }) {
  if (source === null || (["name", "index"].includes(family) && (isMessage(source) || isMessage(value)))) return [];
  const { find, inProposal = find } = families[family];
  const wanted = uniq(find(source));
  if (wanted.length === 0) return [];
  const given = inProposal(value, source);
  const found = new Set(inMarks.has(family) ? [...wanted.filter((token) => isKept(token, value, family)), ...given.filter((token) => !wanted.includes(token))] : given);
  const missing = wanted.filter((token) => !found.has(token));
  return [...missing.map((token) => ({ code: "check.placeholder.missing", token })),
    ...[...found].filter((token) => !wanted.includes(token)).map((token) => {
      const near = missing.find((other) => other.toLowerCase() === token.toLowerCase()) ?? (missing.length === 1 ? missing[0] : undefined);
      const advice = near ? ["check.placeholder.write", near] : ["check.placeholder.remove", wanted.slice(0, 10).join(", ") + (wanted.length > 10 ? ", …" : "")];
      return { code: "check.placeholder.extra", token, advice };
    })];
}

// MARK: Tags and addresses

const voids = new Set("br hr img input wbr".split(" "));
const elements = new Set([...voids, ...("a abbr acronym address article b bdi bdo big blockquote body button center cite code dd del details dfn div dl dt em "
  + "figcaption figure font footer form h1 h2 h3 h4 h5 h6 header i iframe ins kbd label li mark ol p pre q ruby rp rt s samp script section small span "
  + "strike strong style sub summary sup svg table tbody td th thead time tr tt u ul var video").split(" ")]);
const opening = /<(\/?)([A-Za-z0-9\-_.:]+)(?=[\t-\r >/])((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;

function tags(text, isTag) {
  return Array.from(text.matchAll(opening)).filter(([whole]) => whole.length <= 2048).flatMap(([, slash, name, rest]) => {
    const known = elements.has(name.toLowerCase());
    if (!known && !isTag(name)) return [];
    const tag = { name: known ? name.toLowerCase() : name, isClosing: slash !== "" };
    return rest.endsWith("/") && !tag.isClosing && !voids.has(tag.name) ? [tag, { name: tag.name, isClosing: true }] : [tag];
  });
}

const shownTag = ({ name, isClosing }) => `<${isClosing ? "/" : ""}${name}>`;

/** The tags of both texts: those of HTML, and of names that the source text opens and closes. */
function bothTags({ source, value }) {
  if (source === null) return [[], []];
  const [open, pairs] = [new Set(), new Set()];
  for (const { name, isClosing } of source.includes("</") ? tags(source, () => true) : []) {
    if (!isClosing) open.add(name);
    else if (open.has(name)) pairs.add(name);
  }
  return [source, value].map((text) => tags(text, (name) => pairs.has(name)));
}

/** The first tag without its partner. */
function unbalanced(found) {
  const open = [];
  for (const tag of found.filter(({ name }) => !voids.has(name))) {
    if (!tag.isClosing) open.push(tag);
    else if (open.at(-1)?.name === tag.name) open.pop();
    else return tag;
  }
  return open.at(-1);
}

const links = {
  "markdown.link": (text) => {
    let end = 0;
    return Array.from(text.matchAll(/\]\(/g)).filter(({ index }) => text.indexOf("[") >= 0 && text.indexOf("[") < index).flatMap(({ index }) => {
      // A target that begins inside another one ends with it.
      const start = index + 2;
      end = Math.max(end, start);
      while (end < text.length && text[end] !== ")" && text[end] !== "\n") end += 1;
      return end > start && text[end] === ")" ? [text.slice(start, end)] : [];
    });
  },
  "link.message": (text) => all(/@(?:\.[A-Za-z]*)?:[A-Za-z0-9._\-()]+/g, text).map((found) => found.replace(/\.+$/, "")).filter((found) => !found.endsWith(":")),
  "link.url": (text) => all(/(?<![A-Za-z])(?:https?|ftp):\/\/[!#-;=?-Z_a-z~]+/gi, text).map((found) => found.replace(/[.,:;!?)']+$/, ""))
    .filter((found) => /:\/\/./.test(found)),
  "link.email": (text) => [...text.matchAll(/@/g)].flatMap(({ index }) => {
    const name = text.slice(0, index).match(/[A-Za-z0-9._%+-]+$/)?.[0];
    const host = text.slice(index + 1).match(/^[A-Za-z0-9.-]*/)[0].replace(/[.-]+$/, "");
    return name && host.includes(".") ? [`${name}@${host}`] : [];
  }),
};

function changedLinks(find, isOrdered, { source, value }) {
  const [wanted, found] = [find(source), find(value)];
  const different = differences(wanted, found, { missing: "check.link.missing", extra: "check.link.extra" });
  const moved = isOrdered && different.length === 0 ? found.findIndex((target, index) => target !== wanted[index]) : -1;
  if (moved >= 0) return [{ code: "check.link.moved", values: [wanted[moved]], token: found[moved] }];
  return [...new Map(different.map((finding) => [finding.code + finding.token, finding])).values()];
}

// MARK: Spaces, lines, lengths, terms

// A space with a mark on it is a letter.
const leading = /^(?:[ \u00A0\u202F\u3000\u2003\u2009](?!\p{M}))*/u;
const trailing = /[ \u00A0\u202F\u3000\u2003\u2009]*$/;
const repeated = /(?:[ \u2009\u00A0\u202F](?!\p{M})){2,}(?=[^ \u00A0\u202F\u3000\u2003\u2009]|[ \u2009\u00A0\u202F]\p{M})/u;
const edges = (text) => {
  const [start] = text.match(leading);
  return { start, end: start === text ? "" : text.match(trailing)[0] };
};
const firstRun = (text) => text.replace(leading, "").match(repeated)?.[0];
const breaks = (text) => text.split("\n").length - 1;

function edgeSpaces({ source, value }) {
  if (source === "") return [];
  const [wanted, found] = [edges(source), edges(value)];
  const codes = { start: ["check.space.missing.start", "check.space.extra.start"], end: ["check.space.missing.end", "check.space.extra.end"] };
  return ["start", "end"].filter((edge) => (wanted[edge] === "") !== (found[edge] === ""))
    .map((edge) => ({ code: codes[edge][found[edge] === "" ? 0 : 1], token: wanted[edge] + found[edge] }));
}

function edgeLines({ source, value }) {
  const codes = [["check.line.missing.start", "check.line.extra.start"], ["check.line.missing.end", "check.line.extra.end"]];
  return [[source.startsWith("\n"), value.startsWith("\n")], [source.endsWith("\n"), value.endsWith("\n")]]
    .flatMap(([wanted, found], edge) => (wanted === found ? [] : [{ code: codes[edge][wanted ? 0 : 1], token: "\n" }]));
}

// As `SpacelessScript` has them.
const spaceless = "\\u0E00-\\u109F\\u1780-\\u17FF\\u1950-\\u19FF\\u1A20-\\u1AAF\\u1B00-\\u1B7F\\uA980-\\uA9FF\\uAA60-\\uAADF\\u3040-\\u312F\\u31A0-\\uA4CF"
  + "\\uF900-\\uFAFF\\uFF66-\\uFF9F\\u{1B000}-\\u{1B16F}\\u{20000}-\\u{3FFFF}";
const word = new RegExp(`(?:(?!(?=\\p{L})[${spaceless}])[\\p{L}\\p{N}\\p{M}])+|(?=\\p{L})[${spaceless}]\\p{M}*`, "gu");

/** A text as its words with a space around each, without placeholders, tags and addresses; where a script has no spaces, each letter is a word. */
function asWords(text) {
  const tokens = [...["link.url", "link.email", "link.message"].flatMap((id) => links[id](text)), ...printf(text).arguments.map(({ token }) => token)];
  let rest = tokens.sort((left, right) => right.length - left.length).reduce((left, token) => left.replaceAll(token, " "), text);
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/\{[^{}]*\}|<[A-Za-z/][^<>]*>|&#?\w{1,32};/g, " ");
  }
  return ` ${all(word, rest.toLowerCase()).join(" ")} `;
}

const hasWords = (text, wanted) => asWords(wanted).trim() !== "" && text.includes(asWords(wanted));

/** The terms for a locale that a source text has, each with the spelling that it has there; null for those of all texts. */
export function termsIn(source, locale, { terms = [] }) {
  const tag = locale.toLowerCase().replaceAll("_", "-");
  const words = asWords(source ?? "");
  return terms.map((term) => ({ ...term, source: term.sources.find((word) => hasWords(words, word)) ?? null })).filter((term) => {
    const own = term.locale.toLowerCase().replaceAll("_", "-");
    return (tag === own || tag.startsWith(`${own}-`)) && (term.source !== null || term.sources.length === 0);
  });
}

function forbiddenWords({ source, value, locale, isSource }, settings) {
  const words = asWords(value);
  return termsIn(isSource ? null : source, locale, settings).flatMap(({ forbidden, preferred }) => forbidden.filter((word) => hasWords(words, word))
    .map((token) => (preferred.length === 0 ? { code: "check.term.forbidden", token }
      : { code: "check.term.other", values: [preferred.map((word) => `"${word}"`).join(" / ")], token })));
}

// MARK: All of them

/** A rule for wording, which a text in the source locale may change. */
const ofWording = (rule) => (text, settings) => (text.source === null || text.isSource ? [] : rule(text, settings));

/** The rules by the importer's ids and in its order, with its severities. */
const rules = [
  ...Object.entries(printfRules).map(([id, rule]) => [id, "error", (text) => {
    const both = formats(text);
    return both && (id !== "printf.missing" || both.wanted.arguments.length > 0) ? rule(both.wanted, both.found) : [];
  }]),
  ...Object.entries(families).map(([family, { severity = "error" }]) => [`placeholder.${family}`, severity, (text) => placeholders(family, text)]),
  ["html.tags", "error", (text) => differences(...bothTags(text).map((found) => found.map(shownTag)), { missing: "check.tag.missing", extra: "check.tag.extra" })],
  ["html.balance", "error", (text) => {
    const [wanted, found] = bothTags(text);
    const tag = unbalanced(wanted) ? undefined : unbalanced(found);
    return !tag ? [] : [tag.isClosing ? { code: "check.tag.unopened", token: shownTag(tag) } : { code: "check.tag.unclosed", values: [`</${tag.name}>`], token: shownTag(tag) }];
  }],
  ...Object.entries(links).map(([id, find]) => [id, "warning", ofWording((text) => changedLinks(find, id === "markdown.link", text))]),
  ["space.edge", "warning", ofWording(edgeSpaces)],
  ["space.double", "warning", ({ source, value }) => {
    const run = firstRun(value);
    return run && !(source && firstRun(source)) ? [{ code: "check.space.double", token: run.slice(0, 2) }] : [];
  }],
  ["space.tab", "warning", ({ source, value }) => (value.includes("\t") && !source?.includes("\t") ? [{ code: "check.space.tab", token: "\t" }] : [])],
  ["line.edge", "warning", ofWording(edgeLines)],
  ["line.count", "warning", ofWording(({ source, value }) => (breaks(source) === breaks(value) ? []
    : [{ code: "check.line.count", values: [breaks(source), breaks(value)], token: "\n" }]))],
  ["line.escaped", "warning", ({ source, value }) => (source?.includes("\n") && !source.includes("\\n") && value.includes("\\n") ? [{ code: "check.line.typed", token: "\\n" }] : [])],
  ["length.maximum", "error", ({ value, maximum }) => {
    const characters = maximum === null || value.length <= maximum ? [] : charactersOf(value);
    const rest = characters.slice(maximum);
    return rest.length === 0 ? [] : [{ code: "check.length.maximum", values: [characters.length, maximum, rest.length], token: rest.join("") }];
  }],
  ["term.forbidden", "warning", forbiddenWords],
];

/** The ids of the rules, which are the importer's. */
export const ruleIDs = rules.map(([id]) => id);

/** Plural forms may spell a number out, which the importer decides by their other forms. */
const isPlural = (key) => /[._-](?:zero|one|two|few|many)$/i.test(key);
const isOfForms = (id) => id.startsWith("printf.") || id.startsWith("placeholder.");
const identity = ({ code, token, values = [] }) => JSON.stringify([code, token, values.filter((value) => typeof value !== "number")]);

/** Whether the importer has rules for a text that are not here. */
export const isLeftToImport = ({ key, source, value }) => isPlural(key) || isMessage(source ?? "") || isMessage(value);

/**
 * Returns what the rules find in a text that its current value has not: `{rule, severity, code, values, advice, token}`.
 *
 * @param text `{value, source, current, locale, key, maximum, isSource, note}`; the source is null if it is not known.
 * @param settings the project's `severities` by id, `off` among them, and the `terms` of its glossary.
 */
export function findingsOf(text, settings = {}) {
  const ignored = Array.from(text.note.matchAll(/^\s*ignore[^\S\n]*[:：](.*)$/gim), ([, ids]) => ids.toLowerCase().split(/[\s,;、，；]+/)).flat();
  return rules.flatMap(([rule, standard, find]) => {
    const severity = settings.severities?.[rule] ?? standard;
    if (severity === "off" || ignored.includes(rule) || (isOfForms(rule) && isPlural(text.key))) return [];
    const found = find(text, settings);
    if (found.length === 0) return [];
    const known = text.current === "" ? [] : find({ ...text, value: text.current }, settings);
    return without(found, known, identity).slice(0, 20).map((finding) => ({ rule, severity, ...finding }));
  });
}
