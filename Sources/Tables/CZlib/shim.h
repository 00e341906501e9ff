#ifndef NSTACK_REVIEW_CZLIB_SHIM_H
#define NSTACK_REVIEW_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 and inflateInit2 are macros that pass the header's version; Swift does not import them.
static inline int nstack_deflate_init_raw(z_stream *stream, int level, int memory) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, memory, Z_DEFAULT_STRATEGY);
}
static inline int nstack_deflate_init_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}
// gzip or zlib, whichever the bytes are.
static inline int nstack_inflate_init_wrapped(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
static inline int nstack_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -15); }

#endif
