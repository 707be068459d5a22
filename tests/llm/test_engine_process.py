"""The child process when things go wrong: killed, wedged, its parent gone, its file not what it should be."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from nano_turns import LONG_ANSWER, LookingClock, click, propose

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled, ModelCrashed, ModelDamaged, ModelError, ModelMissing, ModelTimeout
from genie_host.llm.grammar import call_regex
from genie_host.llm.litert import LiteRtModel
from genie_host.llm.model import CallShape
from genie_host.llm.process import EngineProcess
from genie_host.llm.protocol import Count, EngineSpec, Propose

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for the end of processes by pidfd"),
]

BACK = CallShape("go_back")


@pytest.fixture
def model(nano_entry, nano_path):
    model = LiteRtModel.start(nano_entry, nano_path)
    yield model
    model.close()


def is_gone(process_id):
    try:
        handle = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    with os.fdopen(handle):
        return bool(select.select([handle], [], [], 30)[0])


def test_a_killed_child_is_replaced_within_the_budget(model):
    for _ in range(2):
        before = model.process_id
        os.kill(before, signal.SIGKILL)
        assert propose(model, [BACK]).calls == (("go_back", {}),)
        assert model.process_id != before
    os.kill(model.process_id, signal.SIGKILL)
    with pytest.raises(ModelCrashed, match="too often"):
        propose(model, [BACK])


def test_a_child_killed_in_the_middle_of_a_turn_is_replaced_and_asked_again(model):
    child = model.process_id
    os.kill(child, signal.SIGSTOP)
    clock = LookingClock(3, lambda: os.kill(child, signal.SIGKILL))
    assert propose(model, [BACK], deadline=Deadline(1.0, clock)).calls == (("go_back", {}),)
    assert model.process_id != child


def test_a_wedged_child_is_killed_at_the_deadline_and_replaced(model):
    child = model.process_id
    os.kill(child, signal.SIGSTOP)  # like a prefill, it does not listen to a stop
    with pytest.raises(ModelTimeout):
        propose(model, [BACK], deadline=Deadline(1.0, LookingClock(3, lambda: 2.0)))
    assert is_gone(child)
    assert propose(model, [BACK]).calls == (("go_back", {}),)


def test_a_stop_between_two_tokens_leaves_the_child_alive(nano_entry, nano_path):
    spec = EngineSpec(
        path=str(nano_path),
        backend="cpu",
        thread_count=1,
        context_tokens=nano_entry.context_tokens,
        prefill_tokens=nano_entry.prefill_tokens,
        cache_dir=":nocache",
        prompt_style="nano",
        is_constraint_probed=True,
    )
    pattern = call_regex([LONG_ANSWER], fence_start=nano_entry.fence_start, fence_end=nano_entry.fence_end)
    process = EngineProcess(spec, stop_grace_seconds=60.0)  # however busy this machine is
    try:
        process.wait_until_ready(Deadline.after(60), CancelToken())
        cancel = CancelToken()
        long_turn = Propose(id=1, system="", prompt="x", tools=(), pattern=pattern, max_output_tokens=900)
        with pytest.raises(Cancelled):
            process.ask(long_turn, Deadline(1.0, LookingClock(2, cancel.cancel)), cancel)
        assert process.is_alive
        assert process.ask(Count(id=2, text="still there"), Deadline.after(60), CancelToken()).tokens > 0
    finally:
        process.close()
    assert not process.is_alive


def test_a_child_killed_because_the_user_said_stop_costs_no_restart(model):
    for _ in range(3):
        os.kill(model.process_id, signal.SIGSTOP)
        cancel = CancelToken()
        with pytest.raises(Cancelled):
            propose(model, [BACK], cancel=cancel, deadline=Deadline(1.0, LookingClock(2, cancel.cancel)))
        assert propose(model, [BACK]).calls == (("go_back", {}),)


def test_close_ends_the_child_and_leaves_no_zombie(model):
    child = model.process_id
    model.close()
    model.close()
    assert is_gone(child)
    assert not [process for process in multiprocessing.active_children() if process.pid == child]
    with pytest.raises(ModelError, match="closed"):
        propose(model, [BACK])


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (lambda data: None, ModelMissing),
        (lambda data: b"", ModelDamaged),
        (lambda data: b"<html>not a model</html>", ModelDamaged),
        (lambda data: b"LITERTLM" + b"\0" * 4096, ModelDamaged),
        (lambda data: data[: len(data) // 2], ModelDamaged),
        (lambda data: data[:20_000], ModelDamaged),
    ],
    ids=["missing", "empty", "other", "hollow", "half", "head"],
)
def test_a_file_that_is_no_model_is_told_apart(nano_entry, nano_path, tmp_path, damage, error):
    path = tmp_path / "broken.litertlm"
    data = damage(nano_path.read_bytes())
    if data is not None:
        path.write_bytes(data)
    unknown = nano_entry.model_copy(update={"size_bytes": None, "sha256": None})
    with pytest.raises(error) as info:
        LiteRtModel.start(unknown, path)
    assert str(tmp_path) not in str(info.value)


def test_one_flipped_byte_is_noticed_when_the_checksum_is_known(nano_entry, nano_path, tmp_path):
    data = bytearray(nano_path.read_bytes())
    data[len(data) // 2] ^= 0x40
    path = tmp_path / nano_entry.file
    path.write_bytes(data)
    known = nano_entry.model_copy(update={"sha256": "0" * 64})
    with pytest.raises(ModelDamaged, match="checksum"):
        LiteRtModel.start(known, path)


def test_nothing_is_written_beside_a_model_that_uses_the_cache(nano_entry, nano_path, tmp_path):
    (tmp_path / "models").mkdir()
    path = tmp_path / "models" / nano_entry.file
    path.write_bytes(nano_path.read_bytes())
    big = nano_entry.model_copy(update={"prompt_style": "full"})
    stale = tmp_path / "cache" / path.stem / "1-1"
    stale.mkdir(parents=True)
    model = LiteRtModel.start(big, path, cache_dir=tmp_path / "cache")
    try:
        assert propose(model, [click("a", "b c")]).calls
    finally:
        model.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert list((tmp_path / "cache" / path.stem).glob("*/*"))
    assert not stale.exists()


def test_a_full_style_model_keeps_its_conversation_until_told_to_forget(nano_entry, nano_path, tmp_path):
    full = nano_entry.model_copy(update={"prompt_style": "full"})
    model = LiteRtModel.start(full, nano_path, cache_dir=tmp_path)
    try:
        first, second = propose(model, [BACK]), propose(model, [BACK])
        model.forget()
        third = propose(model, [BACK])
        assert second.prompt_tokens != first.prompt_tokens
        assert third.prompt_tokens == first.prompt_tokens
        propose(model, [], max_output_tokens=4)  # words between calls, in the same conversation
        for turn in range(12):  # more than the context could hold
            assert propose(model, [BACK], prompt=f"turn {turn} " + "7 " * 60).calls == (("go_back", {}),)
    finally:
        model.close()


START_TWO = """
import signal
import sys
from genie_host.llm.catalogue import Catalogue
from genie_host.llm.litert import LiteRtModel

if __name__ == "__main__":
    # Whoever runs the tests in the background of a shell hands on an interrupt that is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    catalogue = Catalogue.load()
    entry = catalogue.find("genie-nano")
    models = [LiteRtModel.start(entry, catalogue.path_of(entry)) for _ in range(2)]
    try:
        print(*(model.process_id for model in models), flush=True)
        {then}
    except KeyboardInterrupt:
        print(models[0].count_tokens("still there"), flush=True)
"""


def start_two(tmp_path, then):
    script = tmp_path / "two_models.py"
    script.write_text(START_TWO.format(then=then), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TMPDIR": str(tmp_path)},
    )


def test_two_models_left_open_are_closed_at_the_interpreters_exit(tmp_path):
    with start_two(tmp_path, "pass") as parent:
        out, err = parent.communicate(timeout=120)
    assert (parent.returncode, err) == (0, "")
    assert all(is_gone(int(child)) for child in out.split())
    assert not list(tmp_path.glob("genie-engine-*"))


def test_children_end_when_their_parent_is_killed(tmp_path):
    with start_two(tmp_path, "sys.stdin.read()") as parent:
        children = [int(child) for child in parent.stdout.readline().split()]
        parent.kill()
        parent.communicate()
    assert len(children) == 2
    assert all(is_gone(child) for child in children)
    assert not list(tmp_path.glob("genie-engine-*"))


def test_ctrl_c_is_the_parents_alone(tmp_path):
    with start_two(tmp_path, "sys.stdin.read()") as parent:
        parent.stdout.readline()
        os.killpg(parent.pid, signal.SIGINT)
        out, err = parent.communicate(timeout=120)
    assert int(out) > 0
    assert (parent.returncode, err) == (0, "")
