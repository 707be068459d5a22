"""Child side of the GPU probe: what Vulkan says there is. Its own process, since graphics drivers crash.

The engine's GPU path is WebGPU on Vulkan (Linux, Windows) or Metal (macOS). Only the names and types of the devices
are read; nothing is created on them.
"""

from __future__ import annotations

import ctypes
import json
import platform
import sys
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection

_CPU_TYPE = 4  # VK_PHYSICAL_DEVICE_TYPE_CPU
_MOST_DEVICES = 16
_SOFTWARE_NAMES = ("llvmpipe", "lavapipe", "swiftshader", "softpipe", "basic render", "software")


@dataclass(frozen=True, kw_only=True)
class Adapter:
    """One graphics device."""

    name: str
    vulkan_type: int
    """0 other, 1 integrated, 2 discrete, 3 virtual, 4 a CPU that plays one."""

    @property
    def is_software(self) -> bool:
        """By type and by name: not every software renderer admits to its type."""
        return self.vulkan_type == _CPU_TYPE or any(word in self.name.lower() for word in _SOFTWARE_NAMES)


class _InstanceCreateInfo(ctypes.Structure):
    _fields_ = (
        ("structure_type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application_info", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


class _DeviceProperties(ctypes.Structure):
    _fields_ = (
        ("api_version", ctypes.c_uint32),
        ("driver_version", ctypes.c_uint32),
        ("vendor_id", ctypes.c_uint32),
        ("device_id", ctypes.c_uint32),
        ("device_type", ctypes.c_uint32),
        ("device_name", ctypes.c_char * 256),
        ("rest", ctypes.c_uint8 * 2048),  # identifiers and limits, not read; 824 bytes in all as of Vulkan 1.3
    )


def report_adapters(connection: Connection) -> None:
    """Entry of the probe process: send the adapters, or why there are none, and end."""
    try:
        answer = {"adapters": [asdict(adapter) for adapter in _adapters()]}
    except OSError:
        answer = {"adapters": []}
    connection.send_bytes(json.dumps(answer).encode())
    connection.close()


def _adapters() -> list[Adapter]:
    if sys.platform == "darwin":
        return [Adapter(name=f"Metal on {platform.machine()}", vulkan_type=0)]
    library = ctypes.CDLL("vulkan-1.dll" if sys.platform == "win32" else "libvulkan.so.1")
    instance = ctypes.c_void_p()
    info = _InstanceCreateInfo(structure_type=1)
    if library.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)) != 0:
        return []
    count = ctypes.c_uint32(_MOST_DEVICES)
    devices = (ctypes.c_void_p * _MOST_DEVICES)()
    if library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), devices) < 0:
        return []
    adapters = []
    for handle in devices[: count.value]:
        properties = _DeviceProperties()
        library.vkGetPhysicalDeviceProperties(ctypes.c_void_p(handle), ctypes.byref(properties))
        name = bytes(properties.device_name).decode(errors="replace")
        adapters.append(Adapter(name=name, vulkan_type=properties.device_type))
    return adapters
