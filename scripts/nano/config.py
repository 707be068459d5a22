"""Every number that decides what the nano model is, in frozen records."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

PAD, EOS, BOS, UNK = "<pad>", "<eos>", "<bos>", "<unk>"
PAD_ID, EOS_ID, BOS_ID, UNK_ID = 0, 1, 2, 3

TURN_USER = "<user>"
TURN_MODEL = "<model>"
TURN_END = "<end_of_turn>"
CALL_START = "<start_function_call>"
CALL_END = "<end_function_call>"

CALL_OPENERS = (
    '{"name":"click","arguments":{"target":"',
    '{"name":"switch_on","arguments":{"target":"',
    '{"name":"switch_off","arguments":{"target":"',
    '{"name":"open_app","arguments":{"name":"',
    '{"name":"type_text","arguments":{"field":"',
    '","text":"',
    '{"name":"scroll","arguments":{"direction":"down"}}',
    '{"name":"scroll","arguments":{"direction":"up"}}',
    '{"name":"go_back","arguments":{}}',
    '{"name":"go_home","arguments":{}}',
    '{"name":"reply","arguments":{"message":"',
    '{"name":"tasks","arguments":{"plan":"done"}}',
    '{"name":"tasks","arguments":{"plan":"not possible","outcome":"impossible"}}',
    '"}}',
)
"""The fixed text around a call's free values. One piece each: a call costs the model only the words it chooses."""


PROMPT_PIECES = (
    "\ntime: hour ", " minute ", "\ndid: ", "\napp: ", " / ", "; ", " (no change)", " (failed)", "\n(scrolls)",
    "\n- ", "\n-+ ", "\n-* ", "\n| ", "\n|+ ", "\n|* ", " = ", " [on]", " [off]", " [field]", " [field: ",
    " [disabled]", " [selected]", "click ",
    "switch_on ", "switch_off ", "open_app ", "type_text ", "scroll ", "go_back", "go_home",
)  # fmt: skip
"""What genie_host/agent/nano_prompt.py writes around names and values."""


@dataclass(frozen=True, kw_only=True)
class TokenizerConfig:
    """How text becomes pieces."""

    vocab_size: int = 2048
    openers: tuple[str, ...] = CALL_OPENERS
    extra_pieces: tuple[str, ...] = PROMPT_PIECES
    """More strings that are one piece each: the fixed parts of a prompt."""
    corpus_samples: int = 30_000
    """How many training samples the piece statistics are taken from."""


@dataclass(frozen=True, kw_only=True)
class NetworkConfig:
    """Shape of the Gemma-3 network."""

    hidden: int = 128
    layers: int = 5
    heads: int = 4
    kv_heads: int = 1
    head_dim: int = 32
    feed_forward: int = 448
    context_tokens: int = 1024
    sliding_window: int = 512
    rms_eps: float = 1e-6
    rope_theta_local: float = 10_000.0
    rope_theta_global: float = 1_000_000.0

    def is_global(self, layer: int) -> bool:
        """Whether this layer sees the whole context: the last one only, as in the proven sketch."""
        return layer == self.layers - 1


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """One run of the optimiser."""

    learning_rate: float = 2.5e-3
    final_fraction: float = 0.02
    """Where the cosine ends, as a fraction of `learning_rate`."""
    warmup_steps: int = 300
    batch_samples: int = 8
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: float = 0.05
    clip_norm: float = 1.0
    prompt_loss_weight: float = 0.0
    """Above zero the prompt's own tokens are predicted too."""
    copying_every: int = 4
    """Above zero, one batch in so many is prompts to be said twice."""
    sort_window: int = 32
    """Batches are cut from this many batches sorted by length, so that little is padding."""
    threads: int = 1


@dataclass(frozen=True, kw_only=True)
class ExportConfig:
    """How the trained network becomes a TFLite graph."""

    prefill_lengths: tuple[int, ...] = (128, 256)
    """One graph each, about 0.25 MB; a longer prompt is read in pieces. The catalogue names the smallest."""
    quantization: str = "dynamic_wi8_afp32"


@dataclass(frozen=True, kw_only=True)
class NanoConfig:
    """The whole recipe."""

    name: str = "genie-nano"
    seed: int = 20261130
    tokenizer: TokenizerConfig = field(default_factory=TokenizerConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    export: ExportConfig = field(default_factory=ExportConfig)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, for checkpoints and the model card."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The inverse of `as_dict`, also after a trip through JSON."""
        return cls(
            name=data["name"],
            seed=data["seed"],
            tokenizer=TokenizerConfig(**_tuples(data["tokenizer"])),
            network=NetworkConfig(**data["network"]),
            training=TrainingConfig(**_tuples(data["training"])),
            export=ExportConfig(**_tuples(data["export"])),
        )


def _tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
