"""Was there speech at all? By loudness over the quietest that was heard; pure."""

from __future__ import annotations

from genie_host.voice.level import level_of

_OVER_NOISE_DB = 12.0
_QUIETEST_SPEECH_DBFS = -45.0
_NOISE_RISE_DB = 0.5
"""In one block: noise is what is there all the time, so its estimate falls at once and rises slowly."""
_SPEECH_BLOCKS = 3
"""300 ms: a cough or a key is shorter."""


class SpeechMeter:
    """Follows the noise of a room and says when something is louder than it."""

    def __init__(self) -> None:
        self._noise_dbfs = 0.0
        self._loud_blocks = 0
        self.is_loud = False
        """The last block."""

    def take(self, pcm: bytes) -> None:
        level = level_of(pcm).rms_dbfs
        self._noise_dbfs = min(level, self._noise_dbfs + _NOISE_RISE_DB)
        self.is_loud = level > max(_QUIETEST_SPEECH_DBFS, self._noise_dbfs + _OVER_NOISE_DB)
        self._loud_blocks += self.is_loud

    @property
    def has_heard_speech(self) -> bool:
        return self._loud_blocks >= _SPEECH_BLOCKS

    def begin_utterance(self) -> None:
        """Count speech anew; the room stays what it is."""
        self._loud_blocks = 0
