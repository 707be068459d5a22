"""A simulated phone with the companion on it, a computer it knows, and requests to ask."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.gap.answers import read_answer
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Action, Envelope, Fact, Request, Target
from genie_host.core.verdicts import Stake
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion.channel import CompanionChannel, CompanionOpener
from genie_host.phone.link import DeviceLink
from genie_host.simphone.companion.hosts import Host
from genie_host.simphone.server import SimServer
from tests.conftest import PrivateAdb
from tests.phone.companion.standin import companion_apk

HOST_NAME = "the desk"


@dataclass
class Desk:
    """The computer that asks, as the companion was told of it."""

    key: PrivateKey
    phone_key: PublicKey
    opener: CompanionOpener
    seq: int = 0
    asked: list[Request] = field(default_factory=list)

    def request(self, **changes: object) -> Request:
        """Another one; ``changes`` are members of it."""
        self.seq += 1
        usual = Request(
            req_id=secrets.token_hex(16),
            nonce=secrets.token_hex(32),
            host_id=self.key.public.id,
            key_id=self.phone_key.id,
            seq=self.seq,
            not_after_ms=30_000,
            action=ACTION,
            facts=(Fact(kind="recipient", value="Mum"), Fact(kind="text", value="hi")),
            risk_class=Stake.SEND,
        )
        return replace(usual, **changes)  # type: ignore[arg-type]

    def envelope(self, request: Request) -> bytes:
        return Envelope(request=request, signature=self.key.sign(request.signed_bytes)).line()

    def ask(self, **changes: object) -> CompanionChannel:
        request = self.request(**changes)
        self.asked.append(request)
        return self.opener.open(self.envelope(request), request.req_id)


ACTION = Action(
    tool="click",
    arguments='{"target":"Send"}',
    target=Target(
        package="com.example.chat",
        version_code=1,
        signer_sha256="",
        activity=".MainActivity",
        display_id=0,
        node_path="0/1",
        bounds=(0, 0, 10, 10),
        label="Send",
        resource_id="",
    ),
    screen_digest="0" * 64,
)


def next_answer(channel: CompanionChannel, seconds: float = 20.0):
    """What comes next, as a record."""
    line = channel.next_line(seconds, CancelToken())
    assert line is not None
    return read_answer(line)


@pytest.fixture
def install(adb_server: PrivateAdb, sim: SimServer, tmp_path) -> Callable[..., None]:
    """By the real ``adb install``."""

    def run(data: bytes | None = None) -> None:
        file = tmp_path / "companion.apk"
        file.write_bytes(companion_apk() if data is None else data)
        said = adb_server.run("-s", sim.serial, "install", "-r", str(file))
        assert b"Success" in said.stdout

    return run


@pytest.fixture
def desk(adb: AdbServer, sim: SimServer, link: DeviceLink, install: Callable[..., None]) -> Desk:
    """The companion installed, and this computer known to it."""
    install()
    link.attach()
    host, phone = PrivateKey.generate(), PrivateKey.generate()
    sim.call(lambda p: p.companion.hosts.keep(Host(public=host.public, name=HOST_NAME, key=phone, generation=1)))
    return Desk(key=host, phone_key=phone.public, opener=CompanionOpener(link, adb))
