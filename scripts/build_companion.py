"""Builds the companion's APK from companion/, the same bytes every time.

    python scripts/build_companion.py            build/companion/genie-confirm.apk
    python scripts/build_companion.py --ship     and put it into the package, with what it is beside it
    python scripts/build_companion.py --compare  fail when the package holds anything else than these sources make

Needs javac (JDK 17), Debian's aapt, zipalign, apksigner and android-framework-res, and two jars from Maven Central that
``mvn -f companion/pom.xml initialize`` puts into build/companion/maven/apk-tools. Nothing else is fetched.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "companion"
WORK = ROOT / "build" / "companion"
JARS = WORK / "maven" / "apk-tools"
SHIPPED = ROOT / "genie_host" / "phone" / "companion"
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")
DEVELOPMENT_KEY = SOURCES / "development-key"
MIN_SDK = 24
EPOCH = (1981, 1, 1, 0, 0, 0)


def main() -> None:
    """Builds, and then what was asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--key", type=Path, help="PKCS #8 file of the key to sign with; default: the development key")
    options.add_argument("--certificate", type=Path, help="PEM file of its certificate")
    what = options.add_mutually_exclusive_group()
    what.add_argument("--ship", action="store_true")
    what.add_argument("--compare", action="store_true")
    asked = options.parse_args()
    if (asked.key is None) != (asked.certificate is None):
        options.error("--key and --certificate go together")
    need_tools()
    apk = build(asked.key, asked.certificate)
    told = description(apk, "development" if asked.key is None else "release")
    print(f"{apk.relative_to(ROOT)}: {apk.stat().st_size} bytes\n{told}", end="")
    if asked.ship:
        SHIPPED.mkdir(exist_ok=True)
        shutil.copyfile(apk, SHIPPED / apk.name)
        (SHIPPED / "genie-confirm.toml").write_text(told, encoding="utf-8")
    if asked.compare:
        compare(apk, told)


def need_tools() -> None:
    """Ends with what is missing and how to get it."""
    tools = [tool for tool in ("javac", "aapt", "zipalign", "apksigner") if shutil.which(tool) is None]
    if not FRAMEWORK.exists():
        tools.append("android-framework-res")
    if tools:
        sys.exit(
            f"missing: {', '.join(tools)}\n"
            "(Debian: openjdk-17-jdk-headless aapt zipalign apksigner android-framework-res)"
        )
    if not list(JARS.glob("dalvik-dx-*.jar")) or not list(JARS.glob("android-all-*.jar")):
        sys.exit("missing: the dexer and the framework's classes\n(mvn -q -f companion/pom.xml initialize)")


def build(key: Path | None, certificate: Path | None) -> Path:
    """The signed APK."""
    scratch = WORK / "apk"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    entries = resources(scratch) | {"classes.dex": dex(scratch)}
    unaligned = scratch / "unaligned.apk"
    pack(entries, unaligned)
    aligned = scratch / "aligned.apk"
    run("zipalign", "-f", "-p", "4", unaligned, aligned)
    signed = WORK / "genie-confirm.apk"
    key = key or DEVELOPMENT_KEY / "key.pk8"
    certificate = certificate or DEVELOPMENT_KEY / "certificate.pem"
    # Schemes 2 and 3 with an RSA key (PKCS #1 v1.5) have no chance in them; scheme 1 is for phones below API 24.
    run(
        *("apksigner", "sign", "--key", key, "--cert", certificate, "--min-sdk-version", MIN_SDK),
        *("--v1-signing-enabled", "false", "--v2-signing-enabled", "true", "--v3-signing-enabled", "true"),
        *("--v4-signing-enabled", "false", "--out", signed, aligned),
    )
    run("apksigner", "verify", "--min-sdk-version", MIN_SDK, signed)
    return signed


def resources(scratch: Path) -> dict[str, bytes]:
    """The manifest and the styles in Android's binary form."""
    packed = scratch / "resources.apk"
    run(
        "aapt",
        "package",
        "-f",
        "-M",
        SOURCES / "AndroidManifest.xml",
        "-S",
        SOURCES / "res",
        "-I",
        FRAMEWORK,
        "-F",
        packed,
    )
    with zipfile.ZipFile(packed) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def dex(scratch: Path) -> bytes:
    """The compiled code. No lambdas in it: the dexer wants API 26 for those."""
    classes = scratch / "classes"
    sources = sorted((SOURCES / "src" / "main" / "java").rglob("*.java"))
    framework = next(JARS.glob("android-all-*.jar"))
    # Without debug information, so that no line number moves when a comment does.
    run(
        *("javac", "-J-Xmx512m", "--release", "8", "-g:none", "-Xlint:-options", "-encoding", "UTF-8", "-proc:none"),
        *("-cp", framework, "-d", classes, *sources),
    )
    output = scratch / "classes.dex"
    dexer = next(JARS.glob("dalvik-dx-*.jar"))
    compiled = sorted(path.relative_to(classes) for path in classes.rglob("*.class"))
    run(
        *("java", "-Xmx512m", "-cp", dexer, "com.android.dx.command.Main", "--dex", f"--min-sdk-version={MIN_SDK}"),
        *(f"--output={output}", *compiled),
        folder=classes,
    )
    return output.read_bytes()


def pack(entries: dict[str, bytes], path: Path) -> None:
    """A zip with fixed order and times, nothing compressed: another zlib would give other bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(entries):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system = 0
            archive.writestr(entry, entries[name])


def description(apk: Path, key: str) -> str:
    """What ships beside the APK, as TOML."""
    badging = run("aapt", "dump", "badging", apk)
    certificates = run("apksigner", "verify", "--min-sdk-version", MIN_SDK, "--print-certs", apk)
    words = dict(word.split("=", 1) for word in badging.splitlines()[0].split() if "=" in word)
    signer = next(line.split()[-1] for line in certificates.splitlines() if "certificate SHA-256 digest" in line)
    lines = {
        "package": words["name"].strip("'"),
        "version_code": int(words["versionCode"].strip("'")),
        "version_name": words["versionName"].strip("'"),
        "file": apk.name,
        "sha256": hashlib.sha256(apk.read_bytes()).hexdigest(),
        "signer_sha256": signer,
        "key": key,
    }
    made = "\n".join(
        f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in lines.items()
    )
    about = "Written by scripts/build_companion.py. The development key is in the repository: it proves nothing."
    return f"# {about}\n{made}\n"


def compare(apk: Path, told: str) -> None:
    """Ends with 1 when the package holds anything else."""
    shipped = SHIPPED / apk.name
    if shipped.read_bytes() != apk.read_bytes():
        sys.exit(f"{shipped.relative_to(ROOT)} is not what companion/ makes; run scripts/build_companion.py --ship")
    if (SHIPPED / "genie-confirm.toml").read_text(encoding="utf-8") != told:
        sys.exit("genie-confirm.toml tells of another APK; run scripts/build_companion.py --ship")
    print("the package holds these very bytes")


def run(*command: object, folder: Path | None = None) -> str:
    """What the program printed; ends with what it complained about."""
    # Another time zone or language must not show in what is built.
    environment = os.environ | {"TZ": "UTC", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "347155200"}
    argv = [str(part) for part in command]
    done = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{argv[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
