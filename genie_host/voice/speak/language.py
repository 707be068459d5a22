"""The language of a short text: by its script, and in Latin and Cyrillic script by its commonest words. Pure.

It decides nothing but the voice, so it is small: a text that tells nothing gets the language that was spoken before.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict

_LONGEST = 2_000
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_SCRIPTS = {
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "zh",
    "ARABIC": "ar",
    "HEBREW": "he",
    "GREEK": "el",
    "DEVANAGARI": "hi",
    "BENGALI": "bn",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "MYANMAR": "my",
    "KHMER": "km",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "ETHIOPIC": "am",
    "LATIN": "",
    "CYRILLIC": "",
}
"""By the first word of a letter's Unicode name; empty: the words decide."""

_WORDS = {
    "en": "the and is are was you your to of in it this that for on with not have has will be at from can i my no"
    " please done turned opened set an or what which off found",
    "de": "der die das und ist nicht ein eine einen ich du sie es wir ihr zu den dem mit auf für von im am bei wurde"
    " ist's habe hat wird kann sind dein deine jetzt keine kein noch oder auch was"
    " eingeschaltet ausgeschaltet fertig geöffnet gestellt gestartet gefunden",
    "fr": "le la les et est un une des du de que qui dans pour pas vous je tu il elle sur avec ce cette sont au aux"
    " plus votre vos ne en mais ou ça activé activée désactivé"
    " terminé ouvert réglé réglée trouvé l' d' j' c' n' qu' s'",
    "es": "el la los las y es un una de que en por para con no se su al del está están lo más pero tu tus mi ya he ha"
    " hay como o qué esta este encendido apagado"
    " activado desactivado listo abierto puesto puesta",
    "it": "il lo la gli le e è un una di che in per con non si sono del della nel nella alla più ma tuo tua ho ha"
    " questo questa i al dal sul come anche attivo attivato"
    " disattivato fatto aperto impostata impostato l' un' dell' c' all'",
    "pt": "o a os as e é um uma de que em por para com não se seu sua do da no na dos das está mais mas você foi ao"
    " são eu isso este esta já tem ligado desligado ativado"
    " desativado pronto aberto definido",
    "nl": "de het een en is niet van ik je jij in op te dat die voor met zijn aan er maar om ook deze dit uw jouw kan"
    " wordt naar bij geen heb heeft nog",
    "sv": "och är att det en ett som på för med inte av jag du den har till i var nu din ditt kan ska om men eller",
    "da": "og er at det en et som på for med ikke af jeg du den har til i var nu din dit kan skal om men eller blev",
    "nb": "og er at det en et som på for med ikke av jeg du den har til i var nå din ditt kan skal om men eller ble",
    "fi": "ja on ei se että en hän olen oli tämä mutta kun niin voi sinun minun nyt ovat vain myös tai joka mitä",
    "pl": "i jest nie w na się z do to że jak od po za są tak ale czy przez twój twoja mam ten ta już lub dla",
    "cs": "a je se v na že to s z do o jsem si jak ale by pro tak ne už jsou nebo byl máte váš tvůj není který",
    "hu": "a az és nem van hogy egy is ez meg de ha vagy be ki csak már még most volt lesz vagyok kell nincs",
    "ro": "și este nu în la un o pe cu de că să mai sunt din pentru ce am ai dar sau acum care fost are",
    "tr": "ve bir bu için ile de da ne değil mi ben sen var yok çok daha gibi olarak ama şimdi oldu ya açık kapalı",
    "vi": "và là của có không được cho một các trong này đã với bạn tôi những để người khi đang rồi",
    "id": "dan yang di tidak ini itu untuk dengan ke dari adalah saya anda akan sudah ada pada bisa atau sedang telah",
    "ru": "и в не на что я с он как это по но из у за то от вы ты так же для уже есть был нет или мы",
    "uk": "і в не на що я з він як це по але за та від ви ти так же для вже є був ні або ми та",
    "bg": "и в не на че аз с той като това по но от за са се ще си вие ти да е има беше или ние вече",
    "sr": "и у не на да сам се је као то по али од за су ће си ви ти има био или ми већ није",
}
_OF_WORD: dict[str, list[str]] = {}
for _language, _common in _WORDS.items():
    for _word in dict.fromkeys(_common.split()):
        _OF_WORD.setdefault(_word, []).append(_language)

_LETTERS = {
    "ß": "de", "ä": "de sv fi", "ö": "de sv fi hu tr", "ü": "de hu tr", "ñ": "es", "¿": "es", "¡": "es",
    "ç": "fr pt tr", "œ": "fr", "è": "fr it", "ê": "fr pt vi", "à": "fr it pt", "ã": "pt", "õ": "pt", "ò": "it",
    "ì": "it", "å": "sv da nb", "ø": "da nb", "æ": "da nb", "ł": "pl", "ą": "pl", "ę": "pl", "ż": "pl",
    "ś": "pl", "ć": "pl", "ř": "cs", "ů": "cs", "ě": "cs", "ő": "hu", "ű": "hu", "ș": "ro", "ț": "ro",
    "ă": "ro vi", "ı": "tr", "ğ": "tr", "ş": "tr", "đ": "vi", "ơ": "vi", "ư": "vi", "і": "uk", "ї": "uk",
    "є": "uk", "ґ": "uk", "ы": "ru", "э": "ru", "ё": "ru", "ъ": "bg ru", "ј": "sr", "ђ": "sr", "ћ": "sr",
    "џ": "sr", "њ": "sr", "љ": "sr",
}  # fmt: skip
"""Letters and signs, and the languages that they speak for."""
_PERSIAN, _URDU = frozenset("پچژگ"), frozenset("ٹڈڑےں")
_CERTAIN = 1.3
"""Points below which a text tells nothing: more than one common word."""
_TIE = 0.5
"""Points within which the language spoken before is the likelier of two."""


def language_of(text: str, otherwise: str = "en") -> str:
    """A tag such as ``de``; ``otherwise`` when the text does not show it, or shows two as likely."""
    text = unicodedata.normalize("NFC", text[:_LONGEST]).lower()
    scripts = Counter(script for letter in text if letter.isalpha() if (script := _script(letter)) in _SCRIPTS)
    if not scripts:
        return otherwise
    script = _main_script(scripts)
    if language := _SCRIPTS[script]:
        return _of_arabic(text) if language == "ar" else language
    return _by_words(text, script, otherwise)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _main_script(scripts: Counter[str]) -> str:
    # Names of apps and brands stand in Latin letters everywhere, and Japanese is written with Chinese ones too.
    weights = {script: count * (1 if script == "LATIN" else 3) for script, count in scripts.items()}
    if "CJK" in weights and weights.keys() & {"HIRAGANA", "KATAKANA"}:
        weights["HIRAGANA"] = weights.pop("CJK") + weights.get("HIRAGANA", 0) + weights.pop("KATAKANA", 0)
    return max(weights, key=lambda script: weights[script])


def _of_arabic(text: str) -> str:
    letters = set(text)
    if letters & _URDU:
        return "ur"
    return "fa" if letters & _PERSIAN else "ar"


def _by_words(text: str, script: str, otherwise: str) -> str:
    points: defaultdict[str, float] = defaultdict(float)
    for word in _WORD.findall(text.replace("’", "'")):
        languages = _OF_WORD.get(word, ()) or _OF_WORD.get(word.partition("'")[0] + "'", ())
        for language in languages:
            points[language] += len(languages) ** -0.5  # a word that many languages share says little
    for letter in text:
        for language in _LETTERS.get(letter, "").split():
            points[language] += 0.6
    ranked = sorted(points.items(), key=lambda item: -item[1])[:2]
    if script == "CYRILLIC":
        return ranked[0][0] if ranked and ranked[0][0] in ("ru", "uk", "bg", "sr") else "ru"
    if not ranked or ranked[0][1] < _CERTAIN:
        return otherwise
    if len(ranked) > 1 and ranked[1][1] >= ranked[0][1] - _TIE and ranked[1][0] == otherwise:
        return otherwise
    return ranked[0][0]
