"""Characters that look like Latin letters, after case folding. A small part of Unicode's list of confusables (UTS 39).

Whole alphabets that are drawn as Latin ones are written side by side: each letter stands above what it looks like.
"""

from __future__ import annotations

from collections.abc import Iterator

_SINGLE = {
    # Cyrillic, small letters: comparing happens after case folding
    "а": "a",
    "в": "b",
    "с": "c",
    "ԁ": "d",
    "е": "e",
    "ё": "e",
    "һ": "h",
    "і": "i",
    "ї": "i",
    "ј": "j",
    "к": "k",
    "ӏ": "l",
    "м": "m",
    "п": "n",
    "о": "o",
    "р": "p",
    "ԛ": "q",
    "г": "r",
    "ѕ": "s",
    "т": "t",
    "у": "y",
    "ѵ": "v",
    "ԝ": "w",
    "х": "x",
    "ү": "y",
    # Greek
    "α": "a",
    "β": "b",
    "ϲ": "c",
    "ε": "e",
    "η": "n",
    "ι": "i",
    "κ": "k",
    "ν": "v",
    "ο": "o",
    "ρ": "p",
    "σ": "o",
    "τ": "t",
    "υ": "u",
    "χ": "x",
    "γ": "y",
    "ω": "w",
    # Latin
    "ı": "i",
    "ɑ": "a",
    "ɡ": "g",
    "ɩ": "i",
    "ʟ": "l",
    "ʏ": "y",
    "ø": "o",
    "đ": "d",
    "ł": "l",
}

_SIDE_BY_SIDE = (
    # Latin small capitals and letters of the phonetic alphabet
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢʋƅƽɛɾɘʂ", "abcdefghijklmnoprstuvwyzvbseres"),
    # Cherokee
    ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎻᎾᏀᏂᏃᏆᏌᏎᏏᏐᏒᏔᏗᏙᏚᏟᏢᏦᏧᏩᏭᏮᏰᏴᎷᎦᎶᏕᏖᏞᏪᏣᏤᎨ", "drtiyajewhogpzhusbeswlvsclkdgtwbbmsdsslwcvr"),
    # Armenian
    ("աեիոսցքօհյզճտլ", "uthnugpohjqsul"),
    # Lisu
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"),
    # Canadian syllabics
    ("ᑭᗅᗷᑕᗪᕼᒍᒪᗰᑎᑌᐯᗯ᙭ᔕᖴᖇᑫᐱᗩᗴᑢ", "pabcdhjlmnuvwxsfrqaaec"),
)
_RUNS = ((0x1F1E6, 26), (0x1F150, 26), (0x1F170, 26), (0x1F130, 26), (0xFF41, 26))
"""Where alphabets of signs begin: flags' letters, letters in circles and squares."""


def _pairs() -> Iterator[tuple[str, str]]:
    yield from _SINGLE.items()
    for signs, letters in _SIDE_BY_SIDE:
        yield from zip(signs, letters, strict=True)
    for start, count in _RUNS:
        yield from ((chr(start + place), chr(ord("a") + place)) for place in range(count))


LOOKALIKES = str.maketrans(dict(_pairs()))
"""For ``str.translate``."""
LETTERLIKE = str.maketrans({"0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "$": "s", "@": "a", "!": "i"})
"""Digits and signs that are read as letters when they stand among letters."""
