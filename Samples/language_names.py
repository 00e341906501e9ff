"""Writes Sources/Tables/Exchange/Languages/language_names.txt: the names of languages in the languages in which programs
show them.

The names are those of the Unicode Common Locale Data Repository, as the Python package `babel` has them (Unicode
License v3, https://www.unicode.org/license.txt). What Google Translate calls otherwise is added below.

Run it as: python3 Samples/language_names.py Sources/Tables/Exchange/Languages/language_names.txt
"""

import sys

from babel import Locale

# The languages of Google Translate, and those of Europe that it lacks.
LANGUAGES = """
ab ace ach aa af ak alz am ar as av awa ay az ba bal ban bbc be bem bew bg bho bi bik bm bn bo br bs bts btx bua ca ce ceb
cgg ch chk chm ckb cnh co crh crs cs cv cy da de din doi dov dv dyu dz ee el en eo es et eu fa ff fi fil fj fo fon fr fur
fy ga gaa gd gl gn gom gu gv ha haw he hi hil hmn hr hrx ht hu hy iba id ig ilo is it ja jam jv ka kac kek kg kha kk kl km
kn ko kr kri ktu ku kv ky la lb lg li lij lmo ln lo lt ltg lua luo lus lv mad mai mak mam mfe mg mh mi min mk ml mn mni mr
ms ms-Arab mt mwr my nb ndc nds ne new nhe nl nn nqo nr nso nus ny oc om or os pa pa-Arab pag pam pap pl ps pt qu rm rn
ro rom ru rw sa sah sat scn sd se sg shn si sk sl sm sn so sq sr ss st su sus sv sw szl ta tcy te tet tg th ti tiv tk tn
to tpi tr trp ts tt tum tw ty tyv udm ug uk ur uz ve vec vi war wo xh yi yo yua yue zap zh zu
zh-Hans zh-Hant pt-BR pt-PT fr-CA fr-FR en-US en-GB es-ES es-419
""".split()

# The languages in which the names are known.
INTERFACES = """
en da de sv nb fi is fo nl fr es pt pt_PT it ca gl eu ro pl cs sk sl hr bs sr mk bg ru uk be lt lv et hu el sq tr az kk uz
ky mn ka hy he ar fa ur ps hi bn ta te ml kn mr gu pa ne si th lo km my vi id ms fil jv sw af am zu cy ga ja ko zh zh_Hant
""".split()

# What Google Translate shows in English, where CLDR has another name.
GOOGLE = {
    "or": ["Odia (Oriya)", "Odia", "Oriya"], "my": ["Myanmar (Burmese)", "Myanmar"], "nso": ["Sepedi"],
    "st": ["Sesotho"], "ny": ["Chichewa", "Nyanja"], "dv": ["Dhivehi", "Divehi", "Maldivian"],
    "gd": ["Scots Gaelic", "Scottish Gaelic"], "fy": ["Frisian"], "ckb": ["Kurdish (Sorani)", "Sorani"],
    "ku": ["Kurdish (Kurmanji)", "Kurmanji"], "mni": ["Meiteilon (Manipuri)", "Meitei"], "ht": ["Haitian Creole"],
    "pa": ["Punjabi (Gurmukhi)", "Panjabi"], "pa-Arab": ["Punjabi (Shahmukhi)"], "gom": ["Konkani"], "fil": ["Tagalog"],
    "ky": ["Kyrgyz", "Kirghiz"], "ti": ["Tigrinya"], "tw": ["Twi"], "ug": ["Uyghur", "Uighur"],
    "ms-Arab": ["Malay (Jawi)"], "nqo": ["NKo"], "yua": ["Yucatec Maya"], "tet": ["Tetum"], "luo": ["Luo"],
    "btx": ["Batak Karo"], "bts": ["Batak Simalungun"], "bbc": ["Batak Toba"], "hrx": ["Hunsrik"], "cnh": ["Hakha Chin"],
    "chm": ["Meadow Mari"], "ktu": ["Kituba"], "mam": ["Mam"], "ndc": ["Ndau"], "new": ["Nepalbhasa (Newari)"],
    "nhe": ["Nahuatl (Eastern Huasteca)"], "dov": ["Dombe"], "trp": ["Kokborok"], "crh": ["Crimean Tatar"],
    "kac": ["Jingpo"], "kek": ["Q'eqchi'"], "nb": ["Norwegian"], "yue": ["Cantonese"], "he": ["Hebrew"],
    "sus": ["Susu"], "szl": ["Silesian"], "tcy": ["Tulu"], "tum": ["Tumbuka"], "alz": ["Alur"], "ltg": ["Latgalian"],
    "lmo": ["Lombard"], "lij": ["Ligurian"], "bew": ["Betawi"], "iba": ["Iban"], "bik": ["Bikol"], "mwr": ["Marwadi"],
    "sat": ["Santali (Latin)", "Santali"], "zap": ["Zapotec"], "rom": ["Romani"], "pap": ["Papiamento"],
    "lus": ["Mizo"], "jam": ["Jamaican Patois"], "bm": ["Bambara"], "sah": ["Yakut"], "se": ["Sami (North)"],
    "ff": ["Fulani"], "awa": ["Awadhi"], "bal": ["Baluchi"], "bua": ["Buryat"], "cgg": ["Kiga"], "crs": ["Seychellois Creole"],
    "din": ["Dinka"], "ee": ["Ewe"], "kv": ["Komi"], "pam": ["Kapampangan"], "mfe": ["Mauritian Creole", "Morisien"],
    "ps": ["Pashto"], "rn": ["Rundi"], "si": ["Sinhala", "Sinhalese"], "lo": ["Lao"], "su": ["Sundanese"],
    "st": ["Sesotho"], "tn": ["Tswana", "Setswana"], "ve": ["Venda"], "nr": ["Ndebele (South)"], "gv": ["Manx"],
}

# Names in other interfaces that Google Translate shows and CLDR has not.
OTHERS = {
    "da": {"nb": ["norsk"], "fil": ["filippinsk"], "my": ["myanmar (burmesisk)"], "ku": ["kurdisk (kurmanji)"],
           "ckb": ["kurdisk (sorani)"], "he": ["hebraisk"], "gd": ["skotsk gælisk"], "or": ["odia (oriya)"]},
    "de": {"nb": ["Norwegisch"], "fil": ["Filipino"], "my": ["Birmanisch"], "he": ["Hebräisch"], "ku": ["Kurdisch (Kurmandschi)"]},
    "sv": {"nb": ["norska"], "ckb": ["kurdiska (sorani)"]}, "fr": {"nb": ["norvégien"], "my": ["birman"]},
    "es": {"nb": ["noruego"], "my": ["birmano"]}, "ru": {"nb": ["норвежский"], "my": ["мьянманский (бирманский)"]},
    "uk": {"nb": ["норвезька"]}, "ja": {"my": ["ミャンマー語（ビルマ語）"], "nb": ["ノルウェー語"]},
}

HEAD = """\
# The names of languages, as Samples/language_names.py writes them from the Unicode CLDR.
# Copyright © 1991-2025 Unicode, Inc. Unicode License v3 (https://www.unicode.org/license.txt).
# First the languages; then a line for each interface language, with the names in it in lower case. A language may have
# several, between slashes. A name that is the same in English is there only.
"""


def names(interface, code):
    """The names of a language, the first of CLDR first."""
    locale = Locale.parse(interface)
    languages = locale.languages
    language, _, part = code.partition("-")
    base = languages.get(language)
    found = []
    if not part:
        # Google Translate knows one Norwegian, and calls Tagalog Filipino.
        found = [base, languages.get({"nb": "no", "fil": "tl"}.get(code))]
    elif base:
        found.append(languages.get(code.replace("-", "_")))
        place = locale.scripts.get(part) if len(part) == 4 else locale.territories.get(part)
        if place:
            found.append(f"{base} ({place})")
    if interface == "en":
        found += GOOGLE.get(code, [])
    found += OTHERS.get(interface, {}).get(code, [])
    result = []
    for name in found:
        if name and name.lower() not in result and ";" not in name and "/" not in name:
            result.append(name.lower())
    return result


def main():
    english = {code: names("en", code) for code in LANGUAGES}
    lines = [";".join(LANGUAGES)]
    for interface in INTERFACES:
        fields = []
        for code in LANGUAGES:
            known = names(interface, code)
            # What is as in English is found there.
            if interface != "en":
                known = [name for name in known if name not in english[code]]
            fields.append("/".join(known))
        lines.append(f"{interface.replace('_', '-')}:" + ";".join(fields).rstrip(";"))
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(HEAD + "\n".join(lines) + "\n")


main()
