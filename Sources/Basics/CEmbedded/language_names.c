#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char language_names_txt[] = {
#embed "../../Tables/Exchange/Languages/language_names.txt"
};

static const struct nstack_file files[] = {
    {"language_names.txt", language_names_txt, sizeof language_names_txt},
};

struct nstack_files nstack_language_names_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
