"""Build the engines that a spec asks for; the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from genie_host.voice.audio import Block
from genie_host.voice.hearing import Recogniser, WakeDetector, WakeHeard, WakeWithdrawn, Word
from genie_host.voice.recognise.gemma import GemmaTranscriber
from genie_host.voice.recognise.grammar import closed_grammar, known_phrases
from genie_host.voice.recognise.local_ears import Engines, LocalEars
from genie_host.voice.recognise.model_folder import check_model_folder, overlay_of
from genie_host.voice.recognise.phrases import words_of
from genie_host.voice.recognise.pocketsphinx_wake import PocketSphinxWake
from genie_host.voice.recognise.readings import FreeSpeech, Shortcuts
from genie_host.voice.recognise.second_look import FreeDecoder, SecondLook
from genie_host.voice.recognise.segments import SegmentedCommands
from genie_host.voice.recognise.spec import EarsSpec
from genie_host.voice.recognise.vosk_commands import VoskCommands
from genie_host.voice.recognise.vosk_model import VoskModel
from genie_host.voice.recognise.vosk_wake import VoskWake
from genie_host.voice.recognise.vosk_words import VoskWords
from genie_host.voice.recognise.whisper import WhisperTranscriber
from genie_host.voice.recognise.words import steering_words

_HALTING = (Word.STOP, Word.CANCEL, Word.WAIT, Word.GO_ON)


def build_ears(spec: EarsSpec) -> LocalEars:
    """Load the model and make every recogniser once; they are kept, and never told another grammar.

    Raises RecogniserUnavailable, saying what the user can do.
    """
    return LocalEars(build_engines(spec))


def build_engines(spec: EarsSpec) -> Engines:
    """What ``build_ears`` hears with."""
    words = steering_words(spec.language)
    folder = Path(spec.model_folder)
    check_model_folder(folder)
    model = VoskModel(overlay_of(folder, Path(spec.cache_folder)))
    phrases = [words_of(phrase) for phrase in spec.wake_phrases]
    free = FreeDecoder(model)
    return Engines(
        name=_name(spec),
        wake=_wake(spec, model, words.fillers, free),
        stop=VoskWords(model, words.of(*_HALTING), words.fillers, decoys=phrases),
        answer=VoskWords(model, words.phrases, words.fillers),
        commands=_commands(spec, model, words.fillers, free),
    )


def _name(spec: EarsSpec) -> str:
    names = dict.fromkeys(("vosk", spec.wake_engine, spec.command_engine))
    folder = Path(spec.model_folder)
    return f"{' and '.join(names)} ({folder.parent.name if folder.name == 'model' else folder.name})"


class _NoWake:
    """Ears that are for commands only."""

    def accept(self, block: Block) -> list[WakeHeard | WakeWithdrawn]:
        return []

    def reset(self) -> None:
        """Nothing is half heard."""


def _wake(spec: EarsSpec, model: VoskModel, fillers: tuple[str, ...], free: FreeDecoder) -> WakeDetector:
    if not (spec.wake_phrases and spec.has_wake):
        return _NoWake()
    if spec.wake_engine == "pocketsphinx":
        return PocketSphinxWake(
            spec.wake_phrases, Path(spec.cache_folder), repeats=spec.repeats, is_strict=spec.is_strict
        )
    # An alias that the model knows stands in for a phrase that it does not know.
    phrases = [" ".join(words) for words in known_phrases(spec.wake_phrases, model)] or spec.wake_phrases
    look = SecondLook(free, spec.wake_phrases, repeats=spec.repeats) if spec.is_strict else None
    return VoskWake(model, phrases, fillers, repeats=spec.repeats, second_look=look)


def _commands(
    spec: EarsSpec, model: VoskModel, fillers: tuple[str, ...], free: FreeDecoder
) -> Callable[[], Recogniser]:
    if spec.shortcuts:
        shortcuts = Shortcuts(spec.shortcuts)
        closed = VoskCommands(model.decoder(closed_grammar(shortcuts.phrases, model, fillers)), shortcuts)
        return lambda: closed
    if spec.command_engine == "whisper":
        whisper = SegmentedCommands(WhisperTranscriber(Path(spec.whisper_model).expanduser(), spec.language))
        return lambda: whisper
    if spec.command_engine == "gemma":
        gemma = SegmentedCommands(
            GemmaTranscriber(Path(spec.gemma_model).expanduser(), Path(spec.cache_folder) / "gemma")
        )
        return lambda: gemma
    reader = FreeSpeech(wake_phrases=[words_of(phrase) for phrase in spec.wake_phrases])
    # The second look and commands share a decoder: they are never open at once, and its cache is big.
    free.begin()
    return lambda: VoskCommands(free.ready(), reader)
