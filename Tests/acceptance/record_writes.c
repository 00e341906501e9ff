// A library to preload: it records, in order, what a program does to the files below a folder, and what it sends to sockets.
//   RECORD_FILE=F    where the records go
//   RECORD_BELOW=D   the folder
// A record is a head of eight 8-byte numbers (kind, inode or descriptor of a socket, offset, length of the first text, length of the second, 0, 0, 0) and the
// two texts. Each record is written once the call has returned, but for what goes to a socket: that is recorded before it leaves.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, CUT, SYNC, CREATED, RENAMED, REMOVED, MADE_FOLDER, SENT, SYNCED_FOLDER };

#define NEXT(type, name, parameters)                                           \
  static type(*_Atomic next) parameters;                                       \
  if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int out = -1;

static void keep(int kind, uint64_t inode, uint64_t offset, const void *first, size_t one, const void *second, size_t two) {
  static ssize_t (*_Atomic next)(int, const void *, size_t);
  if (!next) next = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  int reason = errno;
  pthread_mutex_lock(&lock);
  if (out < 0) {
    const char *path = getenv("RECORD_FILE");
    out = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  }
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

// The inode of a descriptor's file below the folder; 0 for any other.
static uint64_t file(int fd, int *isFolder) {
  char link[64], path[PATH_MAX];
  struct stat status;
  if (fd == out || fstat(fd, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  if (isFolder) *isFolder = S_ISDIR(status.st_mode);
  return below(path) ? status.st_ino : 0;
}

static int isSocket(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

static void wrote(int fd, off_t offset, const void *bytes, ssize_t count) {
  uint64_t inode = count > 0 ? file(fd, NULL) : 0;
  if (inode) keep(WRITE, inode, offset, bytes, count, NULL, 0);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  NEXT(ssize_t, pwrite64, (int, const void *, size_t, off64_t));
  ssize_t done = next(fd, bytes, count, offset);
  wrote(fd, offset, bytes, done);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite64(fd, bytes, count, offset); }

ssize_t write(int fd, const void *bytes, size_t count) {
  NEXT(ssize_t, write, (int, const void *, size_t));
  if (isSocket(fd)) keep(SENT, fd, 0, bytes, count, NULL, 0);
  uint64_t inode = file(fd, NULL);
  off_t offset = inode ? (fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR)) : 0;
  ssize_t done = next(fd, bytes, count);
  if (inode && done > 0) keep(WRITE, inode, offset, bytes, done, NULL, 0);
  return done;
}

static void sent(int fd, const struct iovec *parts, size_t count) {
  size_t all = 0, at = 0;
  for (size_t i = 0; i < count; i++) all += parts[i].iov_len;
  char *bytes = malloc(all + 1);
  for (size_t i = 0; bytes && i < count; i++) {
    memcpy(bytes + at, parts[i].iov_base, parts[i].iov_len);
    at += parts[i].iov_len;
  }
  if (bytes) keep(SENT, fd, 0, bytes, at, NULL, 0);
  free(bytes);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  NEXT(ssize_t, writev, (int, const struct iovec *, int));
  if (isSocket(fd)) sent(fd, parts, count);
  return next(fd, parts, count);
}

ssize_t send(int fd, const void *bytes, size_t count, int flags) {
  NEXT(ssize_t, send, (int, const void *, size_t, int));
  keep(SENT, fd, 0, bytes, count, NULL, 0);
  return next(fd, bytes, count, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  NEXT(ssize_t, sendmsg, (int, const struct msghdr *, int));
  sent(fd, message->msg_iov, message->msg_iovlen);
  return next(fd, message, flags);
}

static void synced(int fd) {
  int isFolder = 0;
  uint64_t inode = file(fd, &isFolder);
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = inode ? readlink(link, path, sizeof path) : 0;
  if (inode) keep(isFolder ? SYNCED_FOLDER : SYNC, inode, 0, path, count > 0 ? count : 0, NULL, 0);
}

int fsync(int fd) {
  NEXT(int, fsync, (int));
  int done = next(fd);
  if (done == 0) synced(fd);
  return done;
}

int fdatasync(int fd) {
  NEXT(int, fdatasync, (int));
  int done = next(fd);
  if (done == 0) synced(fd);
  return done;
}

int ftruncate64(int fd, off64_t length) {
  NEXT(int, ftruncate64, (int, off64_t));
  int done = next(fd, length);
  uint64_t inode = done == 0 ? file(fd, NULL) : 0;
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
  char real[PATH_MAX] = "";
  if (!realpath(from, real)) real[0] = 0;
  int done = next(from, to);
  char target[PATH_MAX];
  if (done == 0 && realpath(to, target) && below(target)) keep(RENAMED, 0, 0, real, strlen(real), target, strlen(target));
  return done;
}

int unlink(const char *path) {
  NEXT(int, unlink, (const char *));
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
