// A library to preload: the program dies by SIGKILL at its so-many-th step, just before it takes effect. A step is a call that
// changes something outside the process: a write to a file or a socket, a sync, a cut, a rename, a removal.
//   KILL_AT=N     dies before step N; without it, lives
//   STEPS_FILE=F  writes the number of steps there when the program ends by itself
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long steps;

static void step(void) {
  static atomic_long limit = -1;
  if (atomic_load(&limit) < 0) {
    const char *text = getenv("KILL_AT");
    atomic_store(&limit, text ? atol(text) : 0);
  }
  long number = atomic_fetch_add(&steps, 1) + 1;
  if (number == atomic_load(&limit)) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("STEPS_FILE");
  FILE *file = path ? fopen(path, "we") : NULL;
  if (file) fprintf(file, "%ld\n", atomic_load(&steps));
  if (file) fclose(file);
}

#define STEP(type, name, parameters, arguments)                                \
  type name parameters {                                                       \
    static type(*_Atomic next) parameters;                                     \
    if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name);             \
    step();                                                                    \
    return next arguments;                                                     \
  }

STEP(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
STEP(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
STEP(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t offset), (fd, bytes, count, offset))
STEP(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t offset), (fd, bytes, count, offset))
STEP(ssize_t, send, (int fd, const void *bytes, size_t count, int flags), (fd, bytes, count, flags))
STEP(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags))
STEP(int, fsync, (int fd), (fd))
STEP(int, fdatasync, (int fd), (fd))
STEP(int, ftruncate64, (int fd, off64_t length), (fd, length))
STEP(int, rename, (const char *from, const char *to), (from, to))
STEP(int, unlink, (const char *path), (path))
