"""``framebuffer:``: the screen as raw pixels behind a header, for hosts of the old school.

Source: AOSP ``daemon/framebuffer_service.cpp``, version 2 of the header. The colour space is 1 (sRGB), the only one
that adbutils takes.
"""

from __future__ import annotations

import io
import struct

from PIL import Image

from genie_host.simphone.faults.views import pictured
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.stream import Service, Stream

_VERSION, _BITS_PER_PIXEL, _SRGB = 2, 32, 1
_HEADER = struct.Struct("<14I")
_RED, _BLUE, _GREEN, _ALPHA = (0, 8), (16, 8), (8, 8), (24, 8)
"""Offset and length in bits."""


def framebuffer_service(phone: SimPhone) -> Service:
    """One picture, then the end."""

    async def serve(stream: Stream) -> None:
        picture = await pictured(phone, phone.snapshots.png)
        image = Image.open(io.BytesIO(picture)).convert("RGBA")
        pixels = image.tobytes()
        size = (len(pixels), image.width, image.height)
        layout = (*_RED, *_BLUE, *_GREEN, *_ALPHA)
        await stream.write(_HEADER.pack(_VERSION, _BITS_PER_PIXEL, _SRGB, *size, *layout) + pixels)

    return serve
