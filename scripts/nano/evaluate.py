"""Exact-match of a packed bundle inside LiteRT-LM, by kind of step, free and under a grammar, with latency."""

import argparse
import itertools
import json
import re
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import litert_lm

from scripts.nano.config import CALL_END, CALL_START, NanoConfig
from scripts.nano.data import Sample, read_samples
from scripts.nano.places import Places

_ARGUMENTS = {
    "click": ("target",),
    "switch_on": ("target",),
    "switch_off": ("target",),
    "long_press": ("target",),
    "open_app": ("name",),
    "type_text": ("field", "text"),
    "scroll": ("direction",),
    "go_back": (),
    "go_home": (),
    "reply": ("message",),
    "tasks": ("plan",),
}
_FREE_TEXT = r'[^"\\<>\n]{1,120}'


@dataclass(kw_only=True)
class Score:
    """What one pass over the samples gave."""

    right: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    calls: int = 0
    errors: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[dict[str, str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, rates rounded to what the sample size supports."""
        total = sum(self.asked.values())
        return {
            "samples": total,
            "exact": round(sum(self.right.values()) / total, 4),
            "one_call": round(self.calls / total, 4),
            "errors": self.errors,
            "by_kind": {kind: [self.right.get(kind, 0), count] for kind, count in sorted(self.asked.items())},
            "median_ms": round(1000 * statistics.median(self.seconds), 1),
            "p95_ms": round(1000 * statistics.quantiles(self.seconds, n=20)[-1], 1) if total > 1 else None,
            "wrong": self.wrong[:20],
        }


class _FixedTool(litert_lm.Tool):
    """A tool known to the parser by its description only; the host runs calls itself."""

    def __init__(self, name: str, arguments: tuple[str, ...]) -> None:
        properties = {argument: {"type": "string"} for argument in arguments}
        parameters = {"type": "object", "properties": properties, "required": list(arguments)}
        self._description = {"type": "function", "function": {"name": name, "parameters": parameters}}

    def get_tool_description(self) -> dict[str, Any]:
        return self._description

    def execute(self, param: Any) -> Any:
        raise NotImplementedError("automatic tool calling is off")


def call_grammar() -> str:
    """Any call of the nine tools with free text values; the host builds a narrower one from the live screen.

    The blank that may follow the fence is never written, but must be allowed: text that a grammar leaves no choice
    about is cut into pieces by llguidance, longest first, and ``{"name":"`` so cut is nothing the model has seen.
    With a choice left, whole openers stay possible.
    """
    shapes = []
    for name, arguments in _ARGUMENTS.items():
        values = ",".join(rf'"{argument}":"{_FREE_TEXT}"' for argument in arguments)
        shapes.append(rf'\{{"name":"{name}","arguments":\{{{values}\}}\}}')
    shapes.append(r'\{"name":"tasks","arguments":\{"plan":"not possible","outcome":"impossible"\}\}')
    return f"{re.escape(CALL_START)} ?(?:{'|'.join(shapes)}){re.escape(CALL_END)}"


def evaluate_bundle(
    bundle: Path, samples: Iterable[Sample], *, constrained: bool, max_output_tokens: int = 96
) -> Score:
    """Ask for every sample once, in a conversation of its own, and compare the call with the answer."""
    litert_lm.set_min_log_severity(litert_lm.LogSeverity.ERROR)
    tools = [_FixedTool(name, arguments) for name, arguments in _ARGUMENTS.items()]
    options: dict[str, Any] = {
        "tools": tools,
        "automatic_tool_calling": False,
        "sampler_config": litert_lm.SamplerConfig(top_k=1, top_p=1.0, temperature=1.0, seed=0),
        "max_output_tokens": max_output_tokens,
    }
    if constrained:
        provider = litert_lm.LiteRtLmConstraintProviderType.LL_GUIDANCE
        options["constrained_decoding_config"] = litert_lm.ConstrainedDecodingConfig(enable=True, provider=provider)
    score = Score()
    backend = litert_lm.Backend.CPU(thread_count=1)
    with litert_lm.Engine(str(bundle), backend=backend, max_num_tokens=1024, cache_dir=":nocache") as engine:
        for sample in samples:
            _ask(engine, sample, options, score, constrained=constrained)
    return score


def _ask(engine: Any, sample: Sample, options: dict[str, Any], score: Score, *, constrained: bool) -> None:
    score.asked[sample.kind] = score.asked.get(sample.kind, 0) + 1
    response_format = litert_lm.ResponseFormat.regex(call_grammar()) if constrained else None
    started = time.perf_counter()
    with engine.create_conversation(**options) as conversation:
        try:
            reply = conversation.send_message(sample.prompt, response_format=response_format)
        except RuntimeError as error:
            score.errors += 1
            score.wrong.append({"kind": sample.kind, "prompt": sample.prompt, "want": sample.answer, "got": str(error)})
            return
        finally:
            score.seconds.append(time.perf_counter() - started)
    calls = [{"name": call.name, "arguments": call.arguments} for call in reply.tool_calls or ()]
    score.calls += len(calls) == 1
    if calls == [json.loads(sample.answer)]:
        score.right[sample.kind] = score.right.get(sample.kind, 0) + 1
    else:
        got = json.dumps(calls) if calls else str(dict(reply))
        score.wrong.append({"kind": sample.kind, "prompt": sample.prompt, "want": sample.answer, "got": got})


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `evaluate`: the packed bundle on held-out samples, free and under a grammar."""
    places = Places.of(options, config.name)
    samples = list(itertools.islice(read_samples(places.held_out), options.samples))
    result = {
        name: evaluate_bundle(places.bundle, samples, constrained=constrained).as_dict()
        for name, constrained in (("free", False), ("constrained", True))
    }
    places.evaluation.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    for name, score in result.items():
        print(name, json.dumps({key: value for key, value in score.items() if key != "wrong"}))
