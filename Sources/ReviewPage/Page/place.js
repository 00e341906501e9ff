/** What the reader looks at, kept in the address so that a reload shows it again. */
const names = ["locale", "section", "filter", "q", "view", "text"];

/** Reads the place from the address; what it does not name is empty. */
export function placeInAddress() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const place = Object.fromEntries(names.map((name) => [name, fragment.get(name) ?? ""]));
  return { ...place, filter: place.filter || "all", view: place.view === "texts" ? "texts" : "table" };
}

/** Writes the place into the address. */
export function putPlaceInAddress(place) {
  const fragment = new URLSearchParams();
  for (const name of names) {
    const isDefault = !place[name] || (name === "filter" && place[name] === "all") || (name === "view" && place[name] === "table");
    if (!isDefault) fragment.set(name, place[name]);
  }
  history.replaceState(null, "", fragment.size > 0 ? `#${fragment}` : location.pathname);
}
