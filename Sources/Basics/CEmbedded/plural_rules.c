#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char plural_rules_txt[] = {
#embed "../Basics/Formats/plural_rules.txt"
};

static const struct nstack_file files[] = {
    {"plural_rules.txt", plural_rules_txt, sizeof plural_rules_txt},
};

struct nstack_files nstack_plural_rules_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
