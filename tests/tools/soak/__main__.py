"""Run `make soak MINUTES=20` or `KILLS=200`: ends with a table, and fails if anything in it is wrong."""

import argparse
import asyncio
import itertools
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they import models, and Django needs a data folder before it is set up
    from tests.tools.soak.desk import Desk
    from tests.tools.soak.devices import Device
    from tests.tools.soak.ledger import Ledger
    from tests.tools.soak.simulation import Fault, Simulation
    from tests.tools.soak.verdict import Row


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=0, help="only kills, so many, as fast as it comes back")
    parser.add_argument("--entrants", type=int, default=8)
    parser.add_argument("--grown", action="store_true", help="two processes, PostgreSQL and Redis")
    parser.add_argument("--hours", type=int, default=0, help="the work of so many hours without a fault")
    asked = parser.parse_args()
    if asked.hours:
        from tests.tools.soak import day

        day.main(asked.hours, asked.seed)
    from tests.tools.soak.grown_simulation import GrownSimulation
    from tests.tools.soak.simulation import Simulation

    simulation = (GrownSimulation if asked.grown else Simulation)(asked.seed)
    try:
        rows = soak(simulation, Plan(asked.minutes * 60, asked.kills, asked.seed, asked.entrants))
    finally:
        simulation.close()
    print(_heading(simulation, asked.seed), *rows, sep="\n")
    sys.exit(any(row.wrong for row in rows))


def _heading(simulation: "Simulation", seed: int) -> str:
    from django.db import connection

    from tournament.installation import VERSION

    form = f"{connection.vendor}, processes: {len(simulation.ports)}"
    return f"soak of {VERSION}, {datetime.now(UTC):%Y-%m-%d}, seed {seed}, {form}"


@dataclass(frozen=True, slots=True)
class Plan:
    seconds: float
    kills: int = 0
    seed: int = 1
    entrants: int = 8
    longest: int = 60
    bags: int | None = None  # each fault comes this often if time suffices; otherwise until the time is over
    between_s: tuple[float, float] = (3.0, 9.0)
    quiet_s: float = 30.0
    """At the end nothing happens any more: games go on, and memory is looked at."""


def soak(simulation: "Simulation", plan: Plan) -> list["Row"]:
    """Play under faults and return the rows of the table."""
    connect_to(simulation)
    from tests.tools.soak.verdict import Row, has_to_be_none, judge

    ledger = asyncio.run(_evening(simulation, plan))
    simulation.end(signal.SIGTERM)
    possible = [simulation.kill] if plan.kills else simulation.faults()
    faults = {each.__name__: simulation.done[each.__name__] for each in possible}
    first, *_, last = memory_mb = [kb // 1024 for kb in simulation.memory_kb]
    return [
        *(Row(f"fault: {name.replace('_', ' ')}", str(times)) for name, times in faults.items()),
        *judge(ledger),
        has_to_be_none("tracebacks of the server", simulation.tracebacks),
        has_to_be_none("orderly stops that did not end by themselves", simulation.slow_stops),
        Row("memory of a process: first, most, last", f"{first}, {max(memory_mb)}, {last} MB"),
    ]


def connect_to(simulation: "Simulation") -> None:
    """Let this process use the database of the server."""
    for name in ("DATABASE_URL", "REDIS_URL", "FIVELINE_SECRET_KEY"):
        os.environ.pop(name, None)
    shared = {
        name: simulation.environment[name]
        for name in simulation.environment
        if name.endswith(("_URL", "_KEY"))
    }
    os.environ.update(
        shared, FIVELINE_DATA=str(simulation.data), DJANGO_SETTINGS_MODULE="tournament.settings"
    )
    import django

    django.setup()


async def _evening(simulation: "Simulation", plan: Plan) -> "Ledger":
    from tests.tools.soak.desk import Desk
    from tests.tools.soak.ledger import Ledger

    ledger, ending = Ledger(), asyncio.Event()
    await asyncio.to_thread(simulation.start)
    simulation.note_memory()
    desk = await asyncio.to_thread(
        Desk, simulation.ports, ledger, plan.seed, entrants=plan.entrants, longest=plan.longest
    )
    watching = asyncio.ensure_future(ledger.watch_own_loop())
    playing = [asyncio.ensure_future(_play(desk, keeper, ending)) for keeper in ("server", "table")]
    try:
        await _suffer(simulation, plan, random.Random(plan.seed), ledger)
        simulation.right_clocks()
        await asyncio.sleep(plan.quiet_s)
        simulation.note_memory()
        ending.set()
        await asyncio.wait_for(asyncio.gather(*playing), 300)
    finally:
        for each in (*playing, watching):
            each.cancel()
        await asyncio.gather(*playing, watching, return_exceptions=True)
    return ledger


async def _play(desk: "Desk", keeper: str, ending: asyncio.Event) -> None:
    """Play round after round, the last one to its end."""
    while not ending.is_set():
        devices = await asyncio.to_thread(desk.next_round, keeper)
        offline = asyncio.ensure_future(_lose_wifi(devices, desk))
        await asyncio.gather(*(device.run() for device in devices))
        offline.cancel()
        give_up = time.monotonic() + 60
        while not await asyncio.to_thread(desk.has_all_results, keeper):
            if time.monotonic() > give_up:
                return
            await asyncio.sleep(0.5)


async def _lose_wifi(devices: list["Device"], desk: "Desk") -> None:
    from tests.tools.soak.tablets import Tablet

    tablets = [device for device in devices if isinstance(device, Tablet)]
    while tablets:
        await asyncio.sleep(desk.chance.uniform(2, 8))
        desk.chance.choice(tablets).go_offline(desk.chance.uniform(1, 12))
        desk.ledger.times_offline += 1


async def _suffer(simulation: "Simulation", plan: Plan, chance: random.Random, ledger: "Ledger") -> None:
    """Cause one fault after another until time or kills are used up."""
    began = time.monotonic()
    for fault in [simulation.kill] * plan.kills or drawn(simulation.faults(), chance, plan.bags):
        await asyncio.sleep(chance.uniform(1, 3) if plan.kills else chance.uniform(*plan.between_s))
        simulation.note_memory()
        if time.monotonic() > began + plan.seconds:
            return
        ledger.suffered = f"{fault.__name__} at {time.monotonic() - began:.1f} s"
        print(ledger.suffered, file=sys.stderr, flush=True)
        await simulation.suffer(fault)


def drawn(faults: list["Fault"], chance: random.Random, bags: int | None = None) -> Iterator["Fault"]:
    """Yield in the order of the seed; all faults come before one comes again."""
    for _ in itertools.count() if bags is None else range(bags):
        yield from chance.sample(faults, len(faults))


if __name__ == "__main__":
    main()
