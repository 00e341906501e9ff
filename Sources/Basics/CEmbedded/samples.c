#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char languages_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/languages.json"
};

static const unsigned char proposals_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/proposals.json"
};

static const unsigned char resource_ar_SA_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/resource-ar-SA.json"
};

static const unsigned char resource_da_DK_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/resource-da-DK.json"
};

static const unsigned char resource_de_DE_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/resource-de-DE.json"
};

static const unsigned char resource_en_GB_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/resource-en-GB.json"
};

static const unsigned char resource_ja_JP_json[] = {
#embed "../../NStack/NStackSandbox/SampleTexts/resource-ja-JP.json"
};

static const struct nstack_file files[] = {
    {"languages.json", languages_json, sizeof languages_json},
    {"proposals.json", proposals_json, sizeof proposals_json},
    {"resource-ar-SA.json", resource_ar_SA_json, sizeof resource_ar_SA_json},
    {"resource-da-DK.json", resource_da_DK_json, sizeof resource_da_DK_json},
    {"resource-de-DE.json", resource_de_DE_json, sizeof resource_de_DE_json},
    {"resource-en-GB.json", resource_en_GB_json, sizeof resource_en_GB_json},
    {"resource-ja-JP.json", resource_ja_JP_json, sizeof resource_ja_JP_json},
};

struct nstack_files nstack_samples_files(void) {
  return (struct nstack_files){files, sizeof files / sizeof *files};
}
