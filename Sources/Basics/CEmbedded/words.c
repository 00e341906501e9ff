#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char words_tsv[] = {
#embed "../../Review/ReviewSheets/Look/words.tsv"
};

static const struct nstack_file files[] = {
    {"words.tsv", words_tsv, sizeof words_tsv},
};

struct nstack_files nstack_words_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
