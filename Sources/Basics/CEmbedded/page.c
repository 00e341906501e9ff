#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char address_js[] = {
#embed "../../Review/ReviewPage/Page/address.js"
};

static const unsigned char api_js[] = {
#embed "../../Review/ReviewPage/Page/api.js"
};

static const unsigned char app_js[] = {
#embed "../../Review/ReviewPage/Page/app.js"
};

static const unsigned char beside_js[] = {
#embed "../../Review/ReviewPage/Page/beside.js"
};

static const unsigned char carried_js[] = {
#embed "../../Review/ReviewPage/Page/carried.js"
};

static const unsigned char checks_js[] = {
#embed "../../Review/ReviewPage/Page/checks.js"
};

static const unsigned char connection_js[] = {
#embed "../../Review/ReviewPage/Page/connection.js"
};

static const unsigned char data_js[] = {
#embed "../../Review/ReviewPage/Page/data.js"
};

static const unsigned char deciding_js[] = {
#embed "../../Review/ReviewPage/Page/deciding.js"
};

static const unsigned char dialogs_js[] = {
#embed "../../Review/ReviewPage/Page/dialogs.js"
};

static const unsigned char dom_js[] = {
#embed "../../Review/ReviewPage/Page/dom.js"
};

static const unsigned char editor_js[] = {
#embed "../../Review/ReviewPage/Page/editor.js"
};

static const unsigned char file_js[] = {
#embed "../../Review/ReviewPage/Page/file.js"
};

static const unsigned char findings_js[] = {
#embed "../../Review/ReviewPage/Page/findings.js"
};

static const unsigned char frame_js[] = {
#embed "../../Review/ReviewPage/Page/frame.js"
};

static const unsigned char icon_svg[] = {
#embed "../../Review/ReviewPage/Page/icon.svg"
};

static const unsigned char index_html[] = {
#embed "../../Review/ReviewPage/Page/index.html"
};

static const unsigned char keyboard_js[] = {
#embed "../../Review/ReviewPage/Page/keyboard.js"
};

static const unsigned char list_js[] = {
#embed "../../Review/ReviewPage/Page/list.js"
};

static const unsigned char notices_js[] = {
#embed "../../Review/ReviewPage/Page/notices.js"
};

static const unsigned char page_js[] = {
#embed "../../Review/ReviewPage/Page/page.js"
};

static const unsigned char panel_js[] = {
#embed "../../Review/ReviewPage/Page/panel.js"
};

static const unsigned char proposals_js[] = {
#embed "../../Review/ReviewPage/Page/proposals.js"
};

static const unsigned char report_css[] = {
#embed "../../Review/ReviewPage/Page/report.css"
};

static const unsigned char report_js[] = {
#embed "../../Review/ReviewPage/Page/report.js"
};

static const unsigned char review_js[] = {
#embed "../../Review/ReviewPage/Page/review.js"
};

static const unsigned char rows_js[] = {
#embed "../../Review/ReviewPage/Page/rows.js"
};

static const unsigned char selection_js[] = {
#embed "../../Review/ReviewPage/Page/selection.js"
};

static const unsigned char sending_js[] = {
#embed "../../Review/ReviewPage/Page/sending.js"
};

static const unsigned char steps_js[] = {
#embed "../../Review/ReviewPage/Page/steps.js"
};

static const unsigned char storage_js[] = {
#embed "../../Review/ReviewPage/Page/storage.js"
};

static const unsigned char store_js[] = {
#embed "../../Review/ReviewPage/Page/store.js"
};

static const unsigned char style_css[] = {
#embed "../../Review/ReviewPage/Page/style.css"
};

static const unsigned char suggestion_js[] = {
#embed "../../Review/ReviewPage/Page/suggestion.js"
};

static const unsigned char visible_js[] = {
#embed "../../Review/ReviewPage/Page/visible.js"
};

static const unsigned char windowed_js[] = {
#embed "../../Review/ReviewPage/Page/windowed.js"
};

static const unsigned char words_js[] = {
#embed "../../Review/ReviewPage/Page/words.js"
};

static const struct nstack_file files[] = {
    {"address.js", address_js, sizeof address_js},
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"beside.js", beside_js, sizeof beside_js},
    {"carried.js", carried_js, sizeof carried_js},
    {"checks.js", checks_js, sizeof checks_js},
    {"connection.js", connection_js, sizeof connection_js},
    {"data.js", data_js, sizeof data_js},
    {"deciding.js", deciding_js, sizeof deciding_js},
    {"dialogs.js", dialogs_js, sizeof dialogs_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"editor.js", editor_js, sizeof editor_js},
    {"file.js", file_js, sizeof file_js},
    {"findings.js", findings_js, sizeof findings_js},
    {"frame.js", frame_js, sizeof frame_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"keyboard.js", keyboard_js, sizeof keyboard_js},
    {"list.js", list_js, sizeof list_js},
    {"notices.js", notices_js, sizeof notices_js},
    {"page.js", page_js, sizeof page_js},
    {"panel.js", panel_js, sizeof panel_js},
    {"proposals.js", proposals_js, sizeof proposals_js},
    {"report.css", report_css, sizeof report_css},
    {"report.js", report_js, sizeof report_js},
    {"review.js", review_js, sizeof review_js},
    {"rows.js", rows_js, sizeof rows_js},
    {"selection.js", selection_js, sizeof selection_js},
    {"sending.js", sending_js, sizeof sending_js},
    {"steps.js", steps_js, sizeof steps_js},
    {"storage.js", storage_js, sizeof storage_js},
    {"store.js", store_js, sizeof store_js},
    {"style.css", style_css, sizeof style_css},
    {"suggestion.js", suggestion_js, sizeof suggestion_js},
    {"visible.js", visible_js, sizeof visible_js},
    {"windowed.js", windowed_js, sizeof windowed_js},
    {"words.js", words_js, sizeof words_js},
};

struct nstack_files nstack_page_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
