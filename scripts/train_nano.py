"""Make the nano model, stage by stage, in the training environment (dependency group `nano`).

    python scripts/train_nano.py data      --work DIR [--source MODULE:FUNCTION] [--count 300000] [--held-out 2000]
    python scripts/train_nano.py tokenizer --work DIR
    python scripts/train_nano.py unpack    --work DIR [--models models]
    python scripts/train_nano.py train     --work DIR [--minutes 60] [--steps N] [--lr 2.5e-3] [--trainers 2] [--resume]
    python scripts/train_nano.py export    --work DIR
    python scripts/train_nano.py pack      --work DIR [--models models]
    python scripts/train_nano.py evaluate  --work DIR [--samples 500] [--models models]
    python scripts/train_nano.py card      --work DIR [--models models]
    python scripts/train_nano.py all       --work DIR [the options of every stage]

Every stage reads what the one before left in DIR, so each can be run again alone. `train --resume` goes on from the
last checkpoint with the rate and budget given, and may be run again with more data in DIR/train. `unpack` makes a
checkpoint and a tokenizer of the bundle that is shipped, to go on from; `all` leaves it out and begins with nothing.
Shape: --hidden --layers --heads --head-dim --kv-heads --feed-forward --vocab; kept in DIR/config.json for later stages.
"""

import argparse
import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.nano.config import NanoConfig  # noqa: E402 - the repository must be importable first

STAGES = {
    "data": "data",
    "tokenizer": "tokenizer",
    "unpack": "bundle",
    "train": "training",
    "export": "export",
    "pack": "pack",
    "evaluate": "evaluate",
    "card": "card",
}
"""Stage -> module of `scripts/nano` whose `run` does it, in order."""


def main() -> int:
    """Run one stage, or all of them in order."""
    options = _parser().parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for stage in [name for name in STAGES if name != "unpack"] if options.stage == "all" else [options.stage]:
        print(f"== {stage}", flush=True)
        # Imported only now: the exporter alone takes half a minute to import, and data processes import this file too.
        importlib.import_module(f"scripts.nano.{STAGES[stage]}").run(_config(options), options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=[*STAGES, "all"])
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "nano", help="where stages leave their files")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="where the bundle and its template live")
    parser.add_argument("--seed", type=int)
    data = parser.add_argument_group("data")
    data.add_argument(
        "--source", default="scripts.nano.traces:samples", help="module:function(seed) that yields samples"
    )
    data.add_argument("--held-out-source", help="the same for held-out samples; --source when not given")
    data.add_argument("--count", type=int, default=300_000)
    data.add_argument("--held-out", type=int, default=2_000)
    data.add_argument("--processes", type=int, default=2)
    shape = parser.add_argument_group("shape")
    for name in ("hidden", "layers", "heads", "head-dim", "kv-heads", "feed-forward"):
        shape.add_argument(f"--{name}", type=int)
    shape.add_argument("--vocab", type=int)
    train = parser.add_argument_group("train")
    train.add_argument("--minutes", type=float, default=60.0)
    train.add_argument("--steps", type=int, default=10_000_000)
    train.add_argument("--lr", type=float)
    train.add_argument("--batch", type=int)
    train.add_argument("--warmup", type=int)
    train.add_argument("--weight-decay", type=float)
    train.add_argument("--threads", type=int, help="of one trainer")
    train.add_argument("--trainers", type=int, default=2, help="processes that train together, one per core")
    train.add_argument("--prompt-loss", type=float)
    train.add_argument("--copying-every", type=int)
    train.add_argument("--evaluate-minutes", type=float, default=3.0)
    train.add_argument("--checkpoint-minutes", type=float, default=2.0)
    train.add_argument("--resume", action="store_true")
    parser.add_argument("--prefill", type=int, nargs="+", help="prompt lengths `export` makes graphs for")
    parser.add_argument("--samples", type=int, default=500, help="held-out samples asked by `evaluate`")
    return parser


def _config(options: argparse.Namespace) -> NanoConfig:
    """The recipe: what an earlier stage wrote down, or the default, with what the command line says."""
    path = options.work / "config.json"
    config = NanoConfig.from_dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else NanoConfig()
    if options.seed is not None:
        config = replace(config, seed=options.seed)
    if options.vocab is not None:
        config = replace(config, tokenizer=replace(config.tokenizer, vocab_size=options.vocab))
    shape_names = ("hidden", "layers", "heads", "head_dim", "kv_heads", "feed_forward")
    shape = {name: getattr(options, name) for name in shape_names}
    training = {
        "learning_rate": options.lr,
        "batch_samples": options.batch,
        "warmup_steps": options.warmup,
        "weight_decay": options.weight_decay,
        "threads": options.threads,
        "prompt_loss_weight": options.prompt_loss,
        "copying_every": options.copying_every,
    }
    config = replace(
        config,
        network=replace(config.network, **{key: value for key, value in shape.items() if value is not None}),
        training=replace(config.training, **{key: value for key, value in training.items() if value is not None}),
    )
    if options.prefill is not None:
        config = replace(config, export=replace(config.export, prefill_lengths=tuple(options.prefill)))
    path.write_text(json.dumps(config.as_dict(), indent=1), encoding="utf-8")
    return config


if __name__ == "__main__":
    sys.exit(main())
