/** What the reader looks at, kept in the address so that a reload shows it again. */
const names = ["locale", "section", "filter", "check", "q", "view", "text"];

/** Reads the position from the address; what it does not name is empty. */
export function positionInAddress() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const position = Object.fromEntries(names.map((name) => [name, fragment.get(name) ?? ""]));
  return { ...position, filter: position.filter || "all", view: position.view === "texts" ? "texts" : "table" };
}

/** Writes the position into the address. */
export function putPositionInAddress(position) {
  const fragment = new URLSearchParams();
  for (const name of names) {
    const isDefault = !position[name] || (name === "filter" && position[name] === "all") || (name === "view" && position[name] === "table");
    if (!isDefault) fragment.set(name, position[name]);
  }
  try {
    history.replaceState(null, "", fragment.size > 0 ? `#${fragment}` : location.pathname);
  } catch {
    // A file that another program shows may have an address that a page cannot change.
  }
}
