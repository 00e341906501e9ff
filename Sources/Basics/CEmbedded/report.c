#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char report_css[] = {
#embed "../../Review/ReviewReports/HTML/report.css"
};

static const unsigned char report_js[] = {
#embed "../../Review/ReviewReports/HTML/report.js"
};

static const unsigned char shared_css[] = {
#embed "../../Review/ReviewReports/HTML/shared.css"
};

static const struct nstack_file files[] = {
    {"report.css", report_css, sizeof report_css},
    {"report.js", report_js, sizeof report_js},
    {"shared.css", shared_css, sizeof shared_css},
};

struct nstack_files nstack_report_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
