import { element } from "./dom.js";

/** Sums of row heights that change one by one: a Fenwick tree, so that 100,000 rows cost 17 steps. */
class Heights {
  constructor(count, estimate) {
    this.count = count;
    this.heights = new Float64Array(count).fill(estimate);
    this.tree = new Float64Array(count + 1);
    for (let place = 1; place <= count; place += 1) {
      this.tree[place] += estimate;
      const parent = place + (place & -place);
      if (parent <= count) this.tree[parent] += this.tree[place];
    }
  }

  set(index, height) {
    const change = height - this.heights[index];
    if (Math.abs(change) < 0.5) return false;
    this.heights[index] = height;
    for (let place = index + 1; place <= this.count; place += place & -place) this.tree[place] += change;
    return true;
  }

  /** The height of all rows before one. */
  before(index) {
    let sum = 0;
    for (let place = Math.min(index, this.count); place > 0; place -= place & -place) sum += this.tree[place];
    return sum;
  }

  /** The row at a distance from the top. */
  at(distance) {
    let place = 0;
    let rest = distance;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step > 0; step = Math.floor(step / 2)) {
      if (place + step <= this.count && this.tree[place + step] <= rest) {
        place += step;
        rest -= this.tree[place];
      }
    }
    return Math.min(place, Math.max(this.count - 1, 0));
  }
}

/**
 * A list of which only the rows on screen are elements.
 *
 * Rows may differ in height: each is measured when it is first shown, and the row at the top keeps its place on screen.
 */
export class WindowedList {
  /** `render(index)` returns a new element for a row; `shown(first, last)` is told which rows are on screen. */
  constructor({ viewport, top, render, shown, estimate }) {
    Object.assign(this, { viewport, top, render, shown, estimate });
    this.window = element("div", { class: "window", role: "presentation" });
    this.space = element("div", { class: "space", role: "rowgroup" }, this.window);
    this.rows = new Map();
    this.first = 0;
    this.last = -1;
    this.heights = new Heights(0, estimate());
    this.isWaiting = false;
    /** The row that stays on screen when the list gets another width, or -1. */
    this.pinned = -1;
    viewport.append(this.space);
    viewport.addEventListener("scroll", () => this.soon(), { passive: true });
    this.width = 0;
    new ResizeObserver(() => this.resized()).observe(viewport);
  }

  /** Shows another list, from its top or from a row on. */
  reset(count, index = 0) {
    this.heights = new Heights(count, this.estimate());
    this.clear();
    // The space must have its height before there is anything to scroll.
    this.place();
    // Rows that were drawn at this width are not drawn again when the browser first tells it.
    this.width = this.viewport.clientWidth;
    this.viewport.scrollTop = index === 0 ? 0 : this.heights.before(index);
    this.draw();
  }

  /** Renders one row again, if it is on screen. */
  update(index) {
    const old = this.rows.get(index);
    if (!old) return;
    const made = this.render(index);
    old.replaceWith(made);
    this.rows.set(index, made);
    this.soon();
  }

  /** Renders all rows on screen again. */
  updateAll() {
    for (const index of [...this.rows.keys()]) this.update(index);
  }

  /** Scrolls as little as shows a row whole. */
  reveal(index) {
    // Rows that were never shown have only an estimated height, so the place is corrected once they are measured.
    for (let round = 0; round < 4; round += 1) {
      const covered = this.top();
      const from = this.heights.before(index);
      const to = from + this.heights.heights[index];
      const { scrollTop, clientHeight } = this.viewport;
      if (from < scrollTop) this.viewport.scrollTop = from;
      else if (to > scrollTop + clientHeight - covered) {
        this.viewport.scrollTop = Math.min(from, to - clientHeight + covered);
      } else if (round > 0) break;
      this.draw();
    }
  }

  /** The number of rows that fit on screen. */
  get pageLength() {
    return Math.max(1, this.heights.at(this.viewport.scrollTop + this.viewport.clientHeight)
      - this.heights.at(this.viewport.scrollTop) - 1);
  }

  soon() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  clear() {
    this.window.replaceChildren();
    this.rows.clear();
    this.first = 0;
    this.last = -1;
  }

  resized() {
    // Text wraps otherwise at another width, so what was measured no longer holds.
    if (this.viewport.clientWidth === this.width) return this.soon();
    const index = this.width === 0 ? 0 : this.heights.at(this.viewport.scrollTop);
    this.width = this.viewport.clientWidth;
    this.reset(this.heights.count, index);
    if (this.pinned >= 0) this.reveal(this.pinned);
  }

  draw() {
    const count = this.heights.count;
    for (let round = 0; round < 3; round += 1) {
      const { scrollTop, clientHeight } = this.viewport;
      const anchor = this.heights.at(scrollTop);
      const offset = scrollTop - this.heights.before(anchor);
      const beyond = clientHeight / 2;
      const first = this.heights.at(Math.max(0, scrollTop - beyond));
      const last = Math.min(count - 1, this.heights.at(scrollTop + clientHeight + beyond));
      this.show(first, last);
      if (!this.measure()) break;
      const wanted = this.heights.before(anchor) + offset;
      this.place();
      if (Math.abs(wanted - this.viewport.scrollTop) >= 1) this.viewport.scrollTop = wanted;
    }
    this.place();
    this.shown(this.first, this.last);
  }

  show(first, last) {
    for (const [index, row] of this.rows) {
      if (index < first || index > last) {
        row.remove();
        this.rows.delete(index);
      }
    }
    let next = this.window.firstChild;
    for (let index = first; index <= last; index += 1) {
      const row = this.rows.get(index);
      if (row) {
        next = row.nextSibling;
      } else {
        const made = this.render(index);
        this.window.insertBefore(made, next);
        this.rows.set(index, made);
      }
    }
    this.first = first;
    this.last = last;
    this.place();
  }

  measure() {
    let isChanged = false;
    for (const [index, row] of this.rows) {
      const { height } = row.getBoundingClientRect();
      if (height > 0 && this.heights.set(index, height)) isChanged = true;
    }
    return isChanged;
  }

  place() {
    this.space.style.height = `${this.heights.before(this.heights.count)}px`;
    this.window.style.transform = `translateY(${this.heights.before(this.first)}px)`;
  }
}
