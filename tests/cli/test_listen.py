"""``genie listen`` and ``genie ask`` as a user's shell sees them, as far as they go without a microphone."""

from __future__ import annotations

import io
import json

import pytest

from genie_host.cli.typed import TypedLines
from genie_host.phone.notify import TITLE
from genie_host.voice.hearing import Word, WordHeard
from genie_host.voice.machine.happenings import KeyAnswer, Muted, TalkPressed, Typed

pytestmark = pytest.mark.slow

WIFI = "turn on Wi-Fi"


def test_a_typed_goal_is_reached_and_answered(start_genie) -> None:
    process = start_genie("listen", "--text", "--quiet", "--device", "sim", "--json", "--once")
    out, err = process.communicate(f"{WIFI}\n", timeout=180)
    events = [json.loads(line) for line in out.splitlines()]
    assert process.returncode == 0, err
    assert err == ""
    assert [event["data"]["value"] for event in events if event["kind"] == "effect"] == [True]
    replies = [event["data"]["message"] for event in events if event["data"].get("is_reply")]
    assert len(replies) == 1
    assert "Wi-Fi" in replies[0]
    states = [event["data"]["state"] for event in events if event["kind"] == "voice_state"]
    assert states[0] == "muted"
    assert states[-1] == "muted"


def test_the_answer_is_shown_on_the_phone_when_that_is_wanted(start_genie, adb_server, sim) -> None:
    adb_server.connect(sim.serial)
    options = ("--text", "--quiet", "--once", "--show-on-phone", "--device", sim.serial)
    process = start_genie("listen", *options, ANDROID_ADB_SERVER_PORT=str(adb_server.port))
    out, err = process.communicate(f"{WIFI}\n", timeout=180)
    assert process.returncode == 0, err
    shown = sim.call(lambda phone: [each.text for each in phone.world.system.notifications if each.title == TITLE])
    assert len(shown) == 1
    assert "Wi-Fi" in shown[0]
    assert shown[0] in out


def test_several_goals_are_done_on_one_phone_and_the_end_of_input_ends_it(start_genie) -> None:
    process = start_genie("listen", "--text", "--quiet", "--device", "sim", "--approve", "deny")
    process.stdin.write(f"{WIFI}\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith("Done:"):
            break
    out, err = process.communicate("turn off Wi-Fi\n", timeout=180)
    assert process.returncode == 0, err
    assert "Wi-Fi: off" in out


def test_a_message_is_read_back_and_sent_by_a_key(start_genie) -> None:
    process = start_genie("listen", "--text", "--quiet", "--device", "sim", "--json", "--once")
    process.stdin.write("send hi to Mum\n")
    process.stdin.flush()
    asked = ""
    effects = []
    for line in process.stdout:
        event = json.loads(line)
        message = str(event["data"].get("message", ""))
        if event["kind"] == "notice" and "Yes or no?" in message:
            asked = message
            process.stdin.write("yes\n")
            process.stdin.flush()
        if event["kind"] == "effect":
            effects.append(event["data"]["kind"])
    assert process.wait(60) == 0
    assert "send something in Messages" in asked
    assert "To: Mum. Text: hi." in asked
    assert effects == ["message_sent"]


def test_a_message_is_not_sent_without_a_yes(start_genie) -> None:
    process = start_genie("listen", "--text", "--quiet", "--device", "sim", "--json", "--once")
    process.stdin.write("send hi to Mum\n")
    process.stdin.flush()
    kinds = []
    for line in process.stdout:
        event = json.loads(line)
        kinds.append(event["kind"])
        if event["kind"] == "notice" and "Yes or no?" in str(event["data"]["message"]):
            process.stdin.write("n\n")
            process.stdin.flush()
    assert process.wait(60) == 3
    assert "effect" not in kinds


def test_a_speech_model_that_is_missing_is_told_and_typing_goes_on(start_genie) -> None:
    process = start_genie("listen", "--quiet", "--device", "sim", "--json", "--once", "--speech-model", "not-there")
    out, err = process.communicate(f"{WIFI}\n", timeout=180)
    events = [json.loads(line) for line in out.splitlines()]
    assert process.returncode == 0, err
    told = [event["data"]["message"] for event in events if event["kind"] == "notice"]
    assert any("genie voice models" in words for words in told), told
    assert any(event["kind"] == "effect" for event in events)


def test_nothing_to_hear_with_and_nothing_typed_is_an_end_with_a_reason(start_genie) -> None:
    process = start_genie("listen", "--quiet", "--device", "sim", "--speech-model", "not-there")
    _, err = process.communicate("", timeout=180)
    assert process.returncode == 8
    assert "genie voice models" in err
    assert "Traceback" not in err


def test_push_to_talk_without_anybody_to_push_is_an_end_with_a_reason(start_genie, tmp_path) -> None:
    for name in ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst"):
        (tmp_path / "model" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "model" / name).touch()
    process = start_genie("ask", "--dry-run", "--speech-model", tmp_path / "model")
    out, err = process.communicate("", timeout=180)
    assert process.returncode == 2, out
    assert err == "genie: Nobody can press Enter: the input is at its end. Take --wav FILE, or a terminal.\n"


def test_settings_that_are_wrong_are_an_end_with_a_reason(genie, tmp_path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "voice.toml").write_text('sensitivity = "loud"\n', encoding="utf-8")
    ran = genie("listen", "--device", "sim")
    assert ran.code == 2
    assert ran.err.startswith("genie: voice.toml is not right at sensitivity: ")


def test_a_recording_that_is_not_there_is_a_usage_error(genie, tmp_path) -> None:
    ran = genie("ask", "--wav", tmp_path / "none.wav")
    assert ran.code == 2
    assert str(tmp_path) not in ran.err


def test_a_language_without_a_word_for_stop_is_refused_before_anything_is_opened(genie, tmp_path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "voice.toml").write_text('language = "tlh"\n', encoding="utf-8")
    ran = genie("listen", "--quiet", "--device", "sim")
    assert ran.code == 8
    assert "stop" in ran.err


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("\n", TalkPressed()),
        ("/mute\n", Muted(is_muted=True)),
        ("/unmute\n", Muted(is_muted=False)),
        ("y\n", KeyAnswer(is_yes=True)),
        ("No\n", KeyAnswer(is_yes=False)),
        ("go on\n", WordHeard(word=Word.GO_ON, ended_at=0.0)),
        ("halt\n", WordHeard(word=Word.STOP, ended_at=0.0)),
        ("  stop the music \n", Typed(text="stop the music")),
    ],
)
def test_what_a_typed_line_stands_for(line, meant) -> None:
    lines = TypedLines(
        post=lambda each: None,
        on_end=lambda has_left: None,
        steer={"halt": Word.STOP}.get,
        stream=io.StringIO(),
    )
    assert lines.meant(line) == meant
