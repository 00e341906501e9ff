#ifndef NSTACK_REVIEW_CFILES_SHIM_H
#define NSTACK_REVIEW_CFILES_SHIM_H

#ifdef __linux__
#include <stdint.h>

// The C library declares it only where all of GNU's extensions are asked for, which a module can't do.
extern int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

// 2 is SYNC_FILE_RANGE_WRITE, which waits for nothing.
static inline void nstack_begin_writeback(int descriptor, int64_t offset, int64_t count) {
  (void)sync_file_range(descriptor, offset, count, 2);
}
#endif

#endif
