#include "language_names.h"

// Clang takes a file in as it is, also before C23. As a literal of Swift the same bytes take seconds to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char names[] = {
#embed "language_names.txt"
};

const unsigned char *nstack_review_language_names(size_t *count) {
  *count = sizeof names;
  return names;
}
