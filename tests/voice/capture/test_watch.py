"""When a microphone is opened again, and which one is listened to."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.capture.routes import ServerSource
from genie_host.voice.capture.watch import NOT_CHOSEN, ON_MONITOR, Reopening, judged

MIC = ServerSource(index=1, name="mic", description="Microphone", is_monitor=False)
HEADSET = ServerSource(index=2, name="headset", description="Headset", is_monitor=False)
MONITOR = ServerSource(index=3, name="spk.monitor", description="Monitor of Speaker", is_monitor=True)


def test_tries_come_after_half_a_second_one_two_and_then_every_five() -> None:
    reopening, now, tries = Reopening(), 0.0, []
    reopening.lost(now)
    while len(tries) < 6:
        now += 0.05
        if reopening.is_due(now):
            tries.append(now)
            reopening.failed(now)
    gaps = [round(later - earlier, 1) for earlier, later in zip([0.0, *tries], tries, strict=False)]
    assert gaps == [0.5, 0.5, 1.0, 2.0, 5.0, 5.0]


def test_first_try_ever_is_at_once() -> None:
    assert Reopening().is_due(0.0)


def test_something_plugged_in_is_tried_at_once() -> None:
    reopening = Reopening()
    for _ in range(5):
        reopening.failed(10.0)
    assert not reopening.is_due(11.0)
    reopening.hurry(11.0)
    assert reopening.is_due(11.0)


def test_three_failures_are_said() -> None:
    reopening = Reopening()
    for _ in range(2):
        reopening.failed(0.0)
    assert reopening.sentence("Gone.") == "Gone. It is being opened again."
    reopening.failed(0.0)
    assert reopening.sentence("Gone.") == "Gone. Genie has tried 3 times and goes on trying; text works meanwhile."


@pytest.mark.parametrize(
    ("heard", "sources", "wished", "last", "refusal", "better"),
    [
        (1, [MIC, MONITOR], "", "", "", ""),
        (2, [MIC, HEADSET, MONITOR], "", "mic", "", ""),  # the user chose the headset in the system's settings
        (3, [MONITOR], "", "mic", ON_MONITOR, ""),
        (3, [MIC, MONITOR], "", "", ON_MONITOR, "mic"),
        (3, [MIC, HEADSET, MONITOR], "", "headset", ON_MONITOR, "headset"),
        (3, [MIC, MONITOR], "", "headset", ON_MONITOR, "mic"),
        (1, [MIC, MONITOR], "mic", "", "", ""),
        (2, [MIC, HEADSET], "mic", "", NOT_CHOSEN, "mic"),
        (2, [HEADSET], "mic", "mic", NOT_CHOSEN, ""),
        (3, [HEADSET, MONITOR], "mic", "mic", NOT_CHOSEN, ""),
        (3, [MONITOR], "spk.monitor", "", "", ""),  # chosen by name: wanted
    ],
)
def test_judgement(heard: int, sources: list[ServerSource], wished: str, last: str, refusal: str, better: str) -> None:
    judgement = judged(heard, sources, wished, last)
    assert judgement is not None
    assert (judgement.heard.index, judgement.refusal, judgement.better) == (heard, refusal, better)


@pytest.mark.parametrize(("heard", "sources"), [(None, [MIC]), (9, [MIC]), (1, None), (None, None), (1, [])])
def test_unknown_is_not_judged(heard: int | None, sources: list[ServerSource] | None) -> None:
    assert judged(heard, sources, "", "") is None


@settings(deadline=None)
@given(
    st.integers(0, 4),
    st.lists(st.sampled_from([MIC, HEADSET, MONITOR]), unique=True),
    st.sampled_from(["", "mic", "headset", "spk.monitor", "gone"]),
    st.sampled_from(["", "mic", "headset"]),
)
def test_no_monitor_is_ever_listened_to_unless_it_was_chosen(
    heard: int, sources: list[ServerSource], wished: str, last: str
) -> None:
    judgement = judged(heard, sources, wished, last)
    if judgement is not None and not judgement.refusal:
        assert not judgement.heard.is_monitor or judgement.heard.name == wished
        assert not wished or judgement.heard.name == wished
    if judgement is not None and judgement.better:
        assert judgement.refusal
        assert judgement.better in {source.name for source in sources}
