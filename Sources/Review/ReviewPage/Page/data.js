/** What a review in one file or a report carries: the sheet or the rows, and the words of the page. All are null on the page of the program. */
const parsed = (id) => {
  const { textContent } = document.getElementById(id) ?? {};
  if (textContent === undefined) return null;
  try {
    return JSON.parse(textContent);
  } catch {
    return {};
  }
};

export const page = parsed("nstack-review-page");
export const carried = parsed("nstack-review-data");
export const report = parsed("nstack-review-report");
