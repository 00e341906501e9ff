#ifndef NSTACK_REVIEW_CLIBXML2_SHIM_H
#define NSTACK_REVIEW_CLIBXML2_SHIM_H

// Debian's libxml2 headers include the system's ICU, whose UErrorCode clashes with the one inside Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// Depending on the version of libxml2, xmlParserVersion is a macro or a per-thread variable; Swift imports neither.
static inline const char *nstack_xml_parser_version(void) { return xmlParserVersion; }

// XML_SAX2_MAGIC is a macro with a cast; Swift does not import it as the unsigned number that the handler needs.
static inline unsigned int nstack_xml_sax2_magic(void) { return XML_SAX2_MAGIC; }

// libxml2 2.12 made the error that a structured error handler receives const.
static inline void nstack_xml_set_error_handler(
    xmlSAXHandler *handler, void (*receive)(void *context, const xmlError *error)) {
  handler->serror = (xmlStructuredErrorFunc)receive;
}

#endif
