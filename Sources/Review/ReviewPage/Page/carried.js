/** What a page that is one file carries: the words, and a sheet or a report. All are null on the page of the program. */
const parsed = (id) => {
  const { textContent } = document.getElementById(id) ?? {};
  if (textContent === undefined) return null;
  try {
    return JSON.parse(textContent);
  } catch {
    return {};
  }
};

export const carried = { page: parsed("nstack-review-page"), data: parsed("nstack-review-data"), report: parsed("nstack-review-report") };
