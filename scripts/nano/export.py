"""From trained weights to a quantised TFLite graph, by litert-torch."""

import argparse
import shutil
import tempfile
from pathlib import Path

import torch
from litert_lm_builder import litertlm_builder
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast

import scripts.nano.tf_shim  # noqa: F401  isort: skip - must come before litert_torch
from litert_torch.generative.export_hf import export as litert_export  # isort: skip
from scripts.nano.config import BOS, EOS, PAD, UNK, NanoConfig
from scripts.nano.network import NanoNetwork, to_gemma
from scripts.nano.places import Places


def export_graph(network: NanoNetwork, config: NanoConfig, *, tokenizer: Path, template: Path, output: Path) -> None:
    """Write the quantised prefill-and-decode graph of `network` to `output`."""
    torch.manual_seed(config.seed)
    with tempfile.TemporaryDirectory() as scratch:
        source, bundle, parts = (Path(scratch) / name for name in ("source", "bundle", "parts"))
        to_gemma(network, config).save_pretrained(source)
        _dummy_tokenizer().save_pretrained(source)
        litert_export.export(
            model=str(source),
            output_dir=str(bundle),
            prefill_lengths=list(config.export.prefill_lengths),
            cache_length=config.network.context_tokens,
            quantization_recipe=config.export.quantization,
            litert_lm_model_type_override="qwen3",
            jinja_chat_template_override=str(template),
            tokenizer_path_override=str(tokenizer),
            use_jinja_template=True,
        )
        shutil.copyfile(_graph_of(bundle, parts), output)


def _graph_of(bundle: Path, parts: Path) -> Path:
    (packed,) = bundle.glob("*.litertlm")
    litertlm_builder.unpack_litertlm_file(str(packed), str(parts))
    (graph,) = parts.glob("*.tflite")
    return graph


def _dummy_tokenizer() -> PreTrainedTokenizerFast:
    """The exporter loads some tokenizer before it lets ours override it."""
    words = {PAD: 0, EOS: 1, BOS: 2, UNK: 3}
    return PreTrainedTokenizerFast(tokenizer_object=Tokenizer(WordLevel(words, unk_token=UNK)), unk_token=UNK)


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `export`: the checkpoint as a quantised graph."""
    places = Places.of(options, config.name)
    network = NanoNetwork(config)
    network.load_state_dict(torch.load(places.checkpoint, weights_only=True)["network"])
    torch.set_num_threads(1)
    export_graph(network, config, tokenizer=places.tokenizer, template=places.template, output=places.graph)
