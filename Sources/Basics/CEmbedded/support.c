#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ICUMessage_swift_txt[] = {
#embed "../../Apps/KeyGenerator/Support/ICUMessage.swift.txt"
};

static const unsigned char ICUMessageReader_swift_txt[] = {
#embed "../../Apps/KeyGenerator/Support/ICUMessageReader.swift.txt"
};

static const unsigned char MessageSupport_swift_txt[] = {
#embed "../../Apps/KeyGenerator/Support/MessageSupport.swift.txt"
};

static const unsigned char PluralRules_swift_txt[] = {
#embed "../../Apps/KeyGenerator/Support/PluralRules.swift.txt"
};

static const unsigned char TextSupport_swift_txt[] = {
#embed "../../Apps/KeyGenerator/Support/TextSupport.swift.txt"
};

static const struct nstack_file files[] = {
    {"ICUMessage.swift.txt", ICUMessage_swift_txt, sizeof ICUMessage_swift_txt},
    {"ICUMessageReader.swift.txt", ICUMessageReader_swift_txt, sizeof ICUMessageReader_swift_txt},
    {"MessageSupport.swift.txt", MessageSupport_swift_txt, sizeof MessageSupport_swift_txt},
    {"PluralRules.swift.txt", PluralRules_swift_txt, sizeof PluralRules_swift_txt},
    {"TextSupport.swift.txt", TextSupport_swift_txt, sizeof TextSupport_swift_txt},
};

struct nstack_files nstack_support_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
