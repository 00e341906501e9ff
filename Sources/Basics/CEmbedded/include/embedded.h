#ifndef NSTACK_REVIEW_EMBEDDED_H
#define NSTACK_REVIEW_EMBEDDED_H

#include <stddef.h>

// Files in the program's constant data, which cost nothing until they are read. Clang takes a file in as it is (`#embed`, which C
// has since C23, and Clang in all modes). In Swift each of the bytes would be an expression with a type to check.

struct nstack_file {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};

struct nstack_files {
  const struct nstack_file *first;
  size_t count;
};

/// The files of the review page, and of reports as pages.
struct nstack_files nstack_page_files(void);
/// The files of what generated keys need.
struct nstack_files nstack_support_files(void);
/// The files of the sample texts.
struct nstack_files nstack_samples_files(void);
/// The file with the words of sheets, page and report.
struct nstack_files nstack_words_files(void);
/// The file with the plural rules of languages.
struct nstack_files nstack_plural_rules_files(void);
/// The file with the names of languages.
struct nstack_files nstack_language_names_files(void);

#endif
