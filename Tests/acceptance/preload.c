// A library to preload, for checks of imports that are cut off.
//   KILL_AT=N             the program dies by SIGKILL just before its Nth step: a write to a file or a socket, a sync, a cut, a rename, a removal
//   STEPS_FILE=F          the number of steps is written there when the program ends by itself
//   RECORD_FILE=F         what the program does to files below the folder RECORD_BELOW=D, and what it sends to sockets, in order
//   CALENDAR_OFFSET=N     the calendar is N seconds ahead; clocks that nobody can set are as they are
// A record is a head of eight 8-byte numbers (kind, inode or descriptor of a socket, offset, length of the first text, length of the second,
// 0, 0, 0) and the two texts. It is written once the call has returned, but for what goes to a socket: that is recorded before it leaves.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, CUT, SYNC, CREATED, RENAMED, REMOVED, MADE_FOLDER, SENT, SYNCED_FOLDER };

#define NEXT(type, name, parameters)                                           \
  static type(*_Atomic next) parameters;                                       \
  if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name)

static atomic_long steps;

static void step(void) {
  static atomic_long limit = -1;
  if (atomic_load(&limit) < 0) atomic_store(&limit, getenv("KILL_AT") ? atol(getenv("KILL_AT")) : 0);
  if (atomic_fetch_add(&steps, 1) + 1 == atomic_load(&limit)) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("STEPS_FILE");
  FILE *file = path ? fopen(path, "we") : NULL;
  if (file) fprintf(file, "%ld\n", atomic_load(&steps));
  if (file) fclose(file);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int out = -1;

static void keep(int kind, uint64_t inode, uint64_t offset, const void *first, size_t one, const void *second, size_t two) {
  NEXT(ssize_t, write, (int, const void *, size_t));
  const char *path = getenv("RECORD_FILE");
  if (!path) return;
  int reason = errno;
  pthread_mutex_lock(&lock);
  if (out < 0) out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  uint64_t head[8] = {kind, inode, offset, one, two, 0, 0, 0};
  char *all = malloc(sizeof head + one + two);
  if (all && out >= 0) {
    memcpy(all, head, sizeof head);
    if (one) memcpy(all + sizeof head, first, one);
    if (two) memcpy(all + sizeof head + one, second, two);
    if (next(out, all, sizeof head + one + two) < 0) abort();
  }
  free(all);
  pthread_mutex_unlock(&lock);
  errno = reason;
}

static int below(const char *path) {
  const char *folder = getenv("RECORD_BELOW");
  size_t length = folder ? strlen(folder) : 0;
  return length && strncmp(path, folder, length) == 0 && (path[length] == 0 || path[length] == '/');
}

// The inode of a descriptor's file below the folder, and its path; 0 for any other.
static uint64_t file(int fd, char *path, int *isFolder) {
  char link[64];
  struct stat status;
  if (fd == out || fstat(fd, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  if (count < 0) return 0;
  path[count] = 0;
  *isFolder = S_ISDIR(status.st_mode);
  return below(path) ? status.st_ino : 0;
}

static void sent(int fd, const struct iovec *parts, size_t count) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
  size_t all = 0, at = 0;
  for (size_t i = 0; i < count; i++) all += parts[i].iov_len;
  char *bytes = malloc(all + 1);
  for (size_t i = 0; bytes && i < count; at += parts[i++].iov_len) memcpy(bytes + at, parts[i].iov_base, parts[i].iov_len);
  if (bytes) keep(SENT, fd, 0, bytes, at, NULL, 0);
  free(bytes);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  NEXT(ssize_t, pwrite64, (int, const void *, size_t, off64_t));
  step();
  ssize_t done = next(fd, bytes, count, offset);
  char path[PATH_MAX];
  int isFolder;
  uint64_t inode = done > 0 ? file(fd, path, &isFolder) : 0;
  if (inode) keep(WRITE, inode, offset, bytes, done, NULL, 0);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite64(fd, bytes, count, offset); }

ssize_t write(int fd, const void *bytes, size_t count) {
  NEXT(ssize_t, write, (int, const void *, size_t));
  step();
  sent(fd, &(struct iovec){(void *)bytes, count}, 1);
  char path[PATH_MAX];
  int isFolder;
  uint64_t inode = file(fd, path, &isFolder);
  off_t offset = inode ? lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR) : 0;
  ssize_t done = next(fd, bytes, count);
  if (inode && done > 0) keep(WRITE, inode, offset, bytes, done, NULL, 0);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  NEXT(ssize_t, writev, (int, const struct iovec *, int));
  step();
  sent(fd, parts, count);
  return next(fd, parts, count);
}

ssize_t send(int fd, const void *bytes, size_t count, int flags) {
  NEXT(ssize_t, send, (int, const void *, size_t, int));
  step();
  sent(fd, &(struct iovec){(void *)bytes, count}, 1);
  return next(fd, bytes, count, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  NEXT(ssize_t, sendmsg, (int, const struct msghdr *, int));
  step();
  sent(fd, message->msg_iov, message->msg_iovlen);
  return next(fd, message, flags);
}

#define SYNCED(name)                                                           \
  int name(int fd) {                                                           \
    NEXT(int, name, (int));                                                    \
    step();                                                                    \
    int done = next(fd), isFolder = 0;                                         \
    char path[PATH_MAX];                                                       \
    uint64_t inode = done == 0 ? file(fd, path, &isFolder) : 0;                \
    if (inode) keep(isFolder ? SYNCED_FOLDER : SYNC, inode, 0, path, strlen(path), NULL, 0); \
    return done;                                                               \
  }
SYNCED(fsync)
SYNCED(fdatasync)

int ftruncate64(int fd, off64_t length) {
  NEXT(int, ftruncate64, (int, off64_t));
  step();
  int done = next(fd, length), isFolder;
  char path[PATH_MAX];
  uint64_t inode = done == 0 ? file(fd, path, &isFolder) : 0;
  if (inode) keep(CUT, inode, length, NULL, 0, NULL, 0);
  return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int opened(int fd, const char *path, int flags, int wasThere) {
  struct stat status;
  char real[PATH_MAX];
  if (fd < 0 || !realpath(path, real) || !below(real) || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return fd;
  if (!wasThere) keep(CREATED, status.st_ino, 0, real, strlen(real), NULL, 0);
  if (wasThere && flags & O_TRUNC) keep(CUT, status.st_ino, 0, NULL, 0, NULL, 0);
  return fd;
}

#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    NEXT(int, name, (const char *, int, ...));                                 \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;  \
    va_end(more);                                                              \
    int wasThere = !(flags & O_CREAT) || access(path, F_OK) == 0;              \
    return opened(next(path, flags, mode), path, flags, wasThere);             \
  }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) {
  NEXT(int, rename, (const char *, const char *));
  step();
  char real[PATH_MAX] = "", target[PATH_MAX];
  if (!realpath(from, real)) real[0] = 0;
  int done = next(from, to);
  if (done == 0 && realpath(to, target) && below(target)) keep(RENAMED, 0, 0, real, strlen(real), target, strlen(target));
  return done;
}

int unlink(const char *path) {
  NEXT(int, unlink, (const char *));
  step();
  char real[PATH_MAX];
  int isBelow = realpath(path, real) && below(real);
  int done = next(path);
  if (done == 0 && isBelow) keep(REMOVED, 0, 0, real, strlen(real), NULL, 0);
  return done;
}

int mkdir(const char *path, mode_t mode) {
  NEXT(int, mkdir, (const char *, mode_t));
  int done = next(path, mode);
  char real[PATH_MAX];
  if (done == 0 && realpath(path, real) && below(real)) keep(MADE_FOLDER, 0, 0, real, strlen(real), NULL, 0);
  return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  NEXT(int, clock_gettime, (clockid_t, struct timespec *));
  int result = next(clock, now);
  const char *offset = getenv("CALENDAR_OFFSET");
  if (!result && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += atol(offset);
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &time)) return -1;
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *into) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  if (into) *into = now.tv_sec;
  return now.tv_sec;
}
