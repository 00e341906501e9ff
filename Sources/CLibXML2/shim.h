#ifndef NSTACK_REVIEW_CLIBXML2_SHIM_H
#define NSTACK_REVIEW_CLIBXML2_SHIM_H

// Debian's libxml2 headers include the system's ICU, whose UErrorCode clashes with the one inside Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// xmlParserVersion is a macro or a per-thread variable by version, which Swift does not import.
static inline const char *nstack_xml_parser_version(void) { return xmlParserVersion; }

// A cast macro's constant, which Swift does not import as the unsigned number that the handler wants.
static inline unsigned int nstack_xml_sax2_magic(void) { return XML_SAX2_MAGIC; }

// The error that a structured handler is given became const in 2.12.
static inline void nstack_xml_set_error_handler(
    xmlSAXHandler *handler, void (*receive)(void *context, const xmlError *error)) {
  handler->serror = (xmlStructuredErrorFunc)receive;
}

#endif
