"""``dumpsys package``: versions, files and permissions."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.packages import Installed
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.components import full_class_name, short_class_name
from genie_host.simphone.shell.dumps.dump import Dump, truth, user_of


def package(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys package [packages | PACKAGE]``."""
    names = [argument for argument in arguments if not argument.startswith("-")]
    if names[:1] in (["packages"], ["package"]):
        names = names[1:]
    if not names:
        return "Packages:\n" + "".join(_described(phone, found) for found in phone.packages.all())
    found = phone.packages.get(names[0])
    if found is None:
        return f"Unable to find package: {names[0]}\n"
    return _resolver(phone, found) + "\nPackages:\n" + _described(phone, found)


def _resolver(phone: SimPhone, found: Installed) -> str:
    app = phone.world.apps[found.package]
    name = f"{app.package}/{short_class_name(app.package, full_class_name(app.package, app.activity))}"
    return (
        "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n"
        f'        1a2b3c {name} filter 4d5e6f\n          Action: "android.intent.action.MAIN"\n'
        '          Category: "android.intent.category.LAUNCHER"\n'
    )


def _described(phone: SimPhone, found: Installed) -> str:
    flags = ["HAS_CODE", "ALLOW_CLEAR_USER_DATA", *(["SYSTEM"] if found.is_system else [])]
    folder = found.paths[0].rpartition("/")[0]
    lines = [
        f"  Package [{found.package}] (1a2b3c4):",
        f"    appId={user_of(phone, found.package)}",
        f"    codePath={folder}",
        f"    resourcePath={folder}",
        f"    versionCode={found.version_code} minSdk={found.min_sdk} targetSdk={found.target_sdk}",
        f"    versionName={found.version_name}",
        f"    splits=[{', '.join(_split_name(path) for path in found.paths)}]",
        "    apkSigningVersion=2",
        f"    flags=[ {' '.join(flags)} ]",
        f"    pkgFlags=[ {' '.join(flags)} ]",
        f"    dataDir=/data/user/0/{found.package}",
        f"    timeStamp={found.last_updated}",
        f"    lastUpdateTime={found.last_updated}",
        f"    installerPackageName={found.installer}",
        "    signatures=PackageSignatures{1a2b3c4 version:2, signatures:[51eb1e], past signatures:[]}",
        "    requested permissions:",
        *(f"      {name}" for name in found.permissions),
        "    install permissions:",
        *(f"      {name}: granted=true" for name in found.permissions if name not in found.runtime_permissions),
        f"    User 0: ceDataInode=1201 installed=true hidden=false suspended=false stopped="
        f"{truth(not phone.world.is_running(found.package))} notLaunched=false enabled={0 if found.is_enabled else 3}",
        f"      firstInstallTime={found.first_installed}",
        "      runtime permissions:",
        *(
            f"        {name}: granted={truth(phone.world.has_permission(name, found.package))}, flags=[ USER_SET ]"
            for name in found.runtime_permissions
        ),
    ]
    return "\n".join(lines) + "\n"


def _split_name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".apk").removeprefix("split_")


SERVICES: Mapping[str, Dump] = {"package": package}
