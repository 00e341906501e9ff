/**
 * Creates an element. Strings among its children become text, never markup.
 *
 * An attribute that is null, undefined or false is left out; one that is true is written empty. `on` has listeners by the
 * name of their event.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Creates a button that does not submit. */
export function button(label, onClick, attributes = {}) {
  return element("button", { type: "button", ...attributes, on: { click: onClick, ...attributes.on } }, label);
}

/** Creates a control with its label. */
export const field = (id, name, control) => element("div", { class: "field" }, element("label", { for: id }, name), control);

/** Fills a choice, and keeps its elements where nothing changed: an open one must not close. */
export function choice(select, options, value) {
  const key = JSON.stringify(options);
  if (select.dataset.filled !== key) {
    select.replaceChildren(...options.map(([id, name]) => element("option", { value: id }, name)));
    select.dataset.filled = key;
  }
  select.value = value;
}

/** Sets or removes an attribute that a state is read from. */
export function setState(target, name, isSet, value = "") {
  if (isSet) target.setAttribute(name, value);
  else target.removeAttribute(name);
}

/** How long no key is pressed before what is typed is stored and checked, in milliseconds. */
export const pause = 250;

/** Returns a function that runs another once no call has come for a time. */
export function debounced(milliseconds, action) {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
