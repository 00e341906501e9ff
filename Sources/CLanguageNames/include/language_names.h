#ifndef LANGUAGE_NAMES_H
#define LANGUAGE_NAMES_H

#include <stddef.h>

/// The file language_names.txt in UTF-8. It is part of the program's constant data, so it costs nothing until it is read.
const unsigned char *nstack_review_language_names(size_t *count);

#endif
