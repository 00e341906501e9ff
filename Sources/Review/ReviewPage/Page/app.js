import { positionInAddress } from "./address.js";
import { Refusal, Server } from "./api.js";
import { data, page as carried } from "./data.js";
import { element } from "./dom.js";
import { FileReview } from "./file.js";
import { Page } from "./page.js";
import { Review } from "./review.js";
import { words } from "./words.js";

document.title = words.title;
// A browser that saved the page has put into the file what was on screen.
for (const part of [...document.body.children]) if (carried && part.id !== "nstack-review-data") part.remove();
const starting = element("p", { class: "alone", role: "status" }, words.starting);
document.body.append(starting);

let [server, review, page] = [null, null, null];
try {
  if (carried && !data) throw new Refusal(409, "review.answer", words.fileDamaged);
  server = carried ? new FileReview() : new Server();
  await server.openSession();
  review = new Review(server);
  await review.load(positionInAddress().locale);
  starting.remove();
  page = new Page(review);
  await page.start();
} catch (error) {
  const isKey = error instanceof Refusal && error.status === 403;
  const line = isKey && error.code === "review.token" ? words.tokenUsed : error.message;
  review = null;
  document.body.replaceChildren(element("main", { class: "alone" },
    element("h1", {}, isKey ? words.startOverTitle : words.title), element("p", { role: "alert" }, line)));
  if (!(error instanceof Refusal)) throw error;
}

// A new address of the program, pasted over this one, changes only the fragment. The page goes on with the new key, so
// that what was typed meanwhile is kept.
addEventListener("hashchange", async () => {
  if (!location.hash.includes("token=")) return;
  if (!review) return location.reload();
  await server.openSession().catch(() => {});
  await review.load().catch(() => {});
  await page?.goOn();
});
