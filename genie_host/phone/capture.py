"""Screenshots: the automation server's, else the shell's; always a PNG as large as the screen."""

from __future__ import annotations

import base64
import io

from PIL import Image

from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Size
from genie_host.phone.device_info import DeviceInfo
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.translate import picture_translated

_QUALITY = 80
_FULL_SCALE = 1
_SECONDS = 15.0
_MAX_PIXELS = 40_000_000


def screenshot(rpc: RpcClient, shell: Shell, info: DeviceInfo) -> bytes:
    """A PNG upright as a person sees the screen. Raises PhoneRejected when the phone gives no usable picture."""
    encoded = rpc.call("takeScreenshot", [_FULL_SCALE, _QUALITY], seconds=_SECONDS)
    with picture_translated():
        picture = base64.b64decode(encoded) if isinstance(encoded, str) else b""
    if not picture:
        # Null when the phone could not copy the screen that way, as some do on secure or second displays.
        picture = shell.ask("screencap", "-p", seconds=_SECONDS).output
    return upright_png(picture, info)


def upright_png(picture: bytes, info: DeviceInfo) -> bytes:
    """Check a picture of any format against the screen, turn it when it lies on its side, and make it a PNG."""
    with picture_translated():
        image: Image.Image = Image.open(io.BytesIO(picture))
        if image.width * image.height > _MAX_PIXELS:
            raise PhoneRejected("The phone sent a picture larger than any screen.")
        image.load()
    size = Size(width=image.width, height=image.height)
    if size != info.size and size == Size(width=info.size.height, height=info.size.width):
        # The tree and touches are upright even when the capture is not.
        image = image.rotate(90 * info.rotation, expand=True)
    elif size != info.size:
        raise PhoneRejected("The phone sent a picture of another size than its screen. Take the screenshot again.")
    elif image.format == "PNG":
        return picture
    target = io.BytesIO()
    image.convert("RGB").save(target, "PNG", compress_level=1)
    return target.getvalue()
