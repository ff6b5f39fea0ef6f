#!/usr/bin/env python3
"""Whole process, side by side in one run: proto-diff and `buf breaking` on the A2A pair.

Installs buf from npm below target/, gives both tools the same two files (and buf the imports it does not bring
along), runs them in turn (A B A B …) and prints medians and the median ratio of the pairs of runs. Absolute figures of a shared machine mean little;
the ratio is what the README quotes.

    cargo build --release && python3 benches/against_buf.py [RUNS]
"""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "against-buf"
OURS = ROOT / "target" / "release" / "proto-diff"
VERSIONS = {"old": "v0.3.0", "new": "v1.0.1"}


def install_buf() -> dict[str, Path]:
    """The command that npm installs, and the native binary that it starts from Node."""
    npm = WORK / "npm"
    if not (npm / "node_modules").exists():
        npm.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", npm, "@bufbuild/buf"], check=True)
    native = sorted(npm.glob("node_modules/@bufbuild/buf-*/bin/buf"))
    if not native:
        sys.exit("npm installed no buf binary for this platform")
    return {"buf, as npm installs it": npm / "node_modules" / ".bin" / "buf", "buf, its native binary": native[0]}


def lay_out_inputs() -> None:
    """One directory a version: the file and the imports that buf cannot do without."""
    for side, version in VERSIONS.items():
        directory = WORK / side
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(ROOT / "fixtures" / "google", directory / "google")
        shutil.copy(ROOT / "fixtures" / "a2a" / version / "a2a.proto", directory / "a2a.proto")
        (directory / "buf.yaml").write_text("version: v2\nbreaking:\n  use: [FILE]\n")


def measure(command: list, expected: int) -> tuple[float, float]:
    """Wall seconds and peak memory in MiB of one run."""
    with open(os.devnull, "w") as nowhere:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code != expected:
        sys.exit(f"{command[0]} ended with {code}, {expected} was expected")
    return wall, usage.ru_maxrss / 1024


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    if not OURS.exists():
        sys.exit("build it first: cargo build --release")
    peers = install_buf()
    lay_out_inputs()
    ours = [OURS, *(ROOT / "fixtures" / "a2a" / version / "a2a.proto" for version in VERSIONS.values())]
    for name, buf in peers.items():
        theirs = [buf, "breaking", WORK / "new", "--against", WORK / "old"]
        measure(ours, 1), measure(theirs, 100)
        pairs = [(measure(ours, 1), measure(theirs, 100)) for _ in range(runs)]
        print(f"{name}, {runs} pairs of runs")
        for figure, unit, index, scale in [("wall", "ms", 0, 1000), ("peak memory", "MiB", 1, 1)]:
            mine = statistics.median(a[index] for a, _ in pairs) * scale
            other = statistics.median(b[index] for _, b in pairs) * scale
            ratio = statistics.median(a[index] / b[index] for a, b in pairs)
            print(f"  {figure:12} proto-diff {mine:6.1f} {unit:4} buf {other:6.1f} {unit:4} ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
