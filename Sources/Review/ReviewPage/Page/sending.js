import { Unreachable } from "./api.js";
import { button, element } from "./dom.js";
import { growingList, openDialog } from "./dialogs.js";
import { findingList } from "./findings.js";
import { nameOf, programText, textBlock, visibleNodes } from "./visible.js";
import { words } from "./words.js";

/** How often the progress is asked for, in milliseconds. */
const pulse = 400;

/** The dialog that names what would be sent, asks for consent, and shows progress and outcomes. */
export class Sending {
  #dialog = null;
  #content = null;
  #actions = null;
  /** The drafts of the plan that are not sent. */
  #left = [];

  /** `done()` is called when drafts and texts may be different from what the page shows. */
  constructor(review, done) {
    this.review = review;
    this.done = done;
  }

  /** Shows what would be sent. */
  async open(remark = null) {
    this.#show(element("p", {}, words.sendReading));
    try {
      this.#showPlan(await this.review.read("/api/plan"), remark);
    } catch (error) {
      this.#showFailure(error.message);
    }
  }

  /** Goes on with a sending that was begun before the page was loaded, or says how it ended if no page did. */
  async resume() {
    const state = await this.review.read("/api/send");
    if (state.state === "sending") {
      this.#show();
      await this.#follow();
    } else if (state.state === "cut-off") {
      this.#show(programText("p", { class: "refusal" }, state.message));
      this.#actions.prepend(button(words.sendGoOn, () => this.open(), { class: "primary" }));
    } else if (state.isNews) {
      this.#showOutcome(state);
    }
  }

  #show(...content) {
    if (!this.#dialog?.open) {
      this.#content = element("div", { "aria-live": "polite" });
      this.#actions = element("div", { class: "actions" });
      this.#dialog = openDialog(this.review.summary.isSandbox ? words.sendTitleSandbox : words.sendTitle, this.#content, this.#actions);
    }
    this.#content.replaceChildren(...content);
    this.#actions.replaceChildren(button(words.sendClose, () => this.#dialog.close()));
  }

  #showPlan(plan, remark) {
    const { sent, kept, lines } = words.changes(plan);
    const warned = plan.items.filter(isWarned);
    const content = [remark ? element("p", { class: "refusal" }, remark) : null,
      element("p", { class: "numbers" }, lines || words.sendNothing),
      warned.length > 0 ? element("p", { class: "refusal" }, words.sendWarnings(warned.length)) : null,
      plan.conflicts > 0 ? element("p", { class: "refusal" },
        `${words.filter.conflicts}: ${words.number(plan.conflicts)}. ${words.conflictWaits}`) : null];
    this.#left = plan.refused;
    const group = (title, items) => items.length === 0 ? null
      : element("section", {}, element("h3", {}, title), growingList(title, items, (item) => this.#line(item)));
    content.push(group(words.sendProposals, plan.items.filter(({ kind }) => kind === "propose")
      .sort((left, right) => Number(isWarned(right)) - Number(isWarned(left)))));
    content.push(group(words.sendDeletes, plan.items.filter(({ kind }) => kind === "delete")));
    content.push(group(words.sendRejections, plan.items.filter(({ kind }) => kind === "reject")));
    content.push(group(words.sendSignOffs, plan.items.filter(({ kind }) => kind === "ok")));
    content.push(group(words.sendNotes, plan.notes));
    if (plan.refused.length > 0) {
      const title = words.sendRefused(plan.refused.length);
      content.push(element("section", { class: "refused-part" }, element("h3", {}, title),
        growingList(title, plan.refused, (item) => this.#refused(item))));
    }
    this.#show(...content.filter(Boolean));
    if (!lines) return;
    const send = button(sent ? words.sendNow(sent) : words.keepNow(kept), () => this.#send(plan), { class: "primary" });
    const allow = element("input", { type: "checkbox", id: "allow-deletes" });
    const consent = plan.deletes === 0 ? [] : [element("p", { class: "consent" }, allow,
      element("label", { for: "allow-deletes" }, words.sendAllowDeletes(plan.deletes)))];
    send.disabled = plan.deletes > 0;
    allow.addEventListener("change", () => {
      send.disabled = !allow.checked;
    });
    this.#actions.replaceChildren(...consent, send, button(words.sendCancel, () => this.#dialog.close()));
  }

  async #send(plan) {
    this.#showProgress({ step: "reading", done: 0, total: plan.proposals + plan.deletes });
    try {
      await this.review.write("/api/send", { proposals: plan.proposals, deletes: plan.deletes, revision: plan.revision });
    } catch (error) {
      if (error.code === "review.plan-changed") return this.open(words.sendChanged);
      if (error.code !== "review.sending") {
        return this.#showFailure(error instanceof Unreachable ? words.sendUnknown : error.message);
      }
    }
    await this.#follow();
  }

  async #follow() {
    for (;;) {
      let state;
      try {
        state = await this.review.read("/api/send");
      } catch (error) {
        return this.#showFailure(error instanceof Unreachable ? words.sendUnknown : error.message);
      }
      if (state.state !== "sending") {
        if (state.code === "review.plan-changed") await this.open(words.sendChanged);
        else this.#showOutcome(state);
        return this.done();
      }
      this.#showProgress(state);
      await new Promise((resolve) => setTimeout(resolve, pulse));
    }
  }

  #showProgress(state) {
    let bar = this.#content.querySelector("progress");
    if (!bar) {
      bar = element("progress", { "aria-labelledby": "send-step" });
      this.#show(element("p", { id: "send-step" }), bar, element("p", { class: "quiet send-count" }));
      this.#actions.replaceChildren(button(words.sendBackground, () => this.#dialog.close()));
    }
    const step = words.sendStep[state.step] ?? "";
    const line = this.#content.querySelector("#send-step");
    if (line.textContent !== step) line.textContent = step;
    const isCounted = state.step === "sending" && state.total > 0;
    if (isCounted) {
      bar.max = state.total;
      bar.value = state.done;
    } else {
      bar.removeAttribute("value");
    }
    this.#content.querySelector(".send-count").textContent = isCounted ? words.place(state.done, state.total) : "";
  }

  #showOutcome(state) {
    if (state.state === "failed") return this.#showFailure(state.message, words.sendFailed);
    const counts = new Map();
    for (const { outcome } of [...state.outcomes, ...this.#left]) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const isKeptOnly = state.outcomes.every(({ kind }) => kind === "ok") && state.verified === null;
    const verified = isKeptOnly ? words.sendKept : state.verified === true ? words.sendVerified
      : state.verified === false ? words.sendNotVerified : words.sendNotRead;
    const numbers = [...counts].map(([outcome, count]) => `${words.number(count)} ${words.outcome[outcome] ?? outcome}`).join(", ");
    this.#show(
      ...(numbers ? [element("p", { class: "numbers" }, `${isKeptOnly ? "" : `${words.sendDone}: `}${numbers}.`)] : []),
      element("p", { class: state.verified === true || isKeptOnly ? "good" : "refusal" }, verified),
      ...(state.message ? [programText("p", {}, state.message)] : []),
      growingList(words.sendDone, [...this.#left, ...state.outcomes], (item) => this.#line(item, item.outcome, item.message)));
  }

  #showFailure(message, heading = null) {
    this.#show(...(heading ? [element("p", { class: "numbers" }, heading)] : []),
      programText("p", { class: "refusal" }, message ?? ""));
  }

  /** A draft that is not sent. One whose text is gone is in no list, so it can be discarded here alone. */
  #refused(item) {
    const line = this.#line(item, item.outcome, item.message);
    if (item.gone) {
      line.append(button(words.discard, () => this.#discard(item), {
        "aria-label": words.discardLabel(`${nameOf(item)} [${item.locale}]`) }));
    }
    return line;
  }

  async #discard(item) {
    try {
      await this.review.change({ id: item.text }, { clear: true }, { canUndo: false });
      await this.open();
      this.done();
    } catch (error) {
      this.#showFailure(error.message);
    }
  }

  #line(item, outcome = null, message = null) {
    const locale = this.review.locale(item.locale);
    const isDelete = ["delete", "reject"].includes(item.kind);
    const source = this.review.summary.source;
    const labelled = (name, text, inLocale) => (text
      ? [element("p", { class: "quiet hint" }, name), textBlock(text, inLocale, "div", { class: "before" })] : []);
    return element("li", {},
      outcome ? element("strong", { class: `outcome ${outcome}` }, `${words.outcome[outcome] ?? outcome}: `) : null,
      isDelete ? `${words.kind[item.kind]} ` : null, nameOf(item), " ", element("span", { class: "quiet" }, `[${item.locale}]`),
      source ? labelled(words.columns.source, item.source, this.review.locale(source)) : null,
      labelled(words.columns.current, item.before, locale), labelled(words.replaces, item.own, locale),
      item.value && item.before !== undefined && !isDelete ? element("p", { class: "quiet hint" }, words.yourDraft) : null,
      item.value ? textBlock(item.value, locale, isDelete ? "del" : "div") : null,
      item.findings?.length > 0 ? findingList(item.findings) : null,
      item.note ? element("p", { dir: "auto" }, visibleNodes(item.note)) : null,
      message ? programText("p", {}, message) : null);
  }
}

/** Whether a check warns of a text that would be sent. */
const isWarned = ({ findings }) => findings.some(({ severity }) => severity !== "info");
