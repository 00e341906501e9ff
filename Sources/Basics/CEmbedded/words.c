#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char reasons_tsv[] = {
#embed "../Basics/Words/reasons.tsv"
};

static const unsigned char words_tsv[] = {
#embed "../Basics/Words/words.tsv"
};

static const struct nstack_file files[] = {
    {"reasons.tsv", reasons_tsv, sizeof reasons_tsv},
    {"words.tsv", words_tsv, sizeof words_tsv},
};

struct nstack_files nstack_words_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
