#ifndef NSTACK_REVIEW_CLIBCRYPTO_SHIM_H
#define NSTACK_REVIEW_CLIBCRYPTO_SHIM_H

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

// The parameters of EVP_PKEY_Q_keygen depend on the kind of key, so it is variadic; Swift does not import it.
static inline EVP_PKEY *nstack_rsa_key(OSSL_LIB_CTX *library, size_t bits) {
  return EVP_PKEY_Q_keygen(library, NULL, "RSA", bits);
}

// BIO_get_mem_data is a macro with casts; Swift does not import it.
static inline long nstack_bio_bytes(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

#endif
