"""SentencePiece with literal spaces: a word has the same pieces wherever it stands, and a grammar may match spaces.

LL_GUIDANCE compares raw pieces with the grammar's characters. The usual space mark U+2581 and byte pieces break that,
so the pieces are learned from single words and the proto is edited afterwards: a plain " ", no escaping, no bytes.
"""

import argparse
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as proto

from scripts.nano.config import (
    BOS,
    BOS_ID,
    CALL_END,
    CALL_START,
    EOS,
    EOS_ID,
    PAD,
    PAD_ID,
    TURN_END,
    TURN_MODEL,
    TURN_USER,
    UNK,
    UNK_ID,
    NanoConfig,
    TokenizerConfig,
)
from scripts.nano.data import read_samples, texts
from scripts.nano.places import Places

_SPACE_MARK = "▁"
_PRINTABLE = "".join(chr(code) for code in range(33, 127))
_WORD = re.compile(r"[A-Za-z]+")
_MODEL_TYPE = proto.ModelProto.SentencePiece.Type


def literal_pieces(config: TokenizerConfig) -> list[str]:
    """The strings that are always exactly one piece, in id order after the four control pieces."""
    fixed = [TURN_USER, TURN_MODEL, TURN_END, CALL_START, CALL_END, "\n", " "]
    return list(dict.fromkeys([*fixed, *config.openers, *config.extra_pieces]))


def train_tokenizer(texts: Iterable[str], config: NanoConfig, path: Path) -> None:
    """Learn the pieces from `texts` and write the SentencePiece model to `path`."""
    literals = literal_pieces(config.tokenizer)
    # SentencePiece reads its symbols as CSV and treats spaces its own way; so train with placeholders, rename after.
    placeholders = [f"<literal_{index}>" for index in range(len(literals))]
    trained = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(_training_words(texts)),
        model_writer=trained,
        vocab_size=config.tokenizer.vocab_size,
        model_type="bpe",
        byte_fallback=False,
        pad_id=PAD_ID,
        eos_id=EOS_ID,
        bos_id=BOS_ID,
        unk_id=UNK_ID,
        pad_piece=PAD,
        eos_piece=EOS,
        bos_piece=BOS,
        unk_piece=UNK,
        unk_surface="?",
        user_defined_symbols=placeholders,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        split_digits=True,
        required_chars=_PRINTABLE,
        character_coverage=1.0,
        hard_vocab_limit=False,
        num_threads=1,
        minloglevel=2,
    )
    path.write_bytes(_with_literal_spaces(trained.getvalue(), literals, placeholders, config.tokenizer.vocab_size))


def load_tokenizer(path: Path) -> sentencepiece.SentencePieceProcessor:
    """The tokenizer at `path`, after checking what the grammar relies on."""
    tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(path))
    missing = [char for char in f"\n {_PRINTABLE}" if tokenizer.piece_to_id(char) == UNK_ID]
    if missing:
        raise ValueError(f"{path} has no piece of their own for {missing}")
    return tokenizer


def prompt_ids(tokenizer: sentencepiece.SentencePieceProcessor, prompt: str) -> list[int]:
    """What the chat template makes of one user message, as ids. Must agree with models/genie-nano.jinja."""
    return [BOS_ID, *tokenizer.encode(f"{TURN_USER}{prompt}{TURN_END}{TURN_MODEL}")]


def answer_ids(tokenizer: sentencepiece.SentencePieceProcessor, answer: str) -> list[int]:
    """The fenced call and the stop piece the model is to produce."""
    return list(tokenizer.encode(f"{CALL_START}{answer}{CALL_END}{TURN_END}"))


def _training_words(texts: Iterable[str]) -> list[str]:
    """Words with their counts as repeated lines; digits and punctuation stay single characters."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(_WORD.findall(text))
    # Frequent words are damped so that the long tail of names and labels gets pieces too.
    words = [word for word, count in sorted(counts.items()) for _ in range(max(1, round(count**0.5)))]
    return [*words, *_PRINTABLE]


def _with_literal_spaces(trained: bytes, literals: list[str], placeholders: list[str], size: int) -> bytes:
    model = proto.ModelProto()
    model.ParseFromString(trained)
    names = dict(zip(placeholders, literals, strict=True))
    for piece in model.pieces:
        piece.piece = names.get(piece.piece, piece.piece)
        if _SPACE_MARK in piece.piece:
            piece.piece, piece.type = f"<unused_{len(names)}>", _MODEL_TYPE.UNUSED
    while len(model.pieces) < size:
        model.pieces.add(piece=f"<unused_{len(model.pieces)}>", score=0.0, type=_MODEL_TYPE.UNUSED)
    for spec in (model.normalizer_spec, model.denormalizer_spec):
        spec.escape_whitespaces = False
        spec.add_dummy_prefix = False
        spec.remove_extra_whitespaces = False
    model.trainer_spec.ClearField("user_defined_symbols")
    return model.SerializeToString(deterministic=True)


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `tokenizer`: learn the pieces from the first training samples."""
    places = Places.of(options, config.name)
    corpus = itertools.islice(read_samples(places.train), config.tokenizer.corpus_samples)
    train_tokenizer(texts(corpus), config, places.tokenizer)
    used = sum(not load_tokenizer(places.tokenizer).is_unused(index) for index in range(config.tokenizer.vocab_size))
    print(f"{used} pieces used of {config.tokenizer.vocab_size}")
