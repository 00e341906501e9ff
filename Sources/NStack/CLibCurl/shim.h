#ifndef NSTACK_REVIEW_CLIBCURL_SHIM_H
#define NSTACK_REVIEW_CLIBCURL_SHIM_H

// The type checks are macros around the functions below, for callers in C.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic; Swift imports no variadic function of C.
static inline CURLcode nstack_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode nstack_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode nstack_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode nstack_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode nstack_curl_set_bytes(
    CURL *easy, CURLoption option, size_t (*move)(char *bytes, size_t size, size_t count, void *context)) {
  return curl_easy_setopt(easy, option, move);
}
static inline CURLcode nstack_curl_set_before_request(
    CURL *easy, int (*ask)(void *context, char *address, char *local, int port, int local_port)) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, ask);
}
static inline long nstack_curl_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline CURLcode nstack_curl_set_certificates(CURL *easy, const void *bytes, size_t size) {
  struct curl_blob blob = {(void *)bytes, size, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}
// Without it libcurl waits for the thread that looks up a name, however long that takes; older versions have no such option.
static inline CURLcode nstack_curl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  return CURLE_OK;
#endif
}
static inline CURLMcode nstack_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

#endif
