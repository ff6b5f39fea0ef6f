#!/usr/bin/env python3
"""Side by side in one run: proto-diff, `convert` and the generated adapter, and the compatibility layer of Python's `a2a-sdk`, v0.3 bytes to v1.0 bytes.

Installs a2a-sdk from PyPI below target/. Its path is the one that its gRPC handlers take: the v0.3 message is parsed,
turned into the SDK's own types, into a v1.0 message, and that is written. All convert the payloads of
`benches/convert/` on one core, in turn (A B A B …); what counts is the ratio, absolute figures are of this machine.

    cargo bench --bench convert --no-run && python3 benches/against_sdk.py [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / "target" / "sdk"
SECONDS = 1.0


def install_sdk() -> Path:
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    known = subprocess.run([python, "-c", "import a2a.compat.v0_3.conversions"], capture_output=True)
    if known.returncode != 0:
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([python, "-m", "pip", "install", *quiet, "a2a-sdk[grpc]==1.3.0"], check=True)
    return python


def find_bench() -> Path:
    found = sorted((ROOT / "target" / "release" / "deps").glob("convert-*"), key=lambda path: path.stat().st_mtime)
    found = [path for path in found if os.access(path, os.X_OK) and path.suffix == ""]
    if not found:
        sys.exit("build it first: cargo bench --bench convert --no-run")
    return found[-1]


def sdk_rates() -> dict[str, float]:
    """Runs inside the environment of the SDK."""
    from a2a.compat.v0_3 import a2a_v0_3_pb2, conversions
    from a2a.compat.v0_3.proto_utils import FromProto
    from google.protobuf import json_format

    ways = {
        "task": (a2a_v0_3_pb2.Task, FromProto.task, conversions.to_core_task),
        "card": (a2a_v0_3_pb2.AgentCard, FromProto.agent_card, conversions.to_core_agent_card),
    }
    rates = {}
    for name, (message, to_own, to_core) in ways.items():
        text = (ROOT / "benches" / "convert" / f"{name}.json").read_text()
        payload = json_format.Parse(text, message()).SerializeToString()
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            to_core(to_own(message.FromString(payload))).SerializeToString()
            count += 1
        rates[name] = count / (time.perf_counter() - start)
    return rates


def ask(command: list, **environment: str) -> dict:
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    if sys.argv[1:] == ["--sdk"]:
        print(json.dumps(sdk_rates()))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    python, bench = install_sdk(), find_bench()
    one_core = ["taskset", "-c", str(max(os.sched_getaffinity(0)))]
    runs = [
        (
            ask([*one_core, bench], CONVERSIONS_FOR=str(SECONDS)),
            ask([*one_core, python, __file__, "--sdk"]),
        )
        for _ in range(rounds)
    ]
    for name in runs[0][1]:
        theirs = statistics.median(theirs[name] for _, theirs in runs)
        print(f"{name}: a2a-sdk {theirs:,.0f}/s")
        for way in ("convert", "adapter"):
            ours = statistics.median(ours[name][way] for ours, _ in runs)
            ratio = statistics.median(ours[name][way] / theirs[name] for ours, theirs in runs)
            print(f"    {way:7} {ours:10,.0f}/s   ratio {ratio:.0f}")


if __name__ == "__main__":
    main()
