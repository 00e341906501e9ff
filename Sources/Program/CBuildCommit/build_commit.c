#include "build_commit.h"

// The manifest defines it. It is in a file of its own, so that another commit compiles this file again and no other.
#ifndef NSTACK_REVIEW_COMMIT
#define NSTACK_REVIEW_COMMIT ""
#endif

const char *nstack_review_build_commit(void) { return NSTACK_REVIEW_COMMIT; }
