"""What is said in the corpora: sentences put together from a seed, with words that nearly are the wake phrase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

NEAR_MISS_SHARE = 0.25
"""Of all sentences in a negative corpus."""

_KOREAN = {
    "who": "저는 우리는 친구가 선생님이 동생이 할머니가 이웃이 기자가 아이들이 의사가 그 사람이 형이".split(),
    "when": "오늘 어제 내일 아침에 저녁에 지난주에 주말에 방금 밤에 여름에 매일 가끔".split(),
    "where": "집에서 학교에서 시장에서 회사에서 공원에서 바다에서 도서관에서 역에서 부엌에서 산에서".split(),
    "what": (
        "책을 신문을 커피를 밥을 편지를 사진을 노래를 전화를 숙제를 자전거를 라디오를 텔레비전을 음악을 영화를 약을 "
        "문을 창문을 우산을 가방을 시계를"
    ).split(),
    "did": (
        "읽었습니다 샀습니다 찾았습니다 보았습니다 만들었습니다 보냈습니다 잃어버렸습니다 좋아합니다 들었습니다 "
        "고쳤습니다 빌렸습니다 열었습니다 가져왔습니다"
    ).split(),
    # Its own letters, its rhythm, its ending, or instruments of its kind.
    "near": (
        "하모니가 하모니를 하모니 하마가 하나만 아코디언을 아메리카 아메리카노 하와이가 모니카 모니터가 화면이카 "
        "하모니움 카메라 케냐 하루만이 할머니가 하면이가 하모늬 파프리카 아프리카 헬리콥터 하모니라고"
    ).split(),
}
_KOREAN_FORMS = ("{when} {who} {where} {what} {did}", "{who} {when} {what} {did}", "{where} {what} {did}")
_KOREAN_NEAR = ("{when} {near} {who} {what} {did}", "{near} {where} {did}", "{who} {near} {did}", "{near}")

_ENGLISH = {
    "who": "my brother|the teacher|our neighbour|a driver|the doctor|that woman|everybody|the reporter|her son".split(
        "|"
    ),
    "did": (
        "bought|found|opened|carried|painted|forgot|borrowed|repaired|noticed|described|wanted|finished|wrote about"
    ).split("|"),
    "what": (
        "the red umbrella|a long letter|two train tickets|the garden gate|some fresh bread|an old radio|"
        "the blue bicycle|a cup of coffee|the morning paper|a photograph|"
        "the last chapter|a pair of gloves|the kitchen window"
    ).split("|"),
    "where": (
        "at the station|in the library|near the harbour|on the second floor|behind the school|by the river|"
        "in the market|at the office|across the road|under the bridge"
    ).split("|"),
    "when": (
        "yesterday|this morning|after lunch|late at night|last summer|on Tuesday|before the meeting|every weekend|"
        "an hour ago|in the winter"
    ).split("|"),
    "near": (
        "hey Emma|hey Jenna|hey grandma|hey mama|hey German|hey Jim|hey gamma rays|hey Gemini|hey Jimmy|a gem I|"
        "Gemma|Emma|grammar|dilemma|the gem|a gamma|hey there|hey you|they gather|hay and grain|hey James|stigma|"
        "say Jamaica|day gamma|hey Emily"
    ).split("|"),
}
_ENGLISH_FORMS = ("{when} {who} {did} {what} {where}.", "{who} {did} {what} {when}.", "{who} {did} {what} {where}.")
_ENGLISH_NEAR = (
    "{near}, {who} {did} {what}.",
    "{who} said {near} and {did} {what}.",
    "{near}.",
    "{when} {who} {did} {what} with {near}.",
)

_PARTS = {
    "ko": (_KOREAN, _KOREAN_FORMS, _KOREAN_NEAR),
    "en": (_ENGLISH, _ENGLISH_FORMS, _ENGLISH_NEAR),
}


def sentences(language: str, seed: int) -> Iterator[str]:
    """Without end, the same for the same seed. About one in four comes near the wake phrase; none has it."""
    words, forms, near_forms = _PARTS[language]
    random = Random(f"{language}/{seed}")
    while True:
        form = random.choice(near_forms if random.random() < NEAR_MISS_SHARE else forms)
        yield form.format(**{name: random.choice(choices) for name, choices in words.items()})


def near_misses(language: str) -> tuple[str, ...]:
    """The words of the negative corpora that were chosen to be mistaken for the wake phrase."""
    return tuple(_PARTS[language][0]["near"])
