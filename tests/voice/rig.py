"""A sound server of our own: real PipeWire with a microphone that tests speak into and a speaker that they listen to.

The microphone is ``vmic``, which hears what is played into the sink ``vmic_sink``; the speaker is the sink ``spk``,
heard through ``spk.monitor``. Nothing of the user's own sound is touched: folders, bus and sockets are the rig's.

    rig.play(wav)                      into the microphone, until it is over
    player = rig.start_playing(wav)    the same, in the background; player.wait(), player.stop()
    recording = rig.record("spk")      what the speaker plays from now on; recording.stop() gives 16 kHz PCM
    rig.unload_source(), rig.load_source()     the plug of the microphone
    rig.kill_server(), rig.start_server()      the sound server, dead and alive
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import wave
from collections.abc import Iterator
from pathlib import Path

from genie_host.core.clock import SYSTEM_CLOCK, Deadline

MICROPHONE = "vmic"
MICROPHONE_SINK = "vmic_sink"
SPEAKER = "spk"
RATE_HZ = 16_000

PROGRAMS = {
    "dbus-daemon": "dbus",
    "pipewire": "pipewire",
    "wireplumber": "wireplumber",
    "pipewire-pulse": "pipewire-pulse",
    "pactl": "pulseaudio-utils",
    "paplay": "pulseaudio-utils",
    "parec": "pulseaudio-utils",
    "espeak-ng": "espeak-ng",
}
"""What the rig is made of, and the Debian package of each."""
LIBRARIES = ("libportaudio2", "libasound2-plugins")
"""Debian packages that are needed besides: PortAudio, and its way to the sound server."""

_SERVER_SECONDS = 60.0
_STOP_SECONDS = 10.0


def missing_packages() -> list[str]:
    """The Debian packages whose programs are not there."""
    return sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})


class Player:
    """One sound on its way into a sink."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    @property
    def is_playing(self) -> bool:
        return self._process.poll() is None

    def wait(self, timeout_seconds: float = 120.0) -> None:
        """Until the last sample has been played."""
        self._process.wait(timeout_seconds)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(_STOP_SECONDS)


class Recording:
    """What a sink plays, from now until ``stop``: mono, 16 bit, 16 kHz."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._pcm = bytearray()
        self._lock = threading.Lock()
        self._heard = threading.Event()
        self._thread = threading.Thread(target=self._read, name="recording", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while part := os.read(self._process.stdout.fileno(), 65_536):
            with self._lock:
                self._pcm += part
            self._heard.set()

    def wait_until_running(self, timeout_seconds: float = 30.0) -> None:
        """Until the first samples have come, silent as they may be."""
        assert self._heard.wait(timeout_seconds), "the sound server gives nothing to record"

    @property
    def pcm(self) -> bytes:
        """So far."""
        with self._lock:
            return bytes(self._pcm)

    def stop(self) -> bytes:
        self._process.terminate()
        self._process.wait(_STOP_SECONDS)
        self._thread.join(_STOP_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self.pcm


class SoundRig:
    """Bus, sound server, microphone and speaker. ``environment`` leads programs to them, and this process too."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bus: subprocess.Popen[bytes] | None = None
        self._server: list[subprocess.Popen[bytes]] = []
        self._source_module = ""
        self._log = (folder / "server.log").open("ab")
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("PULSE_")}
        for name, kind in (("XDG_RUNTIME_DIR", "run"), ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")):
            (folder / kind).mkdir(mode=0o700)
            self.environment[name] = str(folder / kind)

    def start(self) -> None:
        """Bus and server. Raises RuntimeError when the server does not come up."""
        self._bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, env=self.environment
        )
        assert self._bus.stdout is not None
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._bus.stdout.readline().decode().strip()
        self.start_server()

    def close(self) -> None:
        self.kill_server()
        if self._bus is not None:
            _end(self._bus)
            if self._bus.stdout is not None:
                self._bus.stdout.close()
        self._log.close()

    @contextlib.contextmanager
    def as_own_surroundings(self) -> Iterator[None]:
        """This process and its children use the rig, PortAudio and ALSA inside it included."""
        before = dict(os.environ)
        _become(self.environment)
        try:
            yield
        finally:
            _become(before)

    # The server.

    def start_server(self) -> None:
        """A fresh server, with the microphone plugged in and the speaker on."""
        for program in ("pipewire", "wireplumber", "pipewire-pulse"):
            self._server.append(subprocess.Popen([program], stdout=self._log, stderr=self._log, env=self.environment))
            if program == "pipewire":
                self._wait_for(lambda: (Path(self.environment["XDG_RUNTIME_DIR"]) / "pipewire-0").exists(), program)
        self._wait_for(lambda: self._pactl("info", check=False).returncode == 0, "pipewire-pulse")
        for sink in (MICROPHONE_SINK, SPEAKER):
            self._pactl("load-module", "module-null-sink", f"sink_name={sink}", "rate=48000", "channels=1")
        self.load_source()
        self._wait_for(lambda: self._pactl("set-default-sink", SPEAKER, check=False).returncode == 0, SPEAKER)

    def kill_server(self) -> None:
        """Gone at once, as after a crash; whatever was connected loses its sound."""
        for process in reversed(self._server):
            _end(process, signal.SIGKILL)
        self._server.clear()
        run = Path(self.environment["XDG_RUNTIME_DIR"])
        for left in (*run.glob("pipewire-0*"), *run.glob("pulse/*")):
            left.unlink(missing_ok=True)

    def signal_server(self, number: signal.Signals) -> None:
        """SIGSTOP hangs it, SIGCONT lets it go on."""
        for process in self._server:
            process.send_signal(number)

    @property
    def is_running(self) -> bool:
        return bool(self._server) and all(process.poll() is None for process in self._server)

    # The plug of the microphone.

    def load_source(self) -> None:
        """Plug the microphone in, and make it the system's choice."""
        answer = self._pactl(
            "load-module", "module-remap-source", f"master={MICROPHONE_SINK}.monitor", f"source_name={MICROPHONE}"
        )
        self._source_module = answer.stdout.decode().strip()
        self.prefer_source(MICROPHONE)

    def unload_source(self) -> None:
        """Pull it out; the server moves whoever listened to another source, a speaker's monitor."""
        self._pactl("unload-module", self._source_module)
        self._source_module = ""

    @property
    def is_plugged_in(self) -> bool:
        return bool(self._source_module)

    def prefer_source(self, name: str) -> None:
        """Make another source the system's choice."""
        # A source that is listed is not always there yet for those who choose it.
        self._wait_for(lambda: self._pactl("set-default-source", name, check=False).returncode == 0, name)

    def make_whole(self) -> None:
        """As at the start, whatever a test did."""
        self.signal_server(signal.SIGCONT)
        if not self.is_running:
            self.kill_server()
            self.start_server()
        elif not self.is_plugged_in:
            self.load_source()
        else:
            self.prefer_source(MICROPHONE)

    def sources(self) -> list[str]:
        """The names of the server's sources, monitors included."""
        lines = self._pactl("list", "short", "sources").stdout.decode().splitlines()
        return [line.split("\t")[1] for line in lines if "\t" in line]

    # Sound.

    def start_playing(self, wav: Path, sink: str = MICROPHONE_SINK) -> Player:
        """Into the microphone by default."""
        command = ["paplay", "--latency-msec=30", f"--device={sink}", str(wav)]
        return Player(subprocess.Popen(command, env=self.environment, stdout=self._log, stderr=self._log))

    def play(self, wav: Path, sink: str = MICROPHONE_SINK) -> None:
        self.start_playing(wav, sink).wait()

    def record(self, sink: str = SPEAKER) -> Recording:
        """Starts now; call ``stop`` for what was heard."""
        command = ["parec", "--latency-msec=30", f"--device={sink}.monitor", "--raw"]
        command += ["--format=s16le", f"--rate={RATE_HZ}", "--channels=1"]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=self._log)
        recording = Recording(process)
        recording.wait_until_running()
        return recording

    def loop_back(self, source: str = f"{SPEAKER}.monitor", sink: str = MICROPHONE_SINK) -> str:
        """A microphone that hears the speaker, as in a room; gives the module to ``unload``."""
        answer = self._pactl("load-module", "module-loopback", f"source={source}", f"sink={sink}", "latency_msec=30")
        return answer.stdout.decode().strip()

    def unload(self, module: str) -> None:
        self._pactl("unload-module", module)

    def _pactl(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["pactl", *arguments], env=self.environment, capture_output=True, check=check, timeout=_SERVER_SECONDS
        )

    def _wait_for(self, is_there, what: str) -> None:
        deadline = Deadline.after(_SERVER_SECONDS)
        while not is_there():
            if deadline.is_over:
                raise RuntimeError(f"{what} does not come up; see server.log in {self._folder}")
            SYSTEM_CLOCK.sleep(0.05)


# What is played.


def write_wav(path: Path, pcm: bytes, rate_hz: int = RATE_HZ) -> Path:
    """Mono, 16 bit."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(pcm)
    return path


def silence(seconds: float, rate_hz: int = RATE_HZ) -> bytes:
    return bytes(2 * int(seconds * rate_hz))


def espeak(text: str, voice: str = "ko", words_per_minute: int = 150) -> tuple[bytes, int]:
    """Speech as mono 16-bit PCM, and its rate in Hz."""
    command = ["espeak-ng", "-v", voice, "-s", str(words_per_minute), "--stdout", "--stdin"]
    wav = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=60).stdout
    # The header of a stream gives no length: the samples follow it.
    start = wav.index(b"data") + 8
    return wav[start:], int.from_bytes(wav[24:28], "little")


def spoken(path: Path, *parts: str | float, voice: str = "ko", words_per_minute: int = 150) -> Path:
    """A WAV file of texts and pauses in seconds: ``spoken(path, 0.5, "하모니카", 1.0)``."""
    pcm, rate_hz = b"", 22_050  # espeak-ng's own
    for part in parts:
        pcm += silence(part, rate_hz) if isinstance(part, int | float) else espeak(part, voice, words_per_minute)[0]
    return write_wav(path, pcm, rate_hz)


def _end(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> None:
    process.send_signal(number)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_STOP_SECONDS)


def _become(environment: dict[str, str]) -> None:
    for name in set(os.environ) - set(environment):
        del os.environ[name]
    os.environ.update(environment)
