"""Where the stages leave their files for each other."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, kw_only=True)
class Places:
    """Paths under the work folder (kept out of the repository) and the models folder (in it)."""

    work: Path
    models: Path
    name: str

    @classmethod
    def of(cls, options: argparse.Namespace, name: str) -> Self:
        """The places the command line names, for the model `name`."""
        return cls(work=options.work, models=options.models, name=name)

    @property
    def train(self) -> Path:
        return self.work / "train"

    @property
    def held_out(self) -> Path:
        return self.work / "held-out"

    @property
    def tokenizer(self) -> Path:
        return self.work / "nano.model"

    @property
    def checkpoint(self) -> Path:
        return self.work / "checkpoint.pt"

    @property
    def training_log(self) -> Path:
        return self.work / "train.log"

    @property
    def graph(self) -> Path:
        return self.work / "nano.tflite"

    @property
    def evaluation(self) -> Path:
        return self.work / "evaluation.json"

    @property
    def template(self) -> Path:
        return self.models / f"{self.name}.jinja"

    @property
    def bundle(self) -> Path:
        return self.models / f"{self.name}.litertlm"

    @property
    def card(self) -> Path:
        return self.models / f"{self.name}.md"

    @property
    def catalogue(self) -> Path:
        return self.models / "catalogue.toml"
