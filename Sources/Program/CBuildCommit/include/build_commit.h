#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/// The commit that the program was built from, as `NSTACK_REVIEW_COMMIT` named it; empty if the build did not set it.
const char *nstack_review_build_commit(void);

#endif
