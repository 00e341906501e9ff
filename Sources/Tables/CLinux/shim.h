#ifndef NSTACK_REVIEW_CLINUX_SHIM_H
#define NSTACK_REVIEW_CLINUX_SHIM_H

// Calls of Linux that the C library declares only where all of GNU's extensions are asked for, which a module can't do.

#ifdef __linux__
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

// 2 is SYNC_FILE_RANGE_WRITE, which waits for nothing.
static inline void nstack_begin_writeback(int descriptor, int64_t offset, int64_t count) {
  (void)sync_file_range(descriptor, offset, count, 2);
}

// The number of processors on which this process may run; 0 if the system does not say.
static inline int nstack_allowed_processors(void) {
  // As many as Linux has at most.
  unsigned long allowed[8192 / (8 * sizeof(unsigned long))] = {0};
  int count = 0;
  if (syscall(SYS_sched_getaffinity, 0, sizeof(allowed), allowed) < 0) return 0;
  for (unsigned int i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) count += __builtin_popcountl(allowed[i]);
  return count;
}
#endif

#endif
