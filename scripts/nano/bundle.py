"""Weights and tokenizer back out of a packed bundle, so that training can go on from what the repository ships.

Pieces that the recipe has gained since take the places of the least used ones, and begin as their nearest likeness.
"""

import argparse
import re
import tempfile
from pathlib import Path

import numpy as np
import torch
from ai_edge_litert.interpreter import Interpreter
from litert_lm_builder import litertlm_builder
from sentencepiece import sentencepiece_model_pb2 as proto
from torch import Tensor

from scripts.nano.config import NanoConfig
from scripts.nano.network import NanoNetwork
from scripts.nano.places import Places
from scripts.nano.tokenizer import literal_pieces

_TYPE = proto.ModelProto.SentencePiece.Type
_DECODE = 2
"""The graph that writes one token: it has all layers whole, and each once."""
_ORDER = ("down", "up", "gate", "out", "value", "key", "query")
_GAINS = {
    "input_layernorm": "before_attention",
    "post_attention_layernorm": "after_attention",
    "pre_feedforward_layernorm": "before_feed",
    "post_feedforward_layernorm": "after_feed",
    "q_norm": "query_norm",
    "k_norm": "key_norm",
}


def unpack(bundle: Path, folder: Path) -> tuple[Path, Path]:
    """The graph and the tokenizer of a bundle, written to `folder`."""
    litertlm_builder.unpack_litertlm_file(str(bundle), str(folder))
    (graph,), (tokenizer,) = folder.glob("*.tflite"), folder.glob("*.spiece")
    return graph, tokenizer


def with_pieces(tokenizer: bytes, literals: list[str]) -> tuple[bytes, dict[int, int]]:
    """A tokenizer that has all of `literals`, and for each id that became one the id it is most like."""
    model = proto.ModelProto()
    model.ParseFromString(tokenizer)
    ids = {piece.piece: index for index, piece in enumerate(model.pieces)}
    missing = [literal for literal in literals if literal not in ids]
    spare = [index for index, piece in enumerate(model.pieces) if piece.type == _TYPE.UNUSED]
    learnt = [index for index, piece in enumerate(model.pieces) if piece.type == _TYPE.NORMAL and len(piece.piece) > 1]
    spare += sorted(learnt, key=lambda index: model.pieces[index].score)
    alike: dict[int, int] = {}
    for literal, index in zip(missing, spare, strict=False):
        model.pieces[index].piece, model.pieces[index].type = literal, _TYPE.USER_DEFINED
        alike[index] = max(
            (ids[other] for other in literals if other in ids),
            key=lambda other: _overlap(model.pieces[other].piece, literal),
        )
    return model.SerializeToString(deterministic=True), alike


def _overlap(first: str, second: str) -> int:
    """Letters that both end with, and begin with."""
    ends = next((n for n, (a, b) in enumerate(zip(first[::-1], second[::-1], strict=False)) if a != b), 0)
    starts = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return ends + starts


def load_weights(network: NanoNetwork, graph: Path) -> None:
    """Fill a network of the same shape with a graph's weights; what quantisation has rounded stays rounded."""
    found = _tensors(graph)
    state = {name: _weight(name, found) for name in network.state_dict()}
    network.load_state_dict(state, strict=True)


def _weight(name: str, found: dict[str, Tensor]) -> Tensor:
    if name == "embed.weight":
        return found["embed"]
    if name == "norm.weight":
        return found["norm"]
    _, layer, part, _ = name.split(".")
    if part == "key_value":
        return torch.cat((found[f"{layer}.key"], found[f"{layer}.value"]))
    if part == "gate_up":
        return torch.cat((found[f"{layer}.gate"], found[f"{layer}.up"]))
    return found[f"{layer}.{part}"]


def _tensors(graph: Path) -> dict[str, Tensor]:
    """`embed`, `norm` and, for each layer, `<index>.<part>`, as float32.

    The exporter names a tensor after the module it came from. Some matrices share a name, but in the decode graph a
    layer's matrices always come in one order.
    """
    interpreter = Interpreter(model_path=str(graph))
    found: dict[str, Tensor] = {}
    matrices: dict[str, list[Tensor]] = {}
    for details in interpreter.get_tensor_details(_DECODE):
        names, scales = details["name"], details["quantization_parameters"]["scales"]
        layer = re.search(r"DecoderLayer_(\d+)", names)
        gain = re.search(r"RMSNorm_(\w*norm);?$", names)
        if details["dtype"] is np.int8 and len(scales) > 1:
            values = interpreter.get_tensor(details["index"], _DECODE)
            matrix = torch.from_numpy(values.astype(np.float32) * scales[:, None])
            if layer is None:
                found["embed"] = matrix
            else:
                matrices.setdefault(layer[1], []).append(matrix)
        elif gain is not None and details["dtype"] is np.float32 and len(details["shape"]) == 1:
            values = torch.from_numpy(interpreter.get_tensor(details["index"], _DECODE))
            found["norm" if layer is None else f"{layer[1]}.{_GAINS[gain[1]]}"] = values - 1.0
    for index, parts in matrices.items():
        found |= {f"{index}.{part}": matrix for part, matrix in zip(_ORDER, parts, strict=True)}
    return found


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `unpack`: the shipped bundle as a tokenizer and a checkpoint that `train --resume` goes on from."""
    places = Places.of(options, config.name)
    network = NanoNetwork(config)
    with tempfile.TemporaryDirectory() as scratch:
        graph, tokenizer = unpack(places.bundle, Path(scratch))
        load_weights(network, graph)
        pieces, alike = with_pieces(tokenizer.read_bytes(), literal_pieces(config.tokenizer))
    places.tokenizer.write_bytes(pieces)
    with torch.no_grad():
        for index, like in alike.items():
            network.embed.weight[index] = network.embed.weight[like]
    torch.save(
        {"config": config.as_dict(), "network": network.state_dict(), "steps": 0, "samples": 0}, places.checkpoint
    )
    print(f"{places.checkpoint}: {len(alike)} new pieces")
