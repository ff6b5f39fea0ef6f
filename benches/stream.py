#!/usr/bin/env python3
"""A long stream through `proto-diff convert`: how fast, and in how much memory.

Makes delimited v0.3 Tasks of about two kilobytes on the fly, one gigabyte of them unless another number of megabytes is
given, and pipes them through

    proto-diff convert --type Task --in delimited --out delimited

once told the version (--from 0.3) and once left to find it out for each message, and prints rate and peak memory.

    cargo build --release && python3 benches/stream.py [MEGABYTES]
"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

OURS = Path(__file__).resolve().parent.parent / "target" / "release" / "proto-diff"


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))


def record(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


def task(index: int) -> bytes:
    """A Task of v0.3 with status, an artifact, a history of text, a file and data."""
    name = f"5c0ffee5-0000-4000-8000-{index:012d}".encode()
    text = record(1, "A sentence that somebody said about a trip to Zürich, and another. ".encode() * 2)
    file = record(2, record(1, b"https://files.example/" + name) + record(3, b"image/png"))
    data = record(3, record(1, record(1, record(1, b"city") + record(2, record(3, b"Basel")))))
    user = record(1, name) + b"\x20\x01" + record(5, text) + record(5, file)
    agent = record(1, name) + b"\x20\x02" + record(5, text) + record(5, data)
    artifact = record(1, name) + record(3, b"report") + record(5, text) + record(5, file)
    status = b"\x08\x03" + record(2, agent)
    parts = record(1, name) + record(2, name) + record(3, status) + record(4, artifact)
    parts += b"".join(record(5, user) + record(5, agent) for _ in range(3))
    return varint(len(parts)) + parts


def run(arguments: list[str], megabytes: int) -> None:
    batch = b"".join(task(index) for index in range(512))
    count = max(1, (megabytes << 20) // len(batch))
    command = [OURS, "convert", "--type", "Task", *arguments, "--in", "delimited", "--out", "delimited", "-"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    written = 0

    def drain() -> None:
        nonlocal written
        while chunk := process.stdout.read(1 << 20):
            written += len(chunk)

    reader = threading.Thread(target=drain)
    reader.start()
    for _ in range(count):
        process.stdin.write(batch)
    process.stdin.close()
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        sys.exit(f"convert ended with {code}")
    total, tasks = count * len(batch), count * 512
    print(
        f"{' '.join(arguments) or 'version found out':18} {total >> 20} MiB in, {written >> 20} MiB out, "
        f"{tasks} tasks of {len(batch) // 512} bytes: {total / seconds / 1e6:.0f} MB/s, {tasks / seconds:,.0f} tasks/s, "
        f"peak memory {usage.ru_maxrss / 1024:.1f} MiB"
    )


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    if not OURS.exists():
        sys.exit("no release build: cargo build --release")
    run(["--from", "0.3"], megabytes)
    run([], megabytes)


if __name__ == "__main__":
    main()
