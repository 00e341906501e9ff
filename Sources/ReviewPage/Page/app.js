import { Refusal, Server } from "./api.js";
import { element } from "./dom.js";
import { Page } from "./page.js";
import { placeInAddress } from "./place.js";
import { Review } from "./review.js";
import { words } from "./words.js";

document.title = words.title;
const starting = element("p", { class: "alone", role: "status" }, words.starting);
document.body.append(starting);

const server = new Server();
try {
  await server.openSession();
  const review = new Review(server);
  await review.load(placeInAddress().locale);
  starting.remove();
  await new Page(review).start();
} catch (error) {
  const line = error instanceof Refusal && error.code === "review.token" ? words.tokenUsed : error.message;
  const isKey = error instanceof Refusal && error.status === 403;
  starting.replaceWith(element("main", { class: "alone" },
    element("h1", {}, isKey ? words.startOverTitle : words.title), element("p", { role: "alert" }, line)));
  if (!isKey) throw error;
}

// A new address of the same program, pasted over this one, changes only the fragment and loads nothing.
addEventListener("hashchange", () => {
  if (location.hash.includes("token=")) location.reload();
});
